import { useId, useState } from 'react'
import { type OwnAccount, updateOwnAccount } from '#contract/v1/own-account.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import styles from './profile-page.module.css'
import { Section } from './section.tsx'
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
  return (
    <Section title={t('Emails from us')}>
      {profile.config.mailServer === false ? (
        <p className={styles.soft}>{t('We can’t send emails at the moment.')}</p>
      ) : null}
      <Tick
        label={t('Collection reminders')}
        how={t('An email before each collection, with a link to skip it.')}
        checked={reminders}
        busy={busy}
        onChange={(on) =>
          void save({ reminders: on }, t(on ? 'Collection reminders turned on' : 'No more collection reminders'))
        }
      />
      {account.invoicesToOther ? (
        <p className={styles.soft}>{t('Your invoices go to another payer. Ask the office to change that.')}</p>
      ) : (
        <Tick
          label={t('Invoices by email')}
          how={t('And a confirmation after each collection. Your invoices are always here too, under Invoices.')}
          checked={invoicesByEmail}
          busy={busy}
          onChange={(on) =>
            void save({ invoicesByEmail: on }, t(on ? 'Invoices by email turned on' : 'No more invoices by email'))
          }
        />
      )}
    </Section>
  )
}

interface TickProps {
  label: string
  how: string
  checked: boolean
  busy: boolean
  onChange: (on: boolean) => void
}

function Tick({ label, how, checked, busy, onChange }: TickProps) {
  const id = useId()
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={checked}
        // `disabled` would take the focus away while it is saved.
        aria-disabled={busy}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-how`}
        onChange={({ currentTarget }) => (busy ? undefined : onChange(currentTarget.checked))}
      />
      <span>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <span id={`${id}-how`} className={styles.tickHow}>
          {how}
        </span>
      </span>
    </label>
  )
}
