import { startTransition, useCallback, useEffect, useState, type MouseEvent, memo } from 'react'
import { firstScreen, hasShownScreen, screenIsShown } from '#client/ui/core/first-screen.ts'
import { AlertIcon, CheckIcon, UpIcon } from '#client/ui/core/icons.tsx'
import { classes } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { rowWords, type RowWords } from './stop-words.ts'
import { isToDo, type Stop } from './stops.ts'
import tones from '#client/ui/core/tones.module.css'
import styles from './stop-list.module.css'

interface StopListProps {
  stops: readonly Stop[]
  currentID: string | null
  pathOf: (assignmentID: string) => string
  /** Makes an open stop the next one shown; absent: an open stop is a link as well. */
  onChoose?: (assignmentID: string) => void
  /** Opens the page of any other stop. */
  onOpen: (assignmentID: string) => void
}

/** More rows than any phone shows at once. */
const FIRST_ROWS = 14

/**
 * At the app's start only the rows that fit on a screen are rendered, and the rest once the first tap is possible,
 * because 150 rows take a slow phone half a second.
 */
function useFirstRows(stops: readonly Stop[]): readonly Stop[] {
  const [whole, setWhole] = useState(hasShownScreen)
  useEffect(() => {
    screenIsShown()
    if (!whole) void firstScreen().then(() => startTransition(() => setWhole(true)))
  }, [whole])
  return whole ? stops : stops.slice(0, FIRST_ROWS)
}

/** One event handler serves all stops. */
export function StopList({ stops, currentID, pathOf, onChoose, onOpen }: StopListProps) {
  const onClick = useCallback(
    (event: MouseEvent<HTMLOListElement>) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-stop]') : null
      const assignmentID = row?.dataset['stop']
      if (!row || assignmentID === undefined) return
      if (row instanceof HTMLButtonElement) return onChoose?.(assignmentID)
      // The browser handles a link opened in a new tab.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      onOpen(assignmentID)
    },
    [onChoose, onOpen],
  )
  const shown = useFirstRows(stops)
  return (
    <ol className={styles.list} aria-label={t('Stops')} onClick={onClick}>
      {shown.map((stop) => (
        <StopRow
          key={stop.assignmentID}
          assignmentID={stop.assignmentID}
          href={onChoose && isToDo(stop) ? null : pathOf(stop.assignmentID)}
          current={stop.assignmentID === currentID}
          {...rowWords(stop)}
        />
      ))}
    </ol>
  )
}

const TONES = { 'to-do': null, collected: 'good', missed: 'warn', empty: 'rest' } as const

interface StopRowProps extends RowWords {
  assignmentID: string
  /** The address of its page; null for an open stop, which becomes the next one shown. */
  href: string | null
  current: boolean
}

/**
 * One line of the list. It is plain and memoised by its texts, because a slow phone paints 150 of them
 * (decisions/phone.md).
 */
const StopRow = memo(function StopRow({
  assignmentID,
  href,
  current,
  mark,
  tone,
  struck,
  street,
  who,
  extra,
  outcome,
  time,
  delivery,
  deliveryText,
}: StopRowProps) {
  const inside = (
    <>
      <span className={classes(styles.number, tones[TONES[tone] ?? ''])}>
        {tone === 'collected' ? <CheckIcon /> : mark}
      </span>
      <span className={styles.where}>
        <span className={styles.street}>{street}</span>
        <span className={styles.soft}>{who}</span>
        {extra === '' ? null : <span className={styles.soft}>{extra}</span>}
        {deliveryText === '' ? null : (
          <span
            className={classes(
              styles.delivery,
              delivery === 'needs-attention' && styles.attention,
              delivery === 'sent' && styles.sent,
            )}
          >
            {delivery === 'sent' ? (
              <CheckIcon size={16} />
            ) : delivery === 'saved-here' ? (
              <UpIcon size={16} />
            ) : (
              <AlertIcon size={16} />
            )}
            {deliveryText}
          </span>
        )}
      </span>
      {outcome === '' ? null : (
        <span className={styles.right}>
          <span className={styles.outcome}>{outcome}</span>
          {time === '' ? null : <span>{time}</span>}
        </span>
      )}
    </>
  )
  const look = classes(styles.row, struck && styles.struck, current && styles.current)
  return (
    <li className={styles.item}>
      {href === null ? (
        <button type="button" className={look} data-stop={assignmentID} aria-current={current ? 'step' : undefined}>
          {inside}
        </button>
      ) : (
        <a href={href} className={look} data-stop={assignmentID}>
          {inside}
        </a>
      )}
    </li>
  )
})
