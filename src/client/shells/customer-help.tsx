import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { showPhone } from '#domain/phone-number-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { officePaths } from './office-paths.ts'
import { useOffice } from './office.tsx'
import styles from './customer-help.module.css'

/** A customer's page, and at its foot, in one place on all (WCAG 3.2.6), how to reach the firm. */
export function WithHelp({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shells')
  const { phone = '' } = useOffice().profile.business
  return (
    <>
      <div className={styles.page}>{children}</div>
      <footer className={styles.help} aria-label={t('help')}>
        <Link to={officePaths.newCase('other')}>{t('helpAsk')}</Link>
        {phone === '' ? null : (
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{t('helpCall', { phone: showPhone(phone) })}</a>
        )}
      </footer>
    </>
  )
}
