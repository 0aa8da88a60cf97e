import { useState } from 'react'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { ZodMiniType } from 'zod/mini'
import type { Answer } from '#client/api/answers.ts'
import { checkFields } from '#client/api/form-rules.ts'

interface Options<Values> {
  initialValues: Values
  schema: ZodMiniType
  /** What goes to the server, when it is not the values themselves. */
  input?: (values: Values) => Record<string, unknown>
  /** Rules between fields. */
  also?: (values: Values) => Record<string, string>
  send: (values: Values) => Promise<Answer<unknown>>
  onDone: () => void
}

/** A form that checks by its endpoint's schema on blur, sends, and shows what the server refused on the fields it named. */
export function useAnsweredForm<Values extends Record<string, string>>({ initialValues, schema, input, also, send, onDone }: Options<Values>) {
  const { t } = useTranslation('session')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues,
    validateInputOnBlur: true,
    validate: (values) => ({ ...checkFields(schema, input?.(values) ?? values), ...also?.(values) }),
  })

  async function submit(values: Values): Promise<void> {
    setBusy(true)
    setError(null)
    const answer = await send(values).finally(() => setBusy(false))
    if (answer.kind === 'ok') return onDone()
    if (answer.kind === 'refused') {
      form.setErrors(answer.problem.fields ?? {})
      setError(answer.problem.message)
    } else setError(answer.kind === 'offline' ? `${t('noSignal')} ${t('noSignalHow')}` : t('strangeAnswer'))
  }

  return { form, busy, error, onSubmit: form.onSubmit((values) => void submit(values), focusFirstError) }
}

/** After a refused submit the first wrong field has the focus. */
function focusFirstError(errors: Record<string, unknown>): void {
  const first = Object.keys(errors)[0]
  if (first !== undefined) document.querySelector<HTMLInputElement>(`[data-path="${first}"]`)?.focus()
}
