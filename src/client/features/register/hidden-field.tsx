import { t } from '#client/ui/core/texts.ts'
import styles from './register.module.css'

/** People can't see or reach it, so a filled-in field comes from a program. */
export function HiddenField() {
  return (
    <div className={styles.hidden} aria-hidden="true">
      <label>
        {t('Leave this field empty')}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
