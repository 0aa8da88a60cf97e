import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type OwnAccount, updateOwnAccount } from '#contract/v1/own-account.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { TextField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import styles from './profile-page.module.css'
import { Section } from './section.tsx'

interface OwnAccountProps {
  account: OwnAccount
  again: () => Promise<void>
}

export function OwnContact({ account, again }: OwnAccountProps) {
  const { t } = useTranslation('ownAccount')
  const { address, suburb, state, postcode, requests } = account
  return (
    <Section title={t('contact')}>
      {/* After a change in another tab the boxes show the new values. */}
      <Phones key={`${account.mobilePhone} ${account.homePhone}`} account={account} again={again} />
      <div className={styles.part}>
        <p className={styles.label}>{t('address')}</p>
        <p className={styles.value}>
          {address}
          <br />
          {suburb} {state} {postcode}
        </p>
        {requests.addressChange === null ? (
          <>
            <p className={styles.soft}>{t('addressHow')}</p>
            <p>
              <Link className={`${styles.link} ${styles.alone}`} to={officePaths.newCase('address_change')}>
                {t('newAddress')}
              </Link>
            </p>
          </>
        ) : (
          <p>
            {t('addressAsked')}{' '}
            <Link className={styles.link} to={officePaths.oneCase(requests.addressChange)}>
              {t('seeRequest')}
            </Link>
          </p>
        )}
      </div>
    </Section>
  )
}

const shown = (phone: string | null) => (phone === null ? '' : showPhone(phone))

function Phones({ account, again }: OwnAccountProps) {
  const { t } = useTranslation('ownAccount')
  const { t: profile } = useTranslation('profile')
  const { call } = useAccess()
  const [changed, setChanged] = useState(false)
  const before = { mobilePhone: shown(account.mobilePhone), homePhone: shown(account.homePhone) }
  /** Only what was changed is sent, because the rest may have been changed elsewhere. */
  const changeOf = (values: typeof before) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name, now]) => now.trim() !== before[name as keyof typeof before])
        .map(([name, now]) => [name, now.trim() || null]),
    )
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['mobilePhone', 'homePhone'],
    schema: updateOwnAccount.input,
    input: changeOf,
    send: (values) => call(updateOwnAccount, changeOf(values)),
    onDone: () => {
      setChanged(false)
      showSuccess(t('saved'))
      void again()
    },
  })
  const common = { type: 'tel', inputMode: 'tel' } as const
  return (
    <div onInput={() => setChanged(true)}>
      <Form onSubmit={onSubmit} submit={changed ? profile('save') : null} busy={busy} error={error}>
        <div className={styles.pair}>
          <TextField
            label={t('mobilePhone')}
            autoComplete="tel-national"
            defaultValue={before.mobilePhone}
            {...common}
            {...field('mobilePhone')}
          />
          <TextField
            label={t('homePhone')}
            autoComplete="home tel-national"
            defaultValue={before.homePhone}
            {...common}
            {...field('homePhone')}
          />
        </div>
      </Form>
    </div>
  )
}
