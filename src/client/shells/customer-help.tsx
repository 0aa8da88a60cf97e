import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { CallFirm } from './call-firm.tsx'
import { officePaths } from './office-paths.ts'
import styles from './customer-help.module.css'

/** A customer's page, and at its foot, in one place on all (WCAG 3.2.6), how to reach the firm. */
export function WithHelp({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shells')
  return (
    <>
      <div className={styles.page}>{children}</div>
      <footer className={styles.help} aria-label={t('help')}>
        <Link to={officePaths.newCase('other')}>{t('helpAsk')}</Link>
        <CallFirm />
      </footer>
    </>
  )
}
