import { deviceStorage } from '#client/api/browser-storage.ts'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button, Flex, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { refusals } from '#domain/refusals.ts'
import type { SearchPlaces } from '#client/shells/office-feature.ts'
import { SearchIcon } from '#client/ui/office/search-icon.tsx'
import { searchEverywhere } from '#contract/v1/search.ts'
import { keyword as keywordShape } from '#contract/shapes.ts'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { checkValue } from '#client/shells/check-value.ts'
import { ask, whyStale, LOOK_UPS } from '#client/api/query-client.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { SearchHits } from './search-hits.tsx'
import { choicesOf, grouped } from './search-choices.ts'
import styles from './search.module.css'

/**
 * The search box and its results: a combobox whose list is always open
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function SearchPanel({ places, onClose }: { places: SearchPlaces; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [recent, setRecent] = useState(recentSearches)
  const [place, setPlace] = useState(0)
  const search = useSearch(typed)
  const listID = useId()
  const box = useRef<HTMLInputElement>(null)
  const isEmpty = typed.trim() === ''
  const choices = choicesOf(search.groups, places, typed.trim())
  const count = isEmpty ? recent.length : choices.length
  const active = count === 0 ? -1 : Math.min(place, count - 1)
  const optionID = (at: number) => `${listID}-${at}`
  const type = (text: string) => {
    setTyped(text)
    setPlace(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      const next = (active + step + count) % count
      setPlace(next)
      document.getElementById(optionID(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // Clicked like any link of the page, so that the question about unsaved changes is asked.
      document.getElementById(optionID(active))?.click()
    }
  }
  const status = isEmpty
    ? ''
    : search.tooLong !== null
      ? search.tooLong
      : search.isTooShort
        ? refusals.keyword_too_short.message
        : search.stale !== null
          ? t(
              search.stale === 'server'
                ? 'The server isn’t answering. Please try again.'
                : 'No connection to the server. Trying again shortly.',
            )
          : search.isSearching
            ? t('Searching…')
            : search.isNothing
              ? t('No matches for “{{keyword}}”', { keyword: typed.trim() })
              : search.hasMore
                ? plural(
                    search.groups.reduce((sum, { hits }) => sum + hits.length, 0),
                    'First {{count}}',
                    'First {{count}}; type more to narrow it down',
                  )
                : plural(
                    search.groups.reduce((sum, { hits }) => sum + hits.length, 0),
                    '{{count}} result',
                    '{{count}} results',
                  )
  return (
    <Flex direction="column" gap="xs" h="min(34rem, calc(100dvh - 80px))">
      <Group wrap="nowrap" pl="sm" className={styles.box}>
        <SearchIcon size={22} />
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-expanded={count > 0}
          aria-controls={listID}
          aria-autocomplete="list"
          aria-activedescendant={active === -1 ? undefined : optionID(active)}
          aria-label={t('Customer, request, driver, suburb, run or invoice')}
          placeholder={t('Name, number, address or phone')}
          autoComplete="off"
          spellCheck={false}
          // The search dialog focuses its input: https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button variant="subtle" px="sm" onClick={onClose}>
          {t('Close')}
        </Button>
      </Group>
      <Text role="status" mih="1.4em" px={4} c={search.isTooShort ? 'var(--br-bad-go)' : 'dimmed'}>
        {status}
      </Text>
      <div
        id={listID}
        role="listbox"
        aria-label={t(isEmpty ? 'Recent searches' : 'Results')}
        aria-busy={search.isSearching}
        style={{ flex: 1, minHeight: 0, overflowY: 'auto' }}
      >
        {isEmpty ? (
          recent.length === 0 ? null : (
            <div role="group" aria-label={t('Recent searches')}>
              <Text component="div" c="dimmed" fz="sm" fw={600} p="10px 10px 4px" aria-hidden="true">
                {t('Recent searches')}
              </Text>
              {recent.map((keyword, at) => (
                // Reached by the arrow keys of the input, which keeps the focus.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                <div
                  key={keyword}
                  id={optionID(at)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === active}
                  className={styles.hit}
                  onClick={() => {
                    type(keyword)
                    box.current?.focus()
                  }}
                >
                  {keyword}
                </div>
              ))}
            </div>
          )
        ) : (
          <SearchHits
            choices={choices}
            active={active}
            optionID={optionID}
            onOpen={() => {
              rememberSearch(typed.trim())
              onClose()
            }}
          />
        )}
      </div>
      <Group justify="space-between" mih={30}>
        <Text span c="dimmed" fz="sm" className={styles.how}>
          {t('↑ ↓ to choose, Enter to open, Esc to close')}
        </Text>
        {isEmpty && recent.length > 0 ? (
          <Button
            variant="subtle"
            px="sm"
            onClick={() => {
              forgetSearches()
              setRecent([])
              box.current?.focus()
            }}
          >
            {t('Clear')}
          </Button>
        ) : null}
      </Group>
    </Flex>
  )
}

const SEARCH_AFTER_MS = 200

function useSearch(typed: string) {
  const wanted = typed.trim()
  const [keyword] = useDebouncedValue(wanted, SEARCH_AFTER_MS)
  const tooLong = checkValue(keywordShape, wanted)
  const isLong = tooLong === null && wanted.length >= KEYWORD_MIN && keyword.length >= KEYWORD_MIN
  // The panel shows errors itself, because a failed search must not replace the page by the error screen.
  const { data, error, isFetching } = useQuery({
    ...ask(searchEverywhere, { keyword }),
    enabled: isLong,
    throwOnError: false,
    placeholderData: keepPreviousData,
  })
  return {
    groups: isLong && data !== undefined ? grouped(data.items) : [],
    hasMore: data?.more ?? false,
    tooLong,
    isTooShort: wanted !== '' && wanted.length < KEYWORD_MIN,
    isSearching: wanted.length >= KEYWORD_MIN && (isFetching || keyword !== wanted),
    isNothing: isLong && keyword === wanted && !isFetching && data?.items.length === 0,
    stale: isLong ? whyStale(error) : null,
  }
}

/** A sign-out deletes it with the other look-ups, because it contains customers' names. */
const KEY = `${LOOK_UPS}-searches`
const KEPT = 5

function recentSearches(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(deviceStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

function rememberSearch(keyword: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== keyword.toLowerCase())
  deviceStorage.setItem(KEY, JSON.stringify([keyword, ...others].slice(0, KEPT)))
}

function forgetSearches(): void {
  deviceStorage.removeItem(KEY)
}
