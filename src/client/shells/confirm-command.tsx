import { useState, type ReactNode } from 'react'
import type { CallOf, Endpoint, OutputOf, RefusalOf } from '#contract/endpoint.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { NoMailServer } from './no-mail-server.tsx'
import { NotYours, useMayCall } from './role.tsx'
import { useCommand } from './use-command.ts'

interface ConfirmCommandProps<E extends Endpoint> {
  opened: boolean
  question: string
  children?: ReactNode
  cancel?: string
  confirm: string
  danger?: boolean
  /** The act is not possible now; `children` say why. */
  disabled?: boolean
  endpoint: E
  input: CallOf<E>
  /** The version the user was looking at. */
  ifMatch?: number
  done: string | ((value: OutputOf<E>) => string)
  /** It mails something: without a mail server the dialog says that nothing will be sent. */
  mails?: boolean
  /** Offered instead of a mail that would not be sent. */
  print?: ReactNode
  /** Called for these refusals, which have an alternative, instead of showing the red toast. */
  otherwise?: Partial<Record<RefusalOf<E>, () => void>>
  onClose: () => void
  /** After it was done and the dialog closed. */
  onDone?: (value: OutputOf<E>) => void
}

export function ConfirmCommand<E extends Endpoint>({
  endpoint,
  input,
  ifMatch,
  done,
  disabled = false,
  mails = false,
  print,
  children,
  otherwise,
  onClose,
  onDone,
  ...question
}: ConfirmCommandProps<E>) {
  const command = useCommand()
  const mayCall = useMayCall(endpoint)
  const [busy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const ways: Readonly<Record<string, (() => void) | undefined>> = otherwise ?? {}
    const answer = await command(endpoint, input, {
      done,
      mails,
      quiet: (code) => ways[code] !== undefined,
      ifMatch,
    }).finally(() => setBusy(false))
    onClose()
    if (answer.kind === 'refused') ways[answer.problem.code]?.()
    if (answer.kind === 'ok') onDone?.(answer.value)
  }
  return (
    <ConfirmAction
      {...question}
      busy={busy}
      disabled={disabled || !mayCall}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {mayCall ? null : <NotYours />}
      {children}
      {mails ? <NoMailServer when="before" print={print} /> : null}
    </ConfirmAction>
  )
}
