import { useId, useRef, useState, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { boxLook } from '#client/ui/core/field.tsx'
import { ChoiceRow, classes, Row, Stack } from '#client/ui/core/parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { SHOWS, type Counted, type Filter, type TakenOff } from './stops.ts'
import styles from './pickups-page.module.css'

interface StopFiltersProps {
  filter: Filter
  counted: Counted
  suburbs: readonly string[]
  finding: boolean
  ordering: boolean
  mapPath: string
  onFilter: (filter: Partial<Filter>) => void
  onFinding: (finding: boolean) => void
  onOrdering: (ordering: boolean) => void
}

export function StopFilters({
  filter,
  counted,
  suburbs,
  finding,
  ordering,
  mapPath,
  onFilter,
  onFinding,
  onOrdering,
}: StopFiltersProps) {
  const findButton = useRef<HTMLButtonElement>(null)
  const suburbID = useId()
  // A search covers all stops, so the tab shown as current is All.
  const shown = filter.words === '' ? filter.show : 'all'
  // On most days nothing is not done, and three tabs fit one line of a narrow phone.
  const tabs = SHOWS.filter((show) => show !== 'not-done' || counted['not-done'] > 0 || shown === show)
  const label = {
    'to-do': t('To do {{count}}', { count: counted['to-do'] }),
    done: t('Done {{count}}', { count: counted.done }),
    'not-done': t('Not done {{count}}', { count: counted['not-done'] }),
    all: t('All {{count}}', { count: counted.all }),
  }

  return (
    <Stack gap="small">
      <ChoiceRow
        label={t('Show')}
        choices={tabs.map((show) => [show, label[show]])}
        chosen={shown === 'off' ? null : shown}
        onChoose={(show) => onFilter({ show })}
      />
      <Row gap="small">
        <select
          id={suburbID}
          aria-label={t('Suburb')}
          className={classes(boxLook, styles.suburb)}
          value={filter.suburb}
          onChange={(event) => onFilter({ suburb: event.target.value })}
        >
          <option value="">{t('All suburbs')}</option>
          {suburbs.map((suburb) => (
            <option key={suburb}>{suburb}</option>
          ))}
        </select>
        <Button ref={findButton} variant="plain" aria-expanded={finding} onClick={() => onFinding(!finding)}>
          {t('Search')}
        </Button>
        <Button variant="plain" aria-pressed={ordering} onClick={() => onOrdering(!ordering)}>
          {t('Order')}
        </Button>
        <Link className={buttonLook('plain')} to={mapPath} aria-label={t('Map of the run')}>
          {t('Map')}
        </Link>
      </Row>
      {finding ? (
        <FindField
          words={filter.words}
          onWords={(words) => onFilter({ words })}
          onClose={() => {
            onFinding(false)
            findButton.current?.focus()
          }}
        />
      ) : null}
    </Stack>
  )
}

/** The box shows every letter at once; the address and the list follow. */
function FindField({
  words,
  onWords,
  onClose,
}: {
  words: string
  onWords: (words: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState(words)
  return (
    <input
      type="search"
      className={boxLook}
      aria-label={t('Name or street')}
      placeholder={t('Name or street')}
      autoComplete="off"
      enterKeyHint="search"
      autoFocus
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onWords(event.target.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        // The list follows every letter, so Enter only closes the keyboard.
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

interface TakenOffLineProps {
  off: TakenOff
  shown: boolean
  onShow: (show: boolean) => void
}

/** Says why the count decreased. */
export function TakenOffLine({ off, shown, onShow }: TakenOffLineProps) {
  if (off.count === 0) return null
  const reasons = [
    off.toAnotherWeek > 0 ? t('{{count}} moved to another week', { count: off.toAnotherWeek }) : '',
    off.byOffice > 0 ? t('{{count}} moved or removed by the office', { count: off.byOffice }) : '',
    off.cancelled > 0 ? t('{{count}} cancelled by the customer', { count: off.cancelled }) : '',
  ]
  return (
    <button type="button" className={styles.off} aria-pressed={shown} onClick={() => onShow(!shown)}>
      <strong>
        {plural(off.count, '{{count}} stop is no longer on your run', '{{count}} stops are no longer on your run')}
      </strong>
      <span>{reasons.filter((reason) => reason !== '').join(', ')}</span>
      {off.recorded > 0 ? (
        <span>
          {plural(
            off.recorded,
            'You recorded {{count}} of them: it is kept, and the office decides if it counts.',
            'You recorded {{count}} of them: they are kept, and the office decides if they count.',
          )}
        </span>
      ) : null}
    </button>
  )
}

/** `/` focuses the search, as on every list (screens.md, "For everyone"), unless the user is typing in a field. */
export function useSlashKey(onSlash: () => void): void {
  const latest = useRef(onSlash)
  useEffect(() => {
    latest.current = onSlash
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
