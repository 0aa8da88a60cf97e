import { useState } from 'react'
import { Button, Group, Textarea } from '@mantine/core'
import {
  type Autopay,
  changeCustomerAutopay,
  getCustomerAutopay,
  inviteToAutopay,
  removeCustomerAutopay,
} from '#contract/v1/autopay.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import type { AutopayCustomer } from '#client/shells/office-feature.ts'
import { useLatest } from '#client/shells/use-edited.ts'
import { t } from '#client/ui/core/texts.ts'

interface ActsProps {
  customer: AutopayCustomer
  autopay: Autopay
}
type Act = 'pause' | 'resume' | 'remove' | 'invite'

/** What the office may do; a card or bank account is saved by the customer only. */
export function CustomerAutopayActs({ customer, autopay: { method, offered, version, underWay } }: ActsProps) {
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const { customerID, fullName, email } = customer
  const common = { cancel: t('Cancel'), onClose: close, onDone: close }
  if (method === null)
    return offered && email !== null ? (
      <>
        <Button variant="default" onClick={() => setAct('invite')}>
          {t('Email an invitation')}
        </Button>
        <ConfirmCommand
          {...common}
          opened={act === 'invite'}
          question={t('Email {{email}} an invitation to automatic payment?', { email })}
          confirm={t('Send')}
          endpoint={inviteToAutopay}
          input={{ customerID }}
          done={t('Sending the email')}
          mails
        >
          <p>{t('Its link is good for 30 days. It shows your business, and nothing of the customer.')}</p>
        </ConfirmCommand>
      </>
    ) : null
  return (
    <Group gap="xs">
      {method.state === 'active' ? (
        <Button variant="default" onClick={() => setAct('pause')}>
          {t('Pause')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAct('resume')}>
          {t('Go on')}
        </Button>
      )}
      <Button variant="default" onClick={() => setAct('remove')}>
        {t('Remove')}
      </Button>
      {act === 'pause' ? <PauseDialog customer={customer} version={version} onClose={close} /> : null}
      <ConfirmCommand
        {...common}
        opened={act === 'resume'}
        question={t('Go on with automatic payment of {{name}}?', { name: fullName })}
        confirm={t('Go on')}
        endpoint={changeCustomerAutopay}
        input={{ customerID, act: 'resume' }}
        ifMatch={version}
        done={t('Automatic payment goes on')}
      >
        <p>{t('Open invoices are charged again, each after an email.')}</p>
      </ConfirmCommand>
      <ConfirmCommand
        {...common}
        opened={act === 'remove'}
        question={t('Remove the {{name}}?', { name: method.name })}
        confirm={t('Remove')}
        danger
        endpoint={removeCustomerAutopay}
        input={{ customerID }}
        ifMatch={version}
        done={t('Automatic payment removed')}
      >
        <p>{t('It is forgotten here and at Stripe. Only the customer can save it again.')}</p>
        {underWay ? <p>{t('A payment is under way and can’t be stopped.')}</p> : null}
      </ConfirmCommand>
    </Group>
  )
}

const valuesOf = () => ({ reason: '' })

function PauseDialog({
  customer: { customerID, fullName },
  version,
  onClose,
}: {
  customer: AutopayCustomer
  version: number
  onClose: () => void
}) {
  const latest = useLatest(getCustomerAutopay, { customerID }, valuesOf)
  return (
    <FormShell
      title={t('Pause automatic payment of {{name}}', { name: fullName })}
      as="dialog"
      endpoint={changeCustomerAutopay}
      fixed={{ customerID, act: 'pause' }}
      initial={valuesOf()}
      required={['reason']}
      editing={{ version, latest }}
      whole
      labels={{ reason: t('Reason') }}
      done={t('Automatic payment is paused')}
      submit={t('Pause')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p>{t('Nothing is charged until you choose Go on. The reason is for you only.')}</p>
          <Textarea rows={2} resize="vertical" data-autofocus {...form.getInputProps('reason')} />
        </>
      )}
    </FormShell>
  )
}
