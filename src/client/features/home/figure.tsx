import { Card, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import styles from './home-page.module.css'

interface FigureProps {
  label: string
  /** Undefined while it is on its way. */
  value: string | number | undefined
  note?: string | undefined
  /** Somebody should see to it. */
  pressing?: boolean
}

export function Figure({ label, value, note, pressing = false }: FigureProps) {
  return (
    <Card withBorder radius="lg" padding="md" className={styles.figure}>
      <Text c="dimmed" size="sm">
        {label}
      </Text>
      {/* The place of the number is kept while it is on its way: nothing jumps. */}
      <p className={pressing ? `${styles.number} ${styles.pressing}` : styles.number}>{value ?? '–'}</p>
      <Text c="dimmed" size="sm" className={styles.note}>
        {note ?? ''}
      </Text>
    </Card>
  )
}

/** A figure that leads to what it counts. @param action what pressing it does, in words */
export function LinkedFigure({ to, action, note, ...figure }: FigureProps & { to: string; action: string }) {
  return (
    <Link to={to} className={styles.link} aria-label={`${figure.label}: ${figure.value ?? ''}. ${note === undefined ? '' : `${note}. `}${action}`}>
      <Figure {...figure} note={note ?? action} />
    </Link>
  )
}
