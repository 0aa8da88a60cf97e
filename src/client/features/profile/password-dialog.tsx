import type { ReactNode } from 'react'
import { removeTotp } from '#contract/v1/second-factor.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { CurrentPassword, FormDialog } from './form-dialog.tsx'

interface PasswordDialogProps<T> {
  title: string
  /** Explains the consequences. */
  children: ReactNode
  submit: string
  send: (currentPassword: string) => Promise<Answer<T>>
  onDone: (value: T) => void
  onClose: () => void
}

/** Asks for the current password before a command with which an open session could take over the account. */
export function PasswordDialog<T>({ title, children, submit, send, onDone, onClose }: PasswordDialogProps<T>) {
  const { field, ...form } = useAnsweredForm({
    names: ['currentPassword'],
    // The schema of the simplest endpoint that requires it.
    schema: removeTotp.input,
    fieldOf: { password_wrong: 'currentPassword' },
    send: ({ currentPassword }) => send(currentPassword),
    onDone: (value) => onDone(value as T),
  })
  return (
    <FormDialog title={title} about={children} form={form} submit={submit} onClose={onClose}>
      <CurrentPassword field={field('currentPassword')} />
    </FormDialog>
  )
}
