import { useState } from 'react'
import { updateProfile } from '#contract/v1/account.ts'
import type { Profile } from '#contract/v1/session.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { fieldMessage } from '#contract/problem.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { TextField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { FactList, Section, Soft, Tiles } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import { PasswordDialog } from './form-dialog.tsx'

const MANDATORY = fieldMessage({ code: 'invalid_type', input: undefined })

type Change = Omit<CallOf<typeof updateProfile>, 'currentPassword'>

/** Only the office can change the name of a driver or customer, which appears on pay and invoices. */
export function OwnDetails() {
  const { profile } = useAccess()
  return (
    <Section title={t('Your details')}>
      {profile.role === 'ADMIN' ? null : (
        <div>
          <FactList facts={[[t('Name'), profile.fullName]]} />
          <Soft>{t('Ask the office to change your name.')}</Soft>
        </div>
      )}
      {/* After a change in another tab the boxes show the new values. */}
      {profile.newEmail ? (
        <Note tone="warn">
          {t(
            sendsMail(profile)
              ? 'Open the link we sent to {{email}} to change your email.'
              : 'We can’t send emails at the moment. Ask the office for the link that changes your email to {{email}}.',
            { email: profile.newEmail },
          )}
        </Note>
      ) : null}
      <DetailsForm key={`${profile.firstName} ${profile.lastName} ${profile.email}`} />
    </Section>
  )
}

const sendsMail = ({ config }: Profile): boolean => config.mailServer !== false

function DetailsForm() {
  const { call, profile, refreshProfile } = useAccess()
  const { role, firstName = '', lastName = '', email } = profile
  const named = role === 'ADMIN'
  /** A changed email that waits for the password. */
  const [asking, setAsking] = useState<Change | null>(null)
  const [changed, setChanged] = useState(false)

  async function send(change: Change, currentPassword?: string): Promise<Answer<unknown>> {
    const answer = await call(updateProfile, currentPassword === undefined ? change : { ...change, currentPassword })
    if (answer.kind === 'ok') await refreshProfile()
    return answer
  }
  const done = () => {
    showSuccess(
      t(
        asking === null
          ? 'Details saved'
          : sendsMail(profile)
            ? 'Open the link we sent to your new email'
            : 'We can’t send emails at the moment. Ask the office for the link',
      ),
    )
    setAsking(null)
    setChanged(false)
  }
  const before = { ...(named ? { firstName, lastName } : {}), email: email ?? '' }
  /** Only changed fields are sent: the first admin may have no family name, and can still change the email. */
  const changeOf = (values: Record<'firstName' | 'lastName' | 'email', string>): Change =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name, now]) => name in before && now.trim() !== before[name as keyof typeof before],
      ),
    )
  const { field, busy, error, onSubmit } = useAnsweredForm({
    names: ['firstName', 'lastName', 'email'],
    schema: updateProfile.input,
    input: changeOf,
    also: (values) => {
      const emptied = Object.entries(changeOf(values)).filter(([, now]) => now.trim() === '')
      return Object.fromEntries(emptied.map(([name]) => [name, MANDATORY]))
    },
    send: (values) => send(changeOf(values)),
    onDone: done,
    // A change of the email requires the password, because the email is used to sign in.
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
        <Form onSubmit={onSubmit} submit={changed ? t('Save') : null} busy={busy} error={error}>
          {named ? (
            <Tiles>
              <TextField label={t('Name')} autoComplete="given-name" defaultValue={firstName} {...field('firstName')} />
              <TextField
                label={t('Family name')}
                autoComplete="family-name"
                defaultValue={lastName}
                {...field('lastName')}
              />
            </Tiles>
          ) : null}
          <TextField
            label={t('Email')}
            description={t('You sign in with this.')}
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
        <PasswordDialog
          title={t('Change your email?')}
          submit={t('Change email')}
          send={(password) => send(asking, password)}
          onDone={done}
          onClose={() => setAsking(null)}
        >
          <p>
            {t(
              !sendsMail(profile)
                ? 'We can’t send emails at the moment, so ask the office for the link to {{email}}. Once you open it, you sign in with that email, and your other devices are signed out.'
                : email === null
                  ? 'We send a link to {{email}}. Once you open it, you sign in with that email, and your other devices are signed out.'
                  : 'We send a link to {{email}}. Once you open it, you sign in with that email, your other devices are signed out, and your old address gets an email about it.',
              { email: asking.email ?? '' },
            )}
          </p>
        </PasswordDialog>
      )}
    </>
  )
}
