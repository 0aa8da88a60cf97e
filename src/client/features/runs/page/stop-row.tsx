import { type KeyboardEvent, memo } from 'react'
import { useSortable } from '@dnd-kit/sortable'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useRow } from './row-context.ts'
import { stopActs } from './run-acts.ts'
import type { RunStop } from './run-types.ts'
import { StopCells } from './stop-cells.tsx'
import { stateOf } from './stop-filter.ts'
import parts from './stop-parts.module.css'
import styles from './stops-table.module.css'

interface StopRowProps {
  stop: RunStop
  /** Whether rows show their driver. */
  mixed: boolean
  place: number
  rowIndex: number
  selected: boolean
  fresh: boolean
}

/**
 * One stop on the run: ticked, dragged by its handle, moved by Alt and an arrow key; arrow keys alone move the focus
 * between names.
 */
export const StopRow = memo(function StopRow({ stop, mixed, place, rowIndex, selected, fresh }: StopRowProps) {
  const { t } = useTranslation('runPage')
  const { status, allowReAssign, toggle, stepBy, focusBeside } = useRow()
  const { assignmentID, customer } = stop
  const movable = stopActs({ status }, stop, allowReAssign).has('order')
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
    stateOf(stop) === 'no-pickup' ? styles.grey : '',
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
            aria-label={t('selectStop', { name: customer })}
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
            aria-label={t('dragStop', { name: customer })}
          >
            ⠿
          </button>
        ) : null}
      </div>
      <StopCells stop={stop} mixed={mixed} place={place} />
    </div>
  )
})
