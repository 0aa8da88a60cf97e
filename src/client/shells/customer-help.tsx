import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { CallFirm } from './call-firm.tsx'
import { officePaths } from './office-paths.ts'
import styles from './customer-help.module.css'

/** A customer's page with the way to reach the firm at its foot, in the same place on all (WCAG 3.2.6). */
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
