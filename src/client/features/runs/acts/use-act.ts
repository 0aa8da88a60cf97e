import { useState } from 'react'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { useCommand } from '#client/shells/use-command.ts'

interface Act<E extends Endpoint> {
  endpoint: E
  input: CallOf<E>
  ifMatch: number
  done: string
  onDone: (value: OutputOf<E>) => void
}

/** After these refusals the dialog fetches its preview again and shows the cause there. */
const SHOWN_BY_PREVIEW: ReadonlySet<string> = new Set(['version_conflict', 'exceptions_open'])

/**
 * Sends a command that was confirmed on a preview. @returns `overtaken`: another user was faster, and a new preview
 * must be shown
 */
export function useAct() {
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const [overtaken, setOvertaken] = useState(false)
  const send = async <E extends Endpoint>({ endpoint, input, ifMatch, done, onDone }: Act<E>) => {
    setBusy(true)
    setOvertaken(false)
    const answer = await command(endpoint, input, {
      done,
      ifMatch,
      quiet: (code) => SHOWN_BY_PREVIEW.has(code),
    }).finally(() => setBusy(false))
    if (answer.kind === 'ok') onDone(answer.value)
    else setOvertaken(answer.kind === 'refused' && answer.problem.code === 'version_conflict')
  }
  return { busy, overtaken, send }
}
