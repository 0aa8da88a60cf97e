import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type OwnAccount, updateOwnAccount } from '#contract/v1/own-account.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { TextField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { Below, FactList, Section, Soft, Tiles } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'

interface OwnAccountProps {
  account: OwnAccount
  again: () => Promise<void>
}

export function OwnContact({ account, again }: OwnAccountProps) {
  const { address, suburb, state, postcode, requests } = account
  return (
    <Section title={t('Phone and address')}>
      {/* After a change in another tab the boxes show the new values. */}
      <Phones key={`${account.mobilePhone} ${account.homePhone}`} account={account} again={again} />
      <Below>
        <FactList facts={[[t('Address'), `${address}\n${suburb} ${state} ${postcode}`]]} />
        {requests.addressChange === null ? (
          <>
            <Soft>{t('Your suburb sets your collection week, so the office changes the address.')}</Soft>
            <p>
              <Link className={buttonLook('default')} to={officePaths.newCase('address_change')}>
                {t('Tell us your new address')}
              </Link>
            </p>
          </>
        ) : (
          <p>
            {t('You’ve told us a new address.')}{' '}
            <Link to={officePaths.oneCase(requests.addressChange)}>{t('See your request')}</Link>
          </p>
        )}
      </Below>
    </Section>
  )
}

const shown = (phone: string | null) => (phone === null ? '' : showPhone(phone))

function Phones({ account, again }: OwnAccountProps) {
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
      showSuccess(t('Saved'))
      void again()
    },
  })
  const common = { type: 'tel', inputMode: 'tel' } as const
  return (
    <div onInput={() => setChanged(true)}>
      <Form onSubmit={onSubmit} submit={changed ? t('Save') : null} busy={busy} error={error}>
        <Tiles>
          <TextField
            label={t('Mobile phone')}
            autoComplete="tel-national"
            defaultValue={before.mobilePhone}
            {...common}
            {...field('mobilePhone')}
          />
          <TextField
            label={t('Home phone')}
            autoComplete="home tel-national"
            defaultValue={before.homePhone}
            {...common}
            {...field('homePhone')}
          />
        </Tiles>
      </Form>
    </div>
  )
}
