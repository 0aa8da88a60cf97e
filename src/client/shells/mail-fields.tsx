import type { ReactNode } from 'react'
import { Group } from '@mantine/core'
import { Note } from '#client/ui/core/note.tsx'
import { plural } from '#client/ui/core/texts.ts'
import styles from './mail-editor.module.css'

/** A box for a mail's subject or text. */
export type MailBox = HTMLInputElement | HTMLTextAreaElement

interface MailFieldsProps {
  label: string
  /** How the fields are used. */
  how: ReactNode
  fields: readonly string[]
  onInsert: (field: string) => void
}

/** The fields that a mail's text may name, each a button that inserts it. */
export function MailFields({ label, how, fields, onInsert }: MailFieldsProps) {
  return (
    <Group role="group" aria-label={label}>
      {how}
      {fields.map((field) => (
        <button key={field} type="button" className={styles.field} onClick={() => onInsert(field)}>
          {`{${field}}`}
        </button>
      ))}
    </Group>
  )
}

/** A mail's text names these, and they are none of its fields. */
export function UnknownFields({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <Note tone="warn">
      {plural(
        names.length,
        '{{names}} isn’t a field of this email. It’s sent as written.',
        '{{names}} aren’t fields of this email. They’re sent as written.',
        { names: names.map((one) => `{${one}}`).join(', ') },
      )}
    </Note>
  )
}

/** The box's text with the field at its cursor, which is put behind the field once the box has this text. */
export function withField(box: MailBox, field: string): string {
  const [start, end] = [box.selectionStart ?? box.value.length, box.selectionEnd ?? box.value.length]
  const after = start + field.length + 2
  // The box has its new text at the next render.
  requestAnimationFrame(() => {
    box.focus()
    box.setSelectionRange(after, after)
  })
  return `${box.value.slice(0, start)}{${field}}${box.value.slice(end)}`
}
