import type { ReactNode } from 'react'
import { Stack } from './parts.tsx'
import styles from './columns.module.css'

/** Two columns on a wide screen, the first above the second on a narrow one. The page's content is `wide`. */
export function Columns({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <Stack gap="large" className={styles.columns}>
      <Stack gap="large">{first}</Stack>
      <Stack gap="large">{second}</Stack>
    </Stack>
  )
}
