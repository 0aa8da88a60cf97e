import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { PART_NAMES, PARTS, type Part } from './parts.ts'
import { settingsPaths } from './settings-paths.ts'
import { PART_TITLES } from './part-titles.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import styles from './settings.module.css'

const ABOUT_WORDS = sentences({
  business: 'Name, logo, address, ABN, GST, bank details, time zone',
  prices: 'Attempt fee and drivers’ pay',
  invoices: 'Due dates and reminders',
  collections: 'Notice to customers, put out by, cut-off, reminders',
  register: 'Link and QR code, terms, privacy notice',
  calendar: 'Working weeks of each year',
  templates: 'Quotations, welcome, invoices, reminders, receipts',
  mails: 'Sent, waiting and failed',
  users: 'Who can sign in to the office',
  security: 'How admins sign in',
  audit: 'Who changed what, and when',
  sources: 'Public holidays, postcodes and open source software',
})

interface SettingsFrameProps {
  part: Part
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** A part of the settings: at a desk beside the list of all parts, on a phone with a link back to it. */
export function SettingsFrame({ part, title, actions, children }: SettingsFrameProps) {
  return (
    <>
      <PageHeader
        title={title}
        right={actions === undefined ? undefined : <div className={styles.actions}>{actions}</div>}
      />
      <PageContent wide>
        <div className={styles.back}>
          <BackLink to={settingsPaths.index()}>{t('All settings')}</BackLink>
        </div>
        <div className={styles.frame}>
          <nav className={styles.parts} aria-label={t('Settings sections')}>
            {PART_NAMES.map((name) => (
              <NavLink
                key={name}
                to={PARTS[name]}
                className={name === part ? `${styles.part} ${styles.here}` : styles.part}
              >
                {t(PART_TITLES[name])}
              </NavLink>
            ))}
          </nav>
          <div className={styles.content}>{children}</div>
        </div>
      </PageContent>
    </>
  )
}

export function SettingsIndex() {
  return (
    <>
      <PageHeader title={t('Settings')} />
      <PageContent wide>
        <nav aria-label={t('Settings sections')}>
          <ul className={styles.index}>
            {PART_NAMES.map((name) => (
              <li key={name} className={styles.entry}>
                <Link to={PARTS[name]} className={styles.entryLink}>
                  {t(PART_TITLES[name])}
                </Link>
                <p className={styles.how}>{t(ABOUT_WORDS[name])}</p>
              </li>
            ))}
          </ul>
        </nav>
      </PageContent>
    </>
  )
}
