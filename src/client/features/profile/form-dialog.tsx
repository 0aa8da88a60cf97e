import type { FormEvent, ReactNode } from 'react'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { PasswordField } from '#client/ui/core/field.tsx'
import { Form } from '#client/ui/core/form.tsx'
import { removeTotp } from '#contract/v1/second-factor.ts'
import type { Answer } from '#client/api/answers.ts'
import { useAnsweredForm } from '#client/shells/use-answered-form.ts'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'

interface FormDialogProps {
  title: string
  about?: ReactNode
  /** The result of `useAnsweredForm`. */
  form: { busy: boolean; error: string | null; onSubmit: (event: FormEvent<HTMLFormElement>) => void }
  submit: string
  onClose: () => void
  children: ReactNode
}

export function FormDialog({ title, about, form, submit, onClose, children }: FormDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title}>
      {about}
      <Form onSubmit={form.onSubmit} submit={submit} busy={form.busy} error={form.error}>
        {children}
      </Form>
      <Button variant="default" onClick={onClose}>
        {t('Cancel')}
      </Button>
    </Dialog>
  )
}

/** @param field of the form, for the name `currentPassword` */
export function CurrentPassword({ field }: { field: Pick<Parameters<typeof PasswordField>[0], 'name' | 'error'> }) {
  const { email } = useAccess().profile
  return (
    <>
      {/* Tells a password manager which account the form is about. */}
      <input type="email" name="account" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        label={t('Current password')}
        autoComplete="current-password"
        show={t('Show password')}
        {...field}
      />
    </>
  )
}

interface PasswordDialogProps<T> {
  title: string
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
