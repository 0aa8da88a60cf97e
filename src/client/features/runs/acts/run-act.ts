import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { NamedRun } from '#domain/run-name.ts'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#client/api/query-client.ts'
import { useCommand } from '#client/shells/use-command.ts'
import type { Run } from '#contract/v1/runs.ts'

/**
 * The preview of a command, fetched again whenever its dialog opens, because the decision depends on it.
 * @param sent while the command is being sent the preview is not refetched
 */
export function useCommandPreview<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  sent: boolean,
): { data: OutputOf<E> | undefined; failed: boolean; again: () => void } {
  const { data, error, refetch } = useQuery({
    ...ask(endpoint, input),
    staleTime: 0,
    gcTime: 0,
    enabled: !sent,
    throwOnError: false,
  })
  return {
    data: data as OutputOf<E> | undefined,
    failed: error !== null && data === undefined,
    again: () => void refetch(),
  }
}

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

/** The run of a command, with the version the user was looking at. */
export type ActRun = Pick<Run, 'runOrderID' | 'version' | keyof NamedRun>
