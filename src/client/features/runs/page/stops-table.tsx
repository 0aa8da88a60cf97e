import {
  type FocusEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useEffect,
  type RefObject,
} from 'react'
import { DndContext, DragOverlay } from '@dnd-kit/core'
import { SortableContext } from '@dnd-kit/sortable'
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { t } from '#client/ui/core/texts.ts'
import { GoneHead, GoneRow, RoundRow, StopRow } from './table-rows.tsx'
import type { LaidOut, Item } from './lay-out.ts'
import { useRow } from './row-context.ts'
import { TableHead } from './table-head.tsx'
import { useDrag } from './use-drag.ts'
import type { Sought } from './use-stop-acts.ts'
import styles from './stops-table.module.css'

interface StopsTableProps {
  label: string
  laidOut: LaidOut
  ticked: ReadonlySet<string>
  fresh: ReadonlySet<string>
  goneOpened: boolean
  onGone: (opened: boolean) => void
  onDrop: (activeKey: string, overKey: string) => void
  seek: Sought | null
}

const STAY = () => null

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
    // The page scrolls once per request: later data must not scroll it back while the user reads elsewhere.
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
              : t('{{name}} and {{count}} more', { name: lifted.stop.customer, count: others })}
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  )
}

const HEIGHTS = { round: 43, stop: 44, 'gone-head': 53, gone: 44 } as const
const CARD_HEIGHTS = { round: 56, stop: 170, 'gone-head': 56, gone: 120 } as const
const NARROW = '(max-width: 47.99em)'

/**
 * Renders only the visible rows and a few around them; the whole page scrolls. A row being edited or dragged stays
 * rendered, so that its state is not lost.
 */
function useTableWindow(items: readonly Item[], body: RefObject<HTMLDivElement | null>, held: string | null) {
  const [margin, setMargin] = useState(0)
  const [cards] = useState(() => matchMedia(NARROW).matches)
  useLayoutEffect(() => {
    const measure = () => setMargin(Math.round((body.current?.getBoundingClientRect().top ?? 0) + scrollY))
    measure()
    // Content above the table that appears or disappears changes the table's offset.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  const heldAt = useMemo(() => (held === null ? -1 : items.findIndex(({ key }) => key === held)), [items, held])
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      return heldAt < 0 || shown.includes(heldAt) ? shown : [...shown, heldAt].sort((a, b) => a - b)
    },
    [heldAt],
  )
  // The incompatibility concerns memoisation by a compiler, which this product does not use.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: useCallback((at: number) => (cards ? CARD_HEIGHTS : HEIGHTS)[items[at]!.kind], [items, cards]),
    getItemKey: useCallback((at: number) => items[at]!.key, [items]),
    overscan: 12,
    scrollMargin: margin,
    // Focused rows must not end under the sticky head and foot.
    scrollPaddingStart: 150,
    scrollPaddingEnd: 110,
    rangeExtractor,
    useFlushSync: false,
  })
  useEffect(() => virtualizer.measure(), [virtualizer, cards])
  return { virtualizer, margin }
}
