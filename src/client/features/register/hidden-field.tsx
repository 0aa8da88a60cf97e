import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './register.module.css'

/** People can't see or reach it, so a filled-in field comes from a program. */
export function HiddenField() {
  const { t } = useTranslation('register')
  return (
    <div className={styles.hidden} aria-hidden="true">
      <label>
        {t('website')}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
