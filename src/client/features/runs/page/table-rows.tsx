import { memo, type KeyboardEvent } from 'react'
import { useSortable } from '@dnd-kit/sortable'
import { figuresInWords } from '#client/shells/stop-figures.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { OFFICE_FIGURES } from '#client/shells/terms.ts'
import type { Round } from './lay-out.ts'
import { useRow } from './row-context.ts'
import { stopActs, type RunStop } from './run-types.ts'
import { StopCells } from './stop-cells.tsx'
import { isSkipped } from './stop-filter.ts'
import styles from './stops-table.module.css'
import parts from './stop-parts.module.css'

interface RoundRowProps {
  id: string
  round: Round
  rowIndex: number
  ticked: number
}

/** The heading of a round: its driver and progress. Stops dropped on it go to the beginning of the round. */
export const RoundRow = memo(function RoundRow({ id, round, rowIndex, ticked }: RoundRowProps) {
  const { status, selectMany } = useRow()
  const { setNodeRef, isOver, activeIndex, index } = useSortable({ id, disabled: { draggable: true } })
  const { runNumber, drivers, stops, figures, bags, shown } = round
  const changing = status === 'draft' || status === 'active'
  const line = !isOver ? '' : activeIndex < index ? styles.dropAfter : styles.dropBefore
  return (
    <div role="row" aria-rowindex={rowIndex} ref={setNodeRef} className={`${styles.round} ${line}`}>
      <div role="cell" className={styles.tick}>
        {changing ? (
          <input
            type="checkbox"
            aria-label={t('Select run {{round}}', { round: runNumber })}
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
          {t('Run {{round}}', { round: runNumber })} · {drivers.map((name) => name || t('No driver')).join(', ')}
        </h2>
        <span>
          {status === 'draft'
            ? plural(stops, '{{count}} stop', '{{count}} stops')
            : figuresInWords(figures, OFFICE_FIGURES)}
        </span>
        {status === 'draft' ? null : <span>{plural(bags, '{{count}} bag', '{{count}} bags')}</span>}
      </div>
    </div>
  )
})

interface StopRowProps {
  stop: RunStop
  mixed: boolean
  place: number
  rowIndex: number
  selected: boolean
  fresh: boolean
}

/**
 * One stop on the run: ticked, dragged by its handle, moved by Alt and an arrow key. Arrow keys alone move the focus
 * between names.
 */
export const StopRow = memo(function StopRow({ stop, mixed, place, rowIndex, selected, fresh }: StopRowProps) {
  const { status, rights, toggle, stepBy, focusBeside } = useRow()
  const { assignmentID, customer } = stop
  const movable = stopActs({ status }, stop, rights).has('order')
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging, isOver, activeIndex, index } =
    useSortable({ id: assignmentID, disabled: !movable })
  const line = !isOver || activeIndex === index ? '' : activeIndex < index ? styles.dropAfter : styles.dropBefore
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (
      by === null ||
      !(event.target instanceof HTMLElement) ||
      event.target.closest('select, input:not([type=checkbox]), textarea, [role=menu]')
    )
      return
    if (event.altKey && movable) stepBy(assignmentID, by)
    else if (!event.altKey && event.target.matches('[data-name]')) focusBeside(assignmentID, by)
    else return
    event.preventDefault()
  }
  const look = [
    styles.row,
    line,
    isSkipped(stop) || (status === 'draft' && stop.onHold) ? styles.grey : '',
    selected ? styles.ticked : '',
    fresh ? styles.fresh : '',
    isDragging ? styles.lifted : '',
  ]
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      ref={setNodeRef}
      className={look.join(' ')}
      data-stop={assignmentID}
      onKeyDown={onKeyDown}
    >
      <div role="cell" className={styles.tick}>
        {status === 'draft' || status === 'active' ? (
          <input
            type="checkbox"
            aria-label={t('Select {{name}}', { name: customer })}
            checked={selected}
            onChange={() => undefined}
            // The click event has the state of Shift, the change event does not.
            onClick={({ shiftKey }) => toggle(assignmentID, shiftKey)}
          />
        ) : null}
      </div>
      <div role="cell" className={styles.handleCell}>
        {movable ? (
          <button
            type="button"
            className={parts.handle}
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            aria-label={t('Move {{name}}', { name: customer })}
          >
            ⠿
          </button>
        ) : null}
      </div>
      <StopCells stop={stop} mixed={mixed} place={place} />
    </div>
  )
})

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
  return (
    <div role="row" aria-rowindex={rowIndex} className={styles.goneHead}>
      <div role="cell">
        <button type="button" className={styles.fold} aria-expanded={opened} onClick={onToggle}>
          <span aria-hidden="true">{opened ? '▾' : '▸'}</span> {t('No longer on this run ({{count}})', { count })}
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
