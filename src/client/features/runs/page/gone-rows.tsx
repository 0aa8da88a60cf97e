import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { RunStop } from './run-types.ts'
import { StopCells } from './stop-cells.tsx'
import styles from './stops-table.module.css'

/** The heading of shifted and removed stops, which expands and collapses them below the others. */
export function GoneHead({
  count,
  rowIndex,
  opened,
  onToggle,
}: {
  count: number
  rowIndex: number
  opened: boolean
  onToggle: () => void
}) {
  const { t } = useTranslation('runPage')
  return (
    <div role="row" aria-rowindex={rowIndex} className={styles.goneHead}>
      <div role="cell">
        <button type="button" className={styles.fold} aria-expanded={opened} onClick={onToggle}>
          <span aria-hidden="true">{opened ? '▾' : '▸'}</span> {t('gone', { count })}
        </button>
      </div>
    </div>
  )
}

export function GoneRow({ stop, mixed, rowIndex }: { stop: RunStop; mixed: boolean; rowIndex: number }) {
  return (
    <div role="row" aria-rowindex={rowIndex} className={`${styles.row} ${styles.grey}`} data-stop={stop.assignmentID}>
      <div role="cell" className={styles.tick} />
      <div role="cell" className={styles.handleCell} />
      <StopCells stop={stop} mixed={mixed} place={null} />
    </div>
  )
}
