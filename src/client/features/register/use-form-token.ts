import { useCallback, useEffect, useRef, useState } from 'react'
import type { RegistrationForm } from '#contract/v1/registration.ts'
import type { Answer } from '#client/api/answers.ts'
import type { RegisterCalls } from './register-calls.ts'

interface Opened {
  readonly form: RegistrationForm
  readonly at: number
}

/** The form's texts and its token, which the server takes only after a while. */
export function useFormToken(ask: RegisterCalls['form']): {
  form: RegistrationForm | null
  failed: Exclude<Answer<unknown>, { kind: 'ok' }> | null
  /** Asks for a new token and the current texts. */
  renew: () => Promise<void>
  /** Resolves as soon as the server takes the token, so that a quick user isn't taken for a program. */
  ready: () => Promise<void>
} {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [failed, setFailed] = useState<Exclude<Answer<unknown>, { kind: 'ok' }> | null>(null)
  const latest = useRef<Opened | null>(null)
  const take = useCallback((answer: Answer<RegistrationForm>) => {
    if (answer.kind !== 'ok') return setFailed(answer)
    latest.current = { form: answer.value, at: performance.now() }
    setFailed(null)
    setOpened(latest.current)
  }, [])
  useEffect(() => {
    let gone = false
    void ask().then((answer) => gone || take(answer))
    return () => {
      gone = true
    }
  }, [ask, take])
  const renew = useCallback(async () => take(await ask()), [ask, take])
  const ready = useCallback(async () => {
    const { form, at } = latest.current ?? { form: { minMs: 0 }, at: 0 }
    const left = at + form.minMs - performance.now()
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  }, [])
  return { form: opened?.form ?? null, failed, renew, ready }
}
