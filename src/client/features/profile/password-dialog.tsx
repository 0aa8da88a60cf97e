import type { ReactNode } from 'react'
import { removeTotp } from '#contract/v1/second-factor.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { CurrentPassword, FormDialog } from './form-dialog.tsx'

interface PasswordDialogProps<T> {
  title: string
  /** What the act means. */
  children: ReactNode
  submit: string
  send: (currentPassword: string) => Promise<Answer<T>>
  onDone: (value: T) => void
  onClose: () => void
}

/** The current password, asked before an act by which an open session could take the account over. */
export function PasswordDialog<T>({ title, children, submit, send, onDone, onClose }: PasswordDialogProps<T>) {
  const { field, ...form } = useAnsweredForm({
    names: ['currentPassword'],
    // The plainest of the endpoints that ask it.
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
