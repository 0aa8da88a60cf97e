import { Progress } from '@mantine/core'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { ImportProgress } from './use-import-progress.ts'
import styles from './import-page.module.css'

/** @param progress null: the file is being uploaded */
export function ProgressBar({ label, progress }: { label: string; progress: ImportProgress | null }) {
  const { t } = useTranslation('imports')
  const { done, rows } = progress ?? { done: 0, rows: 0 }
  return (
    <div className={styles.progress}>
      <Progress
        value={rows === 0 ? 0 : (done / rows) * 100}
        size="lg"
        radius="xl"
        color="var(--br-go)"
        className={styles.bar}
        aria-label={label}
      />
      <p role="status">{progress === null || rows === 0 ? t('starting') : t('progress', { done, rows })}</p>
    </div>
  )
}
