import { useState } from 'react'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { BAGS_MAX } from '#domain/limits.ts'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { useHold } from './use-hold.ts'
import styles from './sheet.module.css'

interface BagsSheetProps {
  opened: boolean
  /** The current count: the stepper begins there. */
  bags: number
  onClose: () => void
  onChoose: (bags: number) => void
}

const QUICK = [4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25] as const

/** Common larger numbers by one tap each; any other by stepping, holding a step button, or typing. */
export function BagsSheet({ opened, bags, onClose, onChoose }: BagsSheetProps) {
  const { t } = useTranslation('pickups')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('howManyBags')} from="sheet">
      <div className={styles.numbers}>
        {QUICK.map((count) => (
          <button
            key={count}
            type="button"
            className={styles.choice}
            aria-label={t('bagChoice', { count })}
            onClick={() => onChoose(count)}
          >
            {count}
          </button>
        ))}
      </div>
      <AnyNumber bags={bags} onChoose={onChoose} />
      <button type="button" className={`${styles.choice} ${styles.close}`} onClick={onClose}>
        {t('close')}
      </button>
    </Dialog>
  )
}

function AnyNumber({ bags, onChoose }: Pick<BagsSheetProps, 'bags' | 'onChoose'>) {
  const { t } = useTranslation('pickups')
  const [text, setText] = useState(String(bags))
  const count = /^\d+$/.test(text.trim()) ? Number(text) : 0
  const fits = count >= 1 && count <= BAGS_MAX
  const step = (by: number) => setText((before) => String(Math.min(BAGS_MAX, Math.max(1, (Number(before) || 0) + by))))
  const fewer = useHold(() => step(-1))
  const more = useHold(() => step(1))
  return (
    <form
      className={styles.any}
      onSubmit={(event) => {
        event.preventDefault()
        if (fits) onChoose(count)
      }}
    >
      <button type="button" className={styles.choice} aria-label={t('fewerBags')} {...fewer}>
        −1
      </button>
      <input
        className={styles.input}
        aria-label={t('bags')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="button" className={styles.choice} aria-label={t('oneMoreBag')} {...more}>
        +1
      </button>
      <button type="submit" className={`${styles.choice} ${styles.use}`} disabled={!fits}>
        {t('useBags', { count })}
      </button>
    </form>
  )
}
