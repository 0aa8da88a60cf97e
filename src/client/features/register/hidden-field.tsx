import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './register.module.css'

/** People don't see it and can't reach it; a program that fills in every field gives itself away. */
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
