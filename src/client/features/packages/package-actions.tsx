import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { deleteProduct, type Package, updateProduct } from '#contract/v1/packages.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

type Asking = 'retire' | 'delete' | 'in-use' | null

/** A package that customers have is retired, not deleted. */
export function PackageActions({ packageRow, onDone }: { packageRow: Package; onDone: () => void }) {
  const { t } = useTranslation('packages')
  const [asking, setAsking] = useState<Asking>(null)
  const { productID, version, name, retired, customers } = packageRow
  const close = () => setAsking(null)
  const change = retired ? 'takeBack' : 'retire'
  return (
    <Group justify="space-between">
      <span>
        {t('having', { count: customers })}{' '}
        {customers === 0 ? null : (
          <Link to={`${officePaths.customers()}?productID=${productID}`}>{t('seeCustomers')}</Link>
        )}
      </span>
      <Group gap={8}>
        <Button variant="default" onClick={() => setAsking('retire')}>
          {t(change)}
        </Button>
        <Button variant="default" onClick={() => setAsking('delete')}>
          {t('delete')}
        </Button>
      </Group>
      <ConfirmCommand
        opened={asking === 'retire'}
        question={t(`${change}Question`, { name })}
        cancel={t('cancel')}
        confirm={t(change)}
        endpoint={updateProduct}
        input={{ productID, retired: !retired }}
        ifMatch={version}
        done={t(`${change}Done`)}
        onClose={close}
        onDone={onDone}
      >
        <p>{t(`${change}Why`)}</p>
      </ConfirmCommand>
      <ConfirmCommand
        opened={asking === 'delete'}
        question={t('deleteQuestion', { name })}
        cancel={t('cancel')}
        confirm={t('delete')}
        danger
        endpoint={deleteProduct}
        input={{ productID }}
        ifMatch={version}
        done={t('deleted')}
        otherwise={{ product_in_use: () => setAsking('in-use') }}
        onClose={close}
        onDone={onDone}
      >
        <p>{t('deleteWhy')}</p>
      </ConfirmCommand>
      <ConfirmAction
        opened={asking === 'in-use'}
        question={t('inUse', { name })}
        cancel={t('cancel')}
        confirm={t('retire')}
        busy={false}
        onCancel={close}
        onConfirm={() => (retired ? close() : setAsking('retire'))}
      >
        <p>{t('inUseWhy')}</p>
      </ConfirmAction>
    </Group>
  )
}
