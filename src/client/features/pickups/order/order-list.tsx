import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { Link } from 'react-router-dom'
import { buttonLook } from '#client/ui/core/button.tsx'
import { classes, Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Stop } from '../stops.ts'
import styles from '../stop-list.module.css'

interface OrderListProps {
  shortestPath: string
  /** Open stops, in the driver's order. */
  stops: readonly Stop[]
  onMoveNext: (stop: Stop) => void
  /** @param before null: to the end of the run */
  onPlace: (stop: Stop, before: Stop | null) => void
}

/** Stops are dragged by a handle, moved with the arrow keys, or made the next one. */
export function OrderList({ shortestPath, stops, onMoveNext, onPlace }: OrderListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const stopOf = (element: EventTarget | null): Stop | undefined => {
    const row = element instanceof Element ? element.closest<HTMLElement>('[data-stop]') : null
    return stops.find((stop) => stop.assignmentID === row?.dataset['stop'])
  }
  const isHandle = (element: EventTarget): element is Element =>
    element instanceof Element && element.closest('[data-handle]') !== null

  function onClick(event: MouseEvent): void {
    const stop = stopOf(event.target)
    if (stop && event.target instanceof Element && event.target.closest('[data-next]')) onMoveNext(stop)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const stop = isHandle(event.target) ? stopOf(event.target) : undefined
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!stop || step === 0) return
    event.preventDefault()
    const at = stops.indexOf(stop)
    const target = stops[at + step]
    // Moving down places it before the stop after the next.
    if (target) onPlace(stop, step === -1 ? target : (stops[at + 2] ?? null))
  }

  function onPointerDown(event: PointerEvent): void {
    const stop = isHandle(event.target) ? stopOf(event.target) : undefined
    if (!stop) return
    list.current?.setPointerCapture(event.pointerId)
    setDragged(stop.assignmentID)
  }

  function onPointerMove(event: PointerEvent): void {
    if (dragged === null) return
    scrollAtTheEdge(event.clientY)
    const under = stopOf(document.elementFromPoint(event.clientX, event.clientY))
    setOver(under?.assignmentID ?? null)
  }

  function onPointerUp(): void {
    const stop = stops.find(({ assignmentID }) => assignmentID === dragged)
    const at = stops.findIndex(({ assignmentID }) => assignmentID === over)
    // A stop dragged down takes the place of the one it is dropped on, which moves up.
    const target = stop && at > stops.indexOf(stop) ? (stops[at + 1] ?? null) : stops[at]
    if (stop && at >= 0 && target !== stop && over !== dragged) onPlace(stop, target ?? null)
    setDragged(null)
    setOver(null)
  }

  const from = stops.findIndex(({ assignmentID }) => assignmentID === dragged)
  return (
    <>
      <Soft>{t('Drag a stop by its three lines. The office’s order stays the same.')}</Soft>
      <Link className={buttonLook('plain')} to={shortestPath}>
        {t('Shortest order')}
      </Link>
      <ol
        ref={list}
        className={styles.list}
        aria-label={t('Stops')}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          setDragged(null)
          setOver(null)
        }}
      >
        {stops.map((stop, at) => {
          const target =
            over === stop.assignmentID && over !== dragged ? (at > from ? styles.dropAfter : styles.dropBefore) : ''
          return (
            <li
              key={stop.assignmentID}
              data-stop={stop.assignmentID}
              className={`${styles.ordering} ${stop.assignmentID === dragged ? styles.dragged : ''} ${target}`}
            >
              <button
                type="button"
                data-handle
                aria-keyshortcuts="ArrowUp ArrowDown"
                className={styles.handle}
                aria-label={t('Move {{street}}', { street: stop.address })}
              >
                <HandleIcon />
              </button>
              <span className={styles.where}>
                <span className={styles.street}>
                  {stop.number} · {stop.address}
                </span>
                <span className={styles.soft}>{stop.suburb}</span>
              </span>
              <button
                type="button"
                data-next
                className={classes(buttonLook('plain'), styles.moveNext)}
                disabled={at === 0}
              >
                {t('Move next')}
              </button>
            </li>
          )
        })}
      </ol>
    </>
  )
}

const EDGE_PX = 120
const STEP_PX = 14

function scrollAtTheEdge(y: number): void {
  if (y < EDGE_PX) window.scrollBy(0, -STEP_PX)
  else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, STEP_PX)
}

function HandleIcon() {
  return (
    <svg
      width={28}
      height={28}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.4}
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M5 8h14M5 12h14M5 16h14" />
    </svg>
  )
}
