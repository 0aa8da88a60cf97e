import { useEffect, useState } from 'react'
import type { Answer } from '#client/api/answers.ts'

export type LinkShown<Value> =
  { kind: 'ok'; value: Value } | { kind: 'invalid' } | { kind: 'offline' } | { kind: 'busy'; message: string }

export function linkShown<Value>(answer: Answer<Value>): LinkShown<Value> {
  if (answer.kind === 'ok') return { kind: 'ok', value: answer.value }
  if (answer.kind !== 'refused') return { kind: 'offline' }
  const { code, message } = answer.problem
  // A mail program may truncate a link, which is then refused as an invalid field.
  return ['token_invalid', 'fields_invalid', 'not_found'].includes(code)
    ? { kind: 'invalid' }
    : { kind: 'busy', message }
}

/**
 * Asks once what the link opens, and again on request.
 * @param look reads only, because mail scanners open links too
 * @returns `shown` null: not answered yet; `busy` while a button of the page is at work
 */
export function useSignedLink<Value>(token: string, look: (token: string) => Promise<Answer<Value>>) {
  const [shown, setShown] = useState<LinkShown<Value> | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let gone = false
    void look(token).then((answer) => {
      if (!gone) setShown(linkShown(answer))
    })
    return () => {
      gone = true
    }
  }, [token, look])
  const lookAgain = async () => {
    setBusy(true)
    setShown(linkShown(await look(token)))
    setBusy(false)
  }
  return { shown, setShown, busy, setBusy, lookAgain }
}
