import { memo } from 'react'
import { useSortable } from '@dnd-kit/sortable'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Round } from './lay-out.ts'
import { useRow } from './row-context.ts'
import styles from './stops-table.module.css'

interface RoundRowProps {
  id: string
  round: Round
  rowIndex: number
  /** How many of the shown stops are ticked. */
  ticked: number
}

/** The heading of a round: its driver and progress. Stops dropped on it go to the beginning of the round. */
export const RoundRow = memo(function RoundRow({ id, round, rowIndex, ticked }: RoundRowProps) {
  const { t } = useTranslation('runPage')
  const { status, selectMany } = useRow()
  const { setNodeRef, isOver, activeIndex, index } = useSortable({ id, disabled: { draggable: true } })
  const { runNumber, drivers, stops, done, bags, shown } = round
  const changing = status === 'draft' || status === 'active'
  const line = !isOver ? '' : activeIndex < index ? styles.dropAfter : styles.dropBefore
  return (
    <div role="row" aria-rowindex={rowIndex} ref={setNodeRef} className={`${styles.round} ${line}`}>
      <div role="cell" className={styles.tick}>
        {changing ? (
          <input
            type="checkbox"
            aria-label={t('selectRound', { round: runNumber })}
            checked={ticked === shown.length}
            ref={(box) => {
              if (box !== null) box.indeterminate = ticked > 0 && ticked < shown.length
            }}
            onChange={({ currentTarget: { checked } }) => selectMany(shown, checked)}
          />
        ) : null}
      </div>
      <div role="cell" className={styles.roundName}>
        <h2>
          {t('round', { round: runNumber })} · {drivers.map((name) => name || t('undriven')).join(', ')}
        </h2>
        <span>{status === 'draft' ? t('roundStops', { count: stops }) : t('roundDone', { done, count: stops })}</span>
        {status === 'draft' ? null : <span>{t('roundBags', { count: bags })}</span>}
      </div>
    </div>
  )
})
