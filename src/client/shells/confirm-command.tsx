import { useState, type ReactNode } from 'react'
import type { CallOf, Endpoint, RefusalOf } from '#contract/endpoint.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { useCommand } from './use-command.ts'

interface ConfirmCommandProps<E extends Endpoint> {
  opened: boolean
  question: string
  children?: ReactNode
  cancel: string
  confirm: string
  danger?: boolean
  endpoint: E
  input: CallOf<E>
  /** The version the user was looking at. */
  ifMatch?: number
  done: string
  /** Called for these refusals, which have an alternative, instead of showing the red toast. */
  otherwise?: Partial<Record<RefusalOf<E>, () => void>>
  onClose: () => void
  onDone: () => void
}

export function ConfirmCommand<E extends Endpoint>({
  endpoint,
  input,
  ifMatch,
  done,
  otherwise,
  onClose,
  onDone,
  ...question
}: ConfirmCommandProps<E>) {
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const ways: Readonly<Record<string, (() => void) | undefined>> = otherwise ?? {}
    const answer = await command(endpoint, input, {
      done,
      quiet: (code) => ways[code] !== undefined,
      ...(ifMatch === undefined ? {} : { ifMatch }),
    }).finally(() => setBusy(false))
    onClose()
    if (answer.kind === 'refused') ways[answer.problem.code]?.()
    if (answer.kind === 'ok') onDone()
  }
  return <ConfirmAction {...question} busy={busy} onCancel={onClose} onConfirm={() => void confirm()} />
}
