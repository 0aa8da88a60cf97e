import { useState, type FormEvent } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Answer } from '#client/api/answers.ts'
import { checkFields } from '#client/api/form-rules.ts'
import { t } from '#client/ui/core/texts.ts'

interface Options<Name extends string> {
  names: readonly Name[]
  schema: Endpoint['input']
  /** The schema's input, when it differs from the values. */
  input?: (values: Record<Name, string>) => Record<string, unknown>
  also?: (values: Record<Name, string>) => Partial<Record<Name, string>>
  /** The field for a refusal whose answer names none. */
  fieldOf?: Readonly<Record<string, Name>>
  send: (values: Record<Name, string>) => Promise<Answer<unknown>>
  onDone: (value: unknown) => void
  /** Called with the validated values; returns true to send nothing yet, because the caller asks a question first. */
  hold?: (values: Record<Name, string>) => boolean
  /** The form lists its errors itself and takes the focus there. */
  summarised?: boolean
}

/**
 * A form that validates with its endpoint's schema on blur, sends, and shows refusals at the fields the server named.
 */
export function useAnsweredForm<Name extends string>({
  names,
  schema,
  input,
  also,
  fieldOf,
  send,
  onDone,
  hold,
  summarised = false,
}: Options<Name>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  /** What the last submit was refused for, and how many were: a summary stays as it is while the fields are corrected. */
  const [refused, setRefused] = useState<{ times: number; fields: Record<string, string> }>({ times: 0, fields: {} })

  /** The inputs are uncontrolled: a re-render loses no typed text, and password managers work. */
  function read(form: HTMLFormElement): Record<Name, string> {
    const data = new FormData(form)
    return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>
  }

  function check(form: HTMLFormElement): Record<string, string> {
    const values = read(form)
    return { ...checkFields(schema, input?.(values) ?? values), ...also?.(values) }
  }

  function field(name: Name) {
    return {
      name,
      error: wrong[name],
      onBlur: ({ currentTarget: { form, value } }: { currentTarget: Pick<HTMLInputElement, 'form' | 'value'> }) => {
        // An empty field the user only passed through is no error yet.
        const sentence = form === null || value === '' ? undefined : check(form)[name]
        setWrong((before) => without(before, name, sentence))
      },
      onInput: () => setWrong((before) => without(before, name, undefined)),
    }
  }

  function lead(form: HTMLFormElement, found: Record<string, string>): void {
    if (!summarised) return focusFirst(form, names, found)
    setRefused(({ times }) => ({ times: times + 1, fields: found }))
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const found = check(form)
    setWrong(found)
    setError(null)
    if (Object.keys(found).length > 0) return lead(form, found)
    if (hold?.(read(form)) === true) return
    setRefused(({ times }) => ({ times, fields: {} }))
    setBusy(true)
    const answer = await send(read(form)).finally(() => setBusy(false))
    if (answer.kind === 'ok') return onDone(answer.value)
    if (answer.kind === 'refused') {
      const { code, message } = answer.problem
      const about = fieldOf?.[code]
      const fields = answer.problem.fields ?? (about === undefined ? {} : { [about]: message })
      setWrong(fields)
      // The sentence is shown at its field or under the form, not both.
      setError(about !== undefined && about in fields ? null : message)
      lead(form, fields)
    } else
      setError(
        answer.kind === 'offline'
          ? `${t('No connection to the server.')} ${t('Please try again when you have signal.')}`
          : t('Couldn’t reach the server. This network may need its own sign-in.'),
      )
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy) void submit(event.currentTarget)
  }

  return { field, busy, error, onSubmit, refused }
}

function without(before: Record<string, string>, name: string, sentence: string | undefined): Record<string, string> {
  const { [name]: _, ...rest } = before
  return sentence === undefined ? rest : { ...rest, [name]: sentence }
}

/** After a refused submit the first wrong field gets the focus. */
function focusFirst(form: HTMLFormElement, names: readonly string[], wrong: Record<string, string>): void {
  const first = names.find((name) => name in wrong)
  if (first !== undefined) form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
}
