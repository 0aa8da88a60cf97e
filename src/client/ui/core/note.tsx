import type { ReactNode } from 'react'
import { classes, Stack } from './parts.tsx'
import styles from './note.module.css'
import tones from './tones.module.css'

interface NoteProps {
  tone: 'good' | 'warn' | 'bad' | 'rest'
  /** An alert is rendered empty from the start, so that a screen reader announces text added later. */
  role?: 'alert' | 'none' | 'status'
  children: ReactNode
}

export function Note({ tone, role = 'status', children }: NoteProps) {
  return (
    <Stack className={classes(styles.note, tones[tone])} role={role}>
      {children}
    </Stack>
  )
}
