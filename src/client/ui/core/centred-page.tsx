import { use, type ReactNode } from 'react'
import { FirmContact } from './firm-contact.ts'
import { hidePicture } from './hide-picture.ts'
import { usePageTitle } from './page-title.ts'
import { Card, Row, Soft, Stack } from './parts.tsx'
import styles from './centred-page.module.css'

interface CentredPageProps {
  name: string
  logoUrl: string | null
  title: string
  lead?: ReactNode
  children?: ReactNode
  /** The sentence shown in place of `children` while the content is fetched. */
  loading?: string
  foot?: ReactNode
  /** Above the card: why this page is shown. */
  notice?: ReactNode
  /** Below everything, for content that may arrive late and must not move the card. */
  below?: ReactNode
}

export function CentredPage({ name, logoUrl, title, lead, children, loading, foot, notice, below }: CentredPageProps) {
  usePageTitle(title)
  const contact = use(FirmContact)
  return (
    <main className={styles.page}>
      <Stack gap="large" className={styles.column}>
        <div className={styles.brand}>
          <img
            src={logoUrl ?? '/icons/icon.svg'}
            alt=""
            width={52}
            height={52}
            className={styles.logo}
            onError={hidePicture}
          />
          <span className={styles.name}>{name}</span>
        </div>
        {notice}
        <Card className={styles.card}>
          <h1 className={styles.title}>{title}</h1>
          {lead === undefined ? null : <Soft>{lead}</Soft>}
          {loading === undefined ? children : <p role="status">{loading}</p>}
        </Card>
        {foot === undefined ? null : <Row className={styles.foot}>{foot}</Row>}
        {contact === null || loading !== undefined ? null : (
          // Below the links and not under a growing card, because it arrives late and must not move either.
          <Row className={styles.foot}>
            <a href={contact.href}>{contact.words}</a>
          </Row>
        )}
        {below}
      </Stack>
    </main>
  )
}
