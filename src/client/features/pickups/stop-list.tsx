import { startTransition, useCallback, useEffect, useState, type MouseEvent } from 'react'
import { firstScreen, hasShownScreen, screenIsShown } from '#client/ui/core/first-screen.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { rowWords } from './row-words.ts'
import { StopRow } from './stop-row.tsx'
import { isToDo, type Stop } from './stops.ts'
import styles from './stop-list.module.css'

interface StopListProps {
  stops: readonly Stop[]
  currentID: string | null
  pathOf: (assignmentID: string) => string
  /** For an open stop: makes it the next one shown. */
  onChoose: (assignmentID: string) => void
  /** For any other: opens its page. */
  onOpen: (assignmentID: string) => void
}

/** More rows than any phone shows at once. */
const FIRST_ROWS = 14

/**
 * At the start of the app only the rows that fit on a screen, and the rest after the first tap was possible: 150 rows
 * take a slow phone half a second.
 */
function useFirstRows(stops: readonly Stop[]): readonly Stop[] {
  const [whole, setWhole] = useState(hasShownScreen)
  useEffect(() => {
    screenIsShown()
    if (!whole) void firstScreen().then(() => startTransition(() => setWhole(true)))
  }, [whole])
  return whole ? stops : stops.slice(0, FIRST_ROWS)
}

/** The stops in order, with one event handler for all of them. */
export function StopList({ stops, currentID, pathOf, onChoose, onOpen }: StopListProps) {
  const { t } = useTranslation('pickups')
  const onClick = useCallback(
    (event: MouseEvent<HTMLOListElement>) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-stop]') : null
      const assignmentID = row?.dataset['stop']
      if (!row || assignmentID === undefined) return
      if (row instanceof HTMLButtonElement) return onChoose(assignmentID)
      // A link opened in a new tab is left to the browser.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      onOpen(assignmentID)
    },
    [onChoose, onOpen],
  )
  const shown = useFirstRows(stops)
  return (
    <ol className={styles.list} aria-label={t('stops')} onClick={onClick}>
      {shown.map((stop) => (
        <StopRow
          key={stop.assignmentID}
          assignmentID={stop.assignmentID}
          href={isToDo(stop) ? null : pathOf(stop.assignmentID)}
          current={stop.assignmentID === currentID}
          {...rowWords(t, stop)}
        />
      ))}
    </ol>
  )
}
