import type { FormEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './form.module.css'

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
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
      {/* Rendered empty from the start, so that a screen reader announces text added later. */}
      <div role="alert" className={styles.error}>
        {error}
      </div>
      {submit === null ? null : (
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
      )}
    </form>
  )
}
