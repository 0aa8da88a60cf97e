import { NavLink } from 'react-router-dom'
import { officePaths } from '#client/shells/office-paths.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { paysPaths } from './pays-paths.ts'
import styles from './pays.module.css'

export function PaysTabs() {
  const { t } = useTranslation('pays')
  return (
    <nav className={styles.tabs} aria-label={t('parts')}>
      <NavLink to={officePaths.incomes()} end className={styles.tab!}>
        {t('title')}
      </NavLink>
      <NavLink to={paysPaths.payments()} className={styles.tab!}>
        {t('payments')}
      </NavLink>
    </nav>
  )
}
