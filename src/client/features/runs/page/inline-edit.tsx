import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './stop-parts.module.css'

interface InlineEditProps {
  value: string
  children: ReactNode
  label: string
  /** The button's accessible name for the displayed value. */
  say: string
  numeric?: boolean
  /** @returns the error sentence, or null */
  check?: (text: string) => string | null
  /** @returns whether it is saved; otherwise the input stays open with the typed text */
  onSave: (text: string) => Promise<boolean>
}

/** A value that is edited in place: Enter and leaving the field save, Esc restores. */
export function InlineEdit({ value, children, label, say, numeric = false, check, onSave }: InlineEditProps) {
  const [text, setText] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const over = useRef(false)
  const close = (refocus: boolean) => {
    over.current = true
    setText(null)
    setWrong(null)
    if (refocus) setTimeout(() => button.current?.focus())
  }
  const save = async (refocus: boolean) => {
    if (over.current || text === null) return
    const typed = text.trim()
    if (typed === value.trim()) return close(refocus)
    const problem = check?.(typed) ?? null
    if (problem !== null) return setWrong(problem)
    close(refocus)
    if (!(await onSave(typed))) {
      over.current = false
      setText(typed)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void save(true)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      close(true)
    }
  }
  if (text === null) {
    return (
      <button
        ref={button}
        type="button"
        className={numeric ? `${styles.inline} ${styles.numeric}` : styles.inline}
        aria-label={say}
        title={value === '' ? undefined : value}
        onClick={() => {
          over.current = false
          setText(value)
        }}
      >
        {children}
      </button>
    )
  }
  const box = {
    className: numeric ? `${styles.box} ${styles.numeric}` : styles.box,
    'aria-label': label,
    'aria-invalid': wrong !== null,
    autoFocus: true,
    value: text,
    onKeyDown,
    onBlur: () => void save(false),
    onFocus: ({ currentTarget }: { currentTarget: { select: () => void } }) => currentTarget.select(),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setText(currentTarget.value),
  }
  return (
    <span className={styles.boxed}>
      {numeric ? (
        <input inputMode="decimal" {...box} />
      ) : (
        <textarea rows={Math.min(4, text.split('\n').length + 1)} {...box} />
      )}
      {wrong === null ? null : (
        <span role="alert" className={styles.wrong}>
          {wrong}
        </span>
      )}
    </span>
  )
}
