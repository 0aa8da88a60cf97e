import { useTranslation } from '#client/ui/core/use-translation.ts'
import { AlertIcon } from '#client/ui/core/icons.tsx'
import { failureText } from './failure-words.ts'
import type { Marking } from './marking.ts'
import styles from './not-saved-alert.module.css'

/** Large, so that a driver who looks away after the tap does not assume it was saved. The entered values stay. */
export function NotSavedAlert({ failure, onRead }: { failure: NonNullable<Marking['failure']>; onRead: () => void }) {
  const { t } = useTranslation('pickups')
  return (
    <div role="alert" className={styles.alert}>
      <AlertIcon size={32} />
      <p className={styles.why}>{failureText(t, failure)}</p>
      <button type="button" className={styles.ok} onClick={onRead}>
        {t('ok')}
      </button>
    </div>
  )
}
