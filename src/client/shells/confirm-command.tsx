import { useState, type ReactNode } from 'react'
import type { CallOf, Endpoint } from '#contract/endpoint.ts'
import { ConfirmAction } from '#client/ui/confirm-action.tsx'
import { useCommand } from './use-command.ts'

interface ConfirmCommandProps<E extends Endpoint> {
  opened: boolean
  question: string
  /** What it means. */
  children?: ReactNode
  cancel: string
  confirm: string
  danger?: boolean
  endpoint: E
  input: CallOf<E>
  /** The version that was looked at when it was decided. */
  ifMatch?: number
  done: string
  onClose: () => void
  onDone: () => void
}

/** A question, then one act: sent once, told, and closed when it worked. */
export function ConfirmCommand<E extends Endpoint>({ endpoint, input, ifMatch, done, onClose, onDone, ...question }: ConfirmCommandProps<E>) {
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const answer = await command(endpoint, input, { done, ...(ifMatch === undefined ? {} : { ifMatch }) }).finally(() => setBusy(false))
    onClose()
    if (answer.kind === 'ok') onDone()
  }
  return <ConfirmAction {...question} busy={busy} onCancel={onClose} onConfirm={() => void confirm()} />
}
