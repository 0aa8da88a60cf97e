import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'
import { Row, Stack } from './parts.tsx'
import styles from './full-page.module.css'

interface MessageScreenProps {
  title: string
  children?: ReactNode
  actions: ReactNode
}

export function MessageScreen({ title, children, actions }: MessageScreenProps) {
  usePageTitle(title)
  return (
    <main className={styles.page} id="content" tabIndex={-1}>
      <Stack className={styles.message}>
        <h1 className={styles.title}>{title}</h1>
        {children}
        <Row className={styles.actions}>{actions}</Row>
      </Stack>
    </main>
  )
}
