import { useState } from 'react'
import * as z from 'zod/mini'
import { updateProfile } from '#contract/v1/account.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { email as emailShape, line } from '#contract/shapes.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { TextField } from '#client/ui/field.tsx'
import { Form } from '#client/ui/form.tsx'
import { showSuccess } from '#client/ui/toasts.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'
import { useAccess } from './access.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import styles from './profile-page.module.css'
import { Section } from './section.tsx'

/** None of the boxes may be emptied. */
const OF_ADMIN = z.strictObject({ firstName: line, lastName: line, email: emailShape })
const OF_OTHERS = z.strictObject({ email: emailShape })

type Change = Omit<CallOf<typeof updateProfile>, 'currentPassword'>

/** Name and email. Admins name themselves; a driver's and a customer's name stands on pay and invoices, and is the office's to change. */
export function OwnDetails() {
  const { t } = useTranslation('profile')
  const { profile } = useAccess()
  return (
    <Section title={t('details')}>
      {profile.role === 'ADMIN' ? null : (
        <div>
          <p className={styles.label}>{t('name')}</p>
          <p className={styles.value}>{profile.fullName}</p>
          <p className={styles.soft}>{t('askOffice')}</p>
        </div>
      )}
      {/* Changed in another tab: the boxes show it. */}
      <DetailsForm key={`${profile.firstName} ${profile.lastName} ${profile.email}`} />
    </Section>
  )
}

function DetailsForm() {
  const { t } = useTranslation('profile')
  const { call, profile, refreshProfile } = useAccess()
  const { role, firstName = '', lastName = '', email } = profile
  const named = role === 'ADMIN'
  /** The change that waits for the password: a new email. */
  const [asking, setAsking] = useState<Change | null>(null)
  const [changed, setChanged] = useState(false)

  async function send(change: Change, currentPassword?: string): Promise<Answer<unknown>> {
    const answer = await call(updateProfile, currentPassword === undefined ? change : { ...change, currentPassword })
    if (answer.kind === 'ok') await refreshProfile()
    return answer
  }
  const done = () => {
    setAsking(null)
    setChanged(false)
    showSuccess(t('detailsSaved'))
  }
  const changeOf = (values: Record<'firstName' | 'lastName' | 'email', string>): Change => ({
    ...(named ? { firstName: values.firstName, lastName: values.lastName } : {}),
    ...(values.email.trim() === (email ?? '') ? {} : { email: values.email }),
  })
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['firstName', 'lastName', 'email'],
    schema: named ? OF_ADMIN : OF_OTHERS,
    input: (values) => (named ? values : { email: values.email }),
    fieldOf: { email_taken: 'email' },
    send: (values) => send(changeOf(values)),
    onDone: done,
    // A new email is a new way in: the password is asked first.
    hold: (values) => {
      const change = changeOf(values)
      if (change.email === undefined) return false
      setAsking(change)
      return true
    },
  })

  return (
    <>
      <div onInput={() => setChanged(true)}>
        <Form onSubmit={onSubmit} submit={changed ? t('save') : null} busy={busy} error={error}>
          {named ? (
            <div className={styles.pair}>
              <TextField label={t('firstName')} autoComplete="given-name" defaultValue={firstName} {...field('firstName')} />
              <TextField label={t('lastName')} autoComplete="family-name" defaultValue={lastName} {...field('lastName')} />
            </div>
          ) : null}
          <TextField
            label={t('email')}
            description={t('emailHow')}
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={email ?? ''}
            {...field('email')}
          />
        </Form>
      </div>
      {asking === null ? null : (
        <PasswordDialog title={t('emailTitle')} submit={t('changeEmail')} send={(password) => send(asking, password)} onDone={done} onClose={() => setAsking(null)}>
          <p>{t(email === null ? 'emailWhyFirst' : 'emailWhy', { email: asking.email ?? '' })}</p>
        </PasswordDialog>
      )}
    </>
  )
}
