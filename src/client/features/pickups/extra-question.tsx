import { Dialog } from '#client/ui/core/dialog.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { StopDraft } from '#client/offline/store/records.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import type { Mark } from './marking.ts'
import { markText } from './stop-words.ts'
import styles from './next-stop.module.css'

interface ExtraQuestionProps {
  /** Null: closed. */
  mark: Mark | null
  stopDraft: StopDraft
  onMark: (mark: Mark, stopDraft: StopDraft) => void
  onClose: () => void
}

/** Asks whether an extra that was typed before is charged where nothing was collected. */
export function ExtraQuestion({ mark, stopDraft, onMark, onClose }: ExtraQuestionProps) {
  const { t } = useTranslation('pickups')
  const amount = showMoney(nearestCents(stopDraft.extraAmount ?? 0))
  return (
    <Dialog
      opened={mark !== null}
      onClose={onClose}
      title={mark === null ? '' : t('extraToo', { outcome: markText(t, mark), amount })}
      from="sheet"
    >
      <div className={styles.asked}>
        {[true, false].map((isWith) => (
          <button
            key={String(isWith)}
            type="button"
            className={styles.other}
            onClick={() => {
              if (mark !== null) onMark(mark, isWith ? stopDraft : withoutExtra(stopDraft))
              onClose()
            }}
          >
            {t(isWith ? 'withExtra' : 'withoutExtra')}
          </button>
        ))}
      </div>
    </Dialog>
  )
}

export const withoutExtra = ({ notes }: StopDraft): StopDraft => (notes === undefined ? {} : { notes })
