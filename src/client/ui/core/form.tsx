import type { FormEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import { Note } from './note.tsx'
import { Stack } from './parts.tsx'

interface FormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Null: there is nothing to send yet. */
  submit: string | null
  busy: boolean
  /** The server's refusal; required, so that no form omits it. */
  error: string | null
  children: ReactNode
}

export function Form({ onSubmit, submit, busy, error, children }: FormProps) {
  return (
    <Stack as="form" onSubmit={onSubmit} noValidate>
      {children}
      <Note tone="bad" role="alert">
        {error}
      </Note>
      {submit === null ? null : (
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
      )}
    </Stack>
  )
}
