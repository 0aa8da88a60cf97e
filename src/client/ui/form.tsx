import type { FormEventHandler, ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './form.module.css'

interface FormProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Null: there is nothing to send yet. */
  submit: string | null
  busy: boolean
  /** What the server said no with; required, so that no form forgets to show it. */
  error: string | null
  children: ReactNode
}

/** Fields, what was refused, and the one button: every form of a page. */
export function Form({ onSubmit, submit, busy, error, children }: FormProps) {
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
      {/* Stands empty from the start, so that a screen reader announces what comes into it. */}
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
