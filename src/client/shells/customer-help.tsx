import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { t } from '#client/ui/core/texts.ts'
import { CallFirm } from './call-firm.tsx'
import { officePaths } from './office-paths.ts'
import styles from './customer-help.module.css'

/** A customer's page with the way to reach the firm at its foot, in the same place on all (WCAG 3.2.6). */
export function WithHelp({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.page}>{children}</div>
      <footer className={styles.help} aria-label={t('Help')}>
        <Link to={officePaths.newCase('other')}>{t('Ask the office')}</Link>
        <CallFirm />
      </footer>
    </>
  )
}
