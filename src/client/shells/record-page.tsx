import type { ReactNode } from 'react'
import type { To } from 'react-router-dom'
import { showPhone } from '#domain/phone-number-text.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { MailLink } from './mail-link.tsx'
import { useNarrow } from './use-narrow.ts'
import { BackLink } from './back-link.tsx'
import styles from './record-page.module.css'

interface RecordPageProps {
  /** Empty until the record is loaded. */
  title: string
  back: { readonly to: To; readonly label: string }
  about: ReactNode
  acts: ReactNode
  children: ReactNode
}

export function RecordPage({ title, back, about, acts, children }: RecordPageProps) {
  const isNarrow = useNarrow()
  return (
    <>
      <PageHeader
        title={title}
        {...(isNarrow || acts === null ? {} : { right: <div className={styles.acts}>{acts}</div> })}
      >
        <div className={styles.under}>
          <BackLink to={back.to}>{back.label}</BackLink>
          {isNarrow ? null : about}
        </div>
      </PageHeader>
      <PageContent wide>
        {/* Keeps the height of a phone's header while the record loads. */}
        {isNarrow && (about !== null || acts !== null) ? (
          <div className={styles.narrowOnly}>
            <div className={styles.under}>{about}</div>
            <div className={styles.acts}>{acts}</div>
          </div>
        ) : null}
        {children}
      </PageContent>
    </>
  )
}

interface Reachable {
  readonly address?: string | null
  readonly suburb?: string | null
  readonly postcode?: string | null
  readonly mobilePhone: string | null
  readonly homePhone?: string | null
  readonly email: string | null
}

export function Contact({ address, suburb, postcode, mobilePhone, homePhone, email }: Reachable) {
  const phone = mobilePhone ?? homePhone ?? null
  const place = [address, [suburb, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return (
    <>
      {place === '' ? null : <span>{place}</span>}
      {phone === null ? null : <a href={`tel:${phone}`}>{showPhone(phone)}</a>}
      {email === null ? null : <MailLink email={email} />}
    </>
  )
}
