import { type FocusEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { DndContext, DragOverlay } from '@dnd-kit/core'
import { SortableContext } from '@dnd-kit/sortable'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { GoneHead, GoneRow } from './gone-rows.tsx'
import type { LaidOut } from './lay-out.ts'
import { RoundRow } from './round-row.tsx'
import { useRow } from './row-context.ts'
import { StopRow } from './stop-row.tsx'
import { TableHead } from './table-head.tsx'
import { useDrag } from './use-drag.ts'
import type { Sought } from './use-stop-acts.ts'
import { useTableWindow } from './use-table-window.ts'
import styles from './stops-table.module.css'

interface StopsTableProps {
  label: string
  laidOut: LaidOut
  ticked: ReadonlySet<string>
  fresh: ReadonlySet<string>
  goneOpened: boolean
  onGone: (opened: boolean) => void
  onDrop: (activeKey: string, overKey: string) => void
  /** The stop to scroll to. */
  seek: Sought | null
}

const STAY = () => null

/** The table of a run's stops: grouped by round, of any length, only visible rows rendered. */
export function StopsTable({
  label,
  laidOut: { items, shown, mixed },
  ticked,
  fresh,
  goneOpened,
  onGone,
  onDrop,
  seek,
}: StopsTableProps) {
  const { t } = useTranslation('runPage')
  const { status, wantedFocus, focusTaken } = useRow()
  const body = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const { dragged, context } = useDrag(items, onDrop)
  const { virtualizer, margin } = useTableWindow(items, body, dragged ?? focused)
  const keys = useMemo(
    () => items.filter(({ kind }) => kind === 'stop' || kind === 'round').map(({ key }) => key),
    [items],
  )
  const ids = useMemo(() => shown.map(({ assignmentID }) => assignmentID), [shown])
  const onFocus = useCallback((event: FocusEvent) => {
    setFocused(event.target.closest<HTMLElement>('[data-stop]')?.dataset['stop'] ?? null)
  }, [])
  const found = useRef<Sought | null>(null)
  useLayoutEffect(() => {
    // Once per request: later data must not scroll the page back while the user reads elsewhere.
    if (seek === null || seek === found.current) return
    const at = items.findIndex(({ key }) => key === seek.assignmentID)
    if (at < 0) return
    found.current = seek
    virtualizer.scrollToIndex(at, { align: 'auto' })
  }, [seek, items, virtualizer])
  useLayoutEffect(() => {
    const wanted = wantedFocus()
    const row = wanted === null ? null : body.current?.querySelector<HTMLElement>(`[data-stop="${wanted}"] [data-name]`)
    if (!row) return
    focusTaken()
    row.focus({ preventScroll: true })
  })
  const lifted = dragged === null ? null : items.find(({ key }) => key === dragged)
  const others = dragged !== null && ticked.has(dragged) ? ticked.size - 1 : 0
  return (
    <DndContext {...context}>
      <div
        role="table"
        aria-label={label}
        aria-rowcount={items.length + 1}
        className={styles.table}
        data-draft={status === 'draft' ? '' : undefined}
        data-settled={status === 'draft' || status === 'active' ? undefined : ''}
        data-mixed={mixed ? '' : undefined}
        onFocus={onFocus}
        onBlur={() => setFocused(null)}
      >
        <TableHead shown={ids} ticked={ticked.size} mixed={mixed} />
        <SortableContext items={keys} strategy={STAY}>
          <div role="rowgroup" ref={body} className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, key, start }) => {
              const item = items[index]!
              const rowIndex = index + 2
              return (
                <div
                  key={key}
                  role="presentation"
                  data-index={index}
                  ref={virtualizer.measureElement}
                  className={styles.slot}
                  style={{ transform: `translateY(${start - margin}px)` }}
                >
                  {item.kind === 'stop' ? (
                    <StopRow
                      stop={item.stop}
                      mixed={mixed}
                      place={item.place}
                      rowIndex={rowIndex}
                      selected={ticked.has(item.key)}
                      fresh={fresh.has(item.key)}
                    />
                  ) : item.kind === 'round' ? (
                    <RoundRow
                      id={item.key}
                      round={item.round}
                      rowIndex={rowIndex}
                      ticked={item.round.shown.filter((one) => ticked.has(one)).length}
                    />
                  ) : item.kind === 'gone-head' ? (
                    <GoneHead
                      count={item.count}
                      rowIndex={rowIndex}
                      opened={goneOpened}
                      onToggle={() => onGone(!goneOpened)}
                    />
                  ) : (
                    <GoneRow stop={item.stop} mixed={mixed} rowIndex={rowIndex} />
                  )}
                </div>
              )
            })}
          </div>
        </SortableContext>
      </div>
      <DragOverlay dropAnimation={null}>
        {lifted?.kind === 'stop' ? (
          <div className={styles.overlay}>
            {others === 0
              ? `${lifted.stop.customer}, ${lifted.stop.address}`
              : t('dragMany', { name: lifted.stop.customer, count: others })}
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  )
}
