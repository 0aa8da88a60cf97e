import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { deleteProduct, type Package, updateProduct } from '#contract/v1/packages.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

const QUESTION_WORDS = sentences({
  retire: 'Retire {{name}}?',
  takeBack: 'Reinstate {{name}}?',
})

const DONE_WORDS = sentences({
  retire: 'Service retired',
  takeBack: 'Service reinstated',
})

const WHY_WORDS = sentences({
  retire: 'New customers can’t choose it. Current customers keep it.',
  takeBack: 'New customers can choose it again.',
})

const CHANGE_WORDS = sentences({
  retire: 'Retire',
  takeBack: 'Reinstate',
})

type Asking = 'retire' | 'delete' | 'in-use' | null

/** A package that customers have is retired, not deleted. */
export function PackageActions({ packageRow, onDone }: { packageRow: Package; onDone: () => void }) {
  const [asking, setAsking] = useState<Asking>(null)
  const { productID, version, name, retired, customers } = packageRow
  const close = () => setAsking(null)
  const change = retired ? 'takeBack' : 'retire'
  return (
    <Group justify="space-between">
      <span>
        {plural(customers, 'Used by {{count}} customer.', 'Used by {{count}} customers.')}{' '}
        {customers === 0 ? null : (
          <Link to={`${officePaths.customers()}?productID=${productID}`}>{t('View customers')}</Link>
        )}
      </span>
      <Group gap={8}>
        <Button variant="default" onClick={() => setAsking('retire')}>
          {t(CHANGE_WORDS[change])}
        </Button>
        <Button variant="default" onClick={() => setAsking('delete')}>
          {t('Delete')}
        </Button>
      </Group>
      <ConfirmCommand
        opened={asking === 'retire'}
        question={t(QUESTION_WORDS[change], { name })}
        confirm={t(CHANGE_WORDS[change])}
        endpoint={updateProduct}
        input={{ productID, retired: !retired }}
        ifMatch={version}
        done={t(DONE_WORDS[change])}
        onClose={close}
        onDone={onDone}
      >
        <p>{t(WHY_WORDS[change])}</p>
      </ConfirmCommand>
      <ConfirmCommand
        opened={asking === 'delete'}
        question={t('Delete {{name}}?', { name })}
        confirm={t('Delete')}
        danger
        endpoint={deleteProduct}
        input={{ productID }}
        ifMatch={version}
        done={t('Service deleted')}
        otherwise={{ product_in_use: () => setAsking('in-use') }}
        onClose={close}
        onDone={onDone}
      >
        <p>{t('Only a service without customers can be deleted.')}</p>
      </ConfirmCommand>
      <ConfirmAction
        opened={asking === 'in-use'}
        question={t('{{name}} has customers', { name })}
        confirm={t('Retire')}
        busy={false}
        onCancel={close}
        onConfirm={() => (retired ? close() : setAsking('retire'))}
      >
        <p>{t('It can’t be deleted. Retire it instead: new customers can’t choose it, current customers keep it.')}</p>
      </ConfirmAction>
    </Group>
  )
}
