import { type RefObject, useEffect, useRef } from 'react'
import { Card } from '#client/ui/core/parts.tsx'
import { plural } from '#client/ui/core/texts.ts'
import styles from './register.module.css'

interface ErrorSummaryProps {
  /** The fields in the order of the form, with their labels. */
  labels: Readonly<Record<string, string>>
  /** What the last submit was refused for. Each refusal moves the focus here. */
  refused: { readonly times: number; readonly fields: Readonly<Record<string, string>> }
  /** The element that contains the fields. */
  form: RefObject<HTMLElement | null>
}

/** The errors of a long form above its fields, each a link to its field. */
export function ErrorSummary({ labels, refused: { times, fields }, form }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (times > 0) box.current?.focus()
  }, [times])
  const goTo = (name: string) => {
    const field = form.current?.querySelector<HTMLElement>(
      `[name="${name}"]:not([type=hidden]), [data-field="${name}"]`,
    )
    const fold = field?.closest('details')
    if (fold) fold.open = true
    field?.focus()
  }
  const wrong = Object.entries(labels).filter(([name]) => name in fields)
  if (wrong.length === 0) return null
  return (
    <Card as="div" ref={box} role="group" tabIndex={-1} aria-labelledby="error-summary" className={styles.errors}>
      <h2 id="error-summary">{plural(wrong.length, 'Please correct one thing', 'Please correct {{count}} things')}</h2>
      <ul>
        {wrong.map(([name, label]) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault()
                goTo(name)
              }}
            >
              {label}: {fields[name]}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
