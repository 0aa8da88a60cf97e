import { useTranslation } from '#client/ui/use-translation.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import styles from './sheet.module.css'

interface BagsSheetProps {
  opened: boolean
  onClose: () => void
  onChoose: (bags: number) => void
}

const BIGGER = [4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25] as const

/** Bigger numbers, each one tap. */
export function BagsSheet({ opened, onClose, onChoose }: BagsSheetProps) {
  const { t } = useTranslation('pickups')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('howManyBags')} from="sheet">
      <div className={styles.numbers}>
        {BIGGER.map((bags) => (
          <button key={bags} type="button" className={styles.choice} aria-label={t('bagChoice', { count: bags })} onClick={() => onChoose(bags)}>
            {bags}
          </button>
        ))}
      </div>
      <button type="button" className={`${styles.choice} ${styles.close}`} onClick={onClose}>
        {t('close')}
      </button>
    </Dialog>
  )
}
