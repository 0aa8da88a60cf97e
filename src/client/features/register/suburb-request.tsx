import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { CallOf } from '#contract/endpoint.ts'
import { askForSuburb, type RegistrationForm } from '#contract/v1/registration.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { TextField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { HiddenField } from './hidden-field.tsx'
import type { RegisterCalls } from './register-calls.ts'
import styles from './register.module.css'

const NAMES = ['suburb', 'postcode', 'firstName', 'lastName', 'email', 'mobilePhone', 'website'] as const
type Name = (typeof NAMES)[number]

interface SuburbRequestProps {
  send: RegisterCalls['askForSuburb']
  form: RegistrationForm
  token: { renew: () => Promise<void>; ready: () => Promise<void> }
  /** What was entered in the form already. */
  fields: Readonly<Record<string, string>>
  onKeep: (fields: Record<string, string>) => void
  backTo: string
}

/** “My suburb isn’t listed”: a request of its own, without an account. */
export function SuburbRequest({ send, form, token, fields, onKeep, backTo }: SuburbRequestProps) {
  const [noted, setNoted] = useState<string | null>(null)
  const [hiddenField, setHiddenField] = useState(0)
  const input = (values: Record<Name, string>) => ({ ...given(values), formToken: form.formToken })
  const { field, busy, error, onSubmit } = useAnsweredForm<Name>({
    names: NAMES,
    schema: askForSuburb.input,
    input,
    send: async (values) => {
      await token.ready()
      const answer = await send(input(values) as CallOf<typeof askForSuburb>)
      if (answer.kind === 'ok') setNoted(values.suburb)
      if (answer.kind === 'refused' && answer.problem.code === 'press_again') {
        setHiddenField((before) => before + 1)
        await token.renew()
        // The server's sentence names the button of the other form.
        return { ...answer, problem: { ...answer.problem, message: t('Press Send again') } }
      }
      return answer
    },
    onDone: () => undefined,
  })
  // The text with which the list of suburbs was searched fills in suburb or postcode.
  const { suburbTyped: looked = '' } = fields
  const isPostcode = /^\d+$/.test(looked.trim())
  const back = <Link to={backTo}>{t('Back to the form')}</Link>
  if (noted !== null)
    return (
      <>
        <Note tone="good">
          {t('We’ve noted {{suburb}}, and write to you when we collect there.', { suburb: noted })}
        </Note>
        {back}
      </>
    )
  return (
    <>
      <p>{t('Tell us where you are, and we write to you when we collect there.')}</p>
      <div className={styles.marked} onInput={({ currentTarget }) => onKeep(typedIn(currentTarget))}>
        <Form onSubmit={onSubmit} submit={t('Send')} busy={busy} error={error}>
          <TextField
            label={t('Suburb')}
            autoComplete="address-level2"
            required
            defaultValue={fields['askedSuburb'] ?? (isPostcode ? '' : looked)}
            {...field('suburb')}
          />
          <TextField
            label={t('Postcode')}
            inputMode="numeric"
            autoComplete="postal-code"
            required
            defaultValue={fields['askedPostcode'] ?? (isPostcode ? looked : '')}
            {...field('postcode')}
          />
          <TextField
            label={t('Name')}
            autoComplete="given-name"
            required
            defaultValue={fields['firstName']}
            {...field('firstName')}
          />
          <TextField
            label={t('Family name')}
            autoComplete="family-name"
            required
            defaultValue={fields['lastName']}
            {...field('lastName')}
          />
          <TextField
            label={t('Email')}
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            defaultValue={fields['email']}
            {...field('email')}
          />
          <TextField
            label={t('Mobile phone')}
            type="tel"
            autoComplete="tel"
            defaultValue={fields['mobilePhone']}
            {...field('mobilePhone')}
          />
          <HiddenField key={hiddenField} />
        </Form>
      </div>
      {back}
    </>
  )
}

/** What was typed, by the names of the draft, in which the form of registering has the suburb of its list. */
function typedIn(element: HTMLElement): Record<string, string> {
  const data = new FormData(element.querySelector('form') ?? undefined)
  const draftName = { suburb: 'askedSuburb', postcode: 'askedPostcode' } as Readonly<Record<string, string>>
  return Object.fromEntries(
    NAMES.filter((name) => name !== 'website').map((name) => [draftName[name] ?? name, String(data.get(name) ?? '')]),
  )
}

const given = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
