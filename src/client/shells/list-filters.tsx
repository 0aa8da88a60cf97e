import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { refusals } from '#domain/refusals.ts'
import { isDay } from '#domain/dates.ts'
import { SearchIcon } from '#client/ui/office/search-icon.tsx'
import { t } from '#client/ui/core/texts.ts'
import { DayInput } from './day-input.tsx'
import type { ListAddress } from './list-address.ts'
import { RemotePick, type PickSource } from './remote-pick.tsx'
import { WeekFilter } from './week-filter.tsx'
import styles from './list-screen.module.css'

/**
 * One filter; `name` is its name on the wire. `more`: hidden behind "More filters" until it is used; `always`: even
 * then.
 */
export type Filter = { readonly more?: boolean | 'always' } & OneOf
type OneOf =
  | {
      readonly kind: 'choice'
      readonly name: string
      readonly label: string
      readonly options: readonly { value: string; label: string }[]
      readonly any?: string
    }
  | { readonly kind: 'flag'; readonly name: string; readonly label: string }
  | { readonly kind: 'day'; readonly name: string; readonly label: string }
  /** From 1. */
  | { readonly kind: 'number'; readonly name: string; readonly label: string; readonly max: number }
  /** Year, month and week in one; the name is not sent. */
  | { readonly kind: 'week'; readonly name: string; readonly label: string }
  | { readonly kind: 'pick'; readonly name: string; readonly label: string; readonly source: PickSource }

const SEARCH_AFTER_MS = 300
const WEEK = ['yearNumber', 'monthNumber', 'weekNumber'] as const

export const namesOf = (filter: Filter): readonly string[] => (filter.kind === 'week' ? WEEK : [filter.name])

interface ListFiltersProps {
  address: ListAddress
  filters: readonly Filter[]
  /** Placeholder of the search box, naming the searched fields; without it the list has no search. */
  search: string | undefined
}

export function ListFilters({ address, filters, search }: ListFiltersProps) {
  const [opened, setOpened] = useState(false)
  const isChosen = (filter: Filter) => namesOf(filter).some((name) => address.filters[name] !== undefined)
  const isSet = (filter: Filter) => filter.more !== 'always' && isChosen(filter)
  const hidden = filters.filter((filter) => filter.more && !isSet(filter))
  const shown = opened ? filters : filters.filter((filter) => !hidden.includes(filter))
  return (
    <div className={styles.filters}>
      {search === undefined ? null : (
        <SearchBox keyword={address.keyword} onSearch={(keyword) => address.change({ keyword })} placeholder={search} />
      )}
      {shown.map((filter) => (
        <div key={filter.name} className={isChosen(filter) ? `${styles.filter} ${styles.set}` : styles.filter}>
          <OneFilter filter={filter} address={address} />
          {isChosen(filter) && isSelect(filter) ? (
            <button
              type="button"
              className={styles.unset}
              aria-label={t('Remove filter: {{name}}', { name: filter.label })}
              onClick={() => address.change(Object.fromEntries(namesOf(filter).map((name) => [name, undefined])))}
            >
              <span aria-hidden="true">×</span>
            </button>
          ) : null}
        </div>
      ))}
      {hidden.length === 0 ? null : (
        <Button variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? t('Fewer filters') : t('More filters ({{count}})', { count: hidden.length })}
        </Button>
      )}
    </div>
  )
}

/** Searches 300 ms after the last letter, from the third one on; Enter at once. `/` focuses the box. */
export function SearchBox({
  keyword,
  onSearch,
  placeholder,
}: {
  keyword: string
  onSearch: (keyword: string) => void
  placeholder: string
}) {
  const ref = useRef<HTMLInputElement>(null)
  // Follows the address after Back or "Clear filters", except while the box has focus.
  useEffect(() => {
    const box = ref.current
    if (box !== null && box.value.trim() !== keyword && box !== document.activeElement) box.value = keyword
  }, [keyword])
  const search = (typed: string) => {
    if (typed !== keyword) onSearch(typed)
  }
  const later = useDebouncedCallback((typed: string) => {
    if (typed === '' || typed.length >= KEYWORD_MIN) search(typed)
  }, SEARCH_AFTER_MS)
  const tooShort = keyword !== '' && keyword.length < KEYWORD_MIN
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    later.cancel()
    search(ref.current?.value.trim() ?? '')
  }
  return (
    <form role="search" onSubmit={onSubmit} className={styles.search}>
      <TextInput
        ref={ref}
        type="search"
        name="keyword"
        aria-label={t('Search')}
        placeholder={placeholder}
        defaultValue={keyword}
        onChange={({ currentTarget }) => later(currentTarget.value.trim())}
        leftSection={<SearchIcon size={16} />}
        error={tooShort ? refusals.keyword_too_short.message : undefined}
        data-slash=""
      />
    </form>
  )
}

/** A select or a day picker has a clear button of its own. */
const isSelect = ({ kind }: Filter) => kind === 'choice' || kind === 'flag' || kind === 'number'

function OneFilter({ filter, address }: { filter: Filter; address: ListAddress }) {
  if (filter.kind === 'week') return <WeekFilter label={filter.label} address={address} />
  const value = address.filters[filter.name] ?? ''
  const onChange = (to: string | undefined) => address.change({ [filter.name]: to })
  switch (filter.kind) {
    case 'choice':
    case 'flag': {
      const options =
        filter.kind === 'flag'
          ? [
              { value: 'true', label: t('Yes') },
              { value: 'false', label: t('No') },
            ]
          : filter.options
      const any = filter.kind === 'choice' ? filter.any : undefined
      return (
        <NativeSelect
          label={filter.label}
          data={[{ value: '', label: any ?? t('Any') }, ...options]}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    }
    case 'number':
      return <NumberFilter key={value} {...filter} value={value} onChange={onChange} />
    case 'day':
      return <DayFilter label={filter.label} value={value} onChange={onChange} />
    case 'pick':
      return (
        <RemotePick
          label={filter.label}
          source={filter.source}
          value={value}
          onChange={onChange}
          placeholder={t('Any')}
        />
      )
  }
}

interface NumberFilterProps {
  label: string
  max: number
  value: string
  onChange: (value: string | undefined) => void
}

/** Sent when the box is left, or with Enter; a number out of bounds becomes the nearest one that is possible. */
function NumberFilter({ label, max, value, onChange }: NumberFilterProps) {
  const [typed, setTyped] = useState<string | number>(value)
  const send = () => {
    const wanted = String(typed === '' ? '' : Math.min(Math.max(Number(typed), 1), max))
    setTyped(wanted)
    if (wanted !== value) onChange(wanted === '' ? undefined : wanted)
  }
  return (
    <NumberInput
      label={label}
      placeholder={t('Any')}
      value={typed}
      onChange={setTyped}
      onBlur={send}
      onKeyDown={({ key }) => {
        if (key === 'Enter') send()
      }}
      min={1}
      max={max}
      allowDecimal={false}
      hideControls
    />
  )
}

/** Only a complete day is sent; other text stays in the box. */
export function DayFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <DayInput
      label={label}
      value={typed ?? value}
      onChange={(day) => {
        const isDayOrEmpty = day === '' || isDay(day)
        setTyped(isDayOrEmpty ? null : day)
        if (isDayOrEmpty) onChange(day)
      }}
    />
  )
}
