import { type ChangeEvent, useState } from 'react'
import { type OwnAccount, updateOwnAccount } from '#contract/v1/own-account.ts'
import { TickField } from '#client/ui/core/field.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { Section, Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import { useTold } from './use-told.ts'

interface OwnEmailsProps {
  account: OwnAccount
  again: () => Promise<void>
}

export function OwnEmails({ account, again }: OwnEmailsProps) {
  const { call, profile } = useAccess()
  const tell = useTold()
  const [wanted, setWanted] = useState<Partial<Pick<OwnAccount, 'reminders' | 'invoicesByEmail'>>>({})
  async function save(change: typeof wanted, done: string): Promise<void> {
    setWanted(change)
    const answer = await call(updateOwnAccount, change)
    tell(answer)
    if (answer.kind === 'ok') showSuccess(done)
    await again()
    setWanted({})
  }
  const { reminders, invoicesByEmail } = { ...account, ...wanted }
  const busy = Object.keys(wanted).length > 0
  const tick = (name: keyof typeof wanted, said: (on: boolean) => string) => ({
    checked: { reminders, invoicesByEmail }[name],
    // `disabled` would take the focus away while it is saved.
    'aria-disabled': busy,
    onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
      busy ? undefined : void save({ [name]: checked }, said(checked)),
  })
  return (
    <Section title={t('Emails from us')}>
      {profile.config.mailServer === false ? <Soft>{t('We can’t send emails at the moment.')}</Soft> : null}
      <TickField
        label={t('Collection reminders')}
        description={t('An email before each collection, with a link to skip it.')}
        {...tick('reminders', (on) => t(on ? 'Collection reminders turned on' : 'No more collection reminders'))}
      />
      {account.invoicesToOther ? (
        <Soft>{t('Your invoices go to another payer. Ask the office to change that.')}</Soft>
      ) : (
        <TickField
          label={t('Invoices by email')}
          description={t(
            'And a confirmation after each collection. Your invoices are always here too, under Invoices.',
          )}
          {...tick('invoicesByEmail', (on) => t(on ? 'Invoices by email turned on' : 'No more invoices by email'))}
        />
      )}
    </Section>
  )
}
