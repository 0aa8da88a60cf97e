import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { refusals } from '#domain/refusals.ts'
import { isDay } from '#domain/dates.ts'
import { useTranslation } from '#client/ui/use-translation.ts'
import { DayInput } from './day-input.tsx'
import type { ListAddress } from './list-address.ts'
import { RemotePick, type PickSource } from './remote-pick.tsx'
import { WeekFilter } from './week-filter.tsx'
import styles from './list-screen.module.css'

/** One way to narrow a list down; `name` is its name on the wire. `more`: seldom used, behind "More filters" until it is; `always`: even then. */
export type Filter = { readonly more?: boolean | 'always' } & OneOf
type OneOf =
  | { readonly kind: 'choice'; readonly name: string; readonly label: string; readonly options: readonly { value: string; label: string }[]; readonly any?: string }
  | { readonly kind: 'flag'; readonly name: string; readonly label: string }
  | { readonly kind: 'day'; readonly name: string; readonly label: string }
  /** Year, month and week at once; its name is nowhere on the wire. */
  | { readonly kind: 'week'; readonly name: string; readonly label: string }
  | { readonly kind: 'pick'; readonly name: string; readonly label: string; readonly source: PickSource }

const WEEK = ['yearNumber', 'monthNumber', 'weekNumber'] as const

/** What a filter is called on the wire. */
export const namesOf = (filter: Filter): readonly string[] => (filter.kind === 'week' ? WEEK : [filter.name])

interface ListFiltersProps {
  address: ListAddress
  filters: readonly Filter[]
  /** What the search looks at, in the box; without it the list has none. */
  search: string | undefined
}

export function ListFilters({ address, filters, search }: ListFiltersProps) {
  const { t } = useTranslation('shells')
  const [opened, setOpened] = useState(false)
  const isSet = (filter: Filter) => filter.more !== 'always' && namesOf(filter).some((name) => address.filters[name] !== undefined)
  const hidden = filters.filter((filter) => filter.more && !isSet(filter))
  const shown = opened ? filters : filters.filter((filter) => !hidden.includes(filter))
  return (
    <div className={styles.filters}>
      {search === undefined ? null : <Search address={address} placeholder={search} />}
      {shown.map((filter) =>
        filter.kind === 'week' ? (
          <WeekFilter key={filter.name} label={filter.label} address={address} />
        ) : (
          <OneFilter key={filter.name} filter={filter} value={address.filters[filter.name] ?? ''} onChange={(value) => address.change({ [filter.name]: value })} />
        ),
      )}
      {hidden.length === 0 ? null : (
        <Button variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? t('fewerFilters') : t('moreFilters')}
        </Button>
      )}
      {address.narrowed ? (
        <Button variant="subtle" onClick={address.clear}>
          {t('clearFilters')}
        </Button>
      ) : null}
    </div>
  )
}

/** Enter or the button searches: a list of thousands is not asked for at every letter. `/` jumps here. */
function Search({ address: { keyword, change }, placeholder }: { address: ListAddress; placeholder: string }) {
  const { t } = useTranslation('shells')
  const ref = useRef<HTMLInputElement>(null)
  // The address may change by itself, by Back or "Clear filters"; a box drawn anew would lose the cursor.
  useEffect(() => {
    if (ref.current !== null && ref.current.value.trim() !== keyword) ref.current.value = keyword
  }, [keyword])
  const tooShort = keyword !== '' && keyword.length < KEYWORD_MIN
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change({ keyword: ref.current?.value.trim() })
  }
  return (
    <form role="search" onSubmit={onSubmit} className={styles.search}>
      <TextInput
        ref={ref}
        type="search"
        name="keyword"
        label={t('search')}
        placeholder={placeholder}
        defaultValue={keyword}
        error={tooShort ? refusals.keyword_too_short.message : undefined}
        data-slash=""
      />
      <Button type="submit" variant="default">
        {t('find')}
      </Button>
    </form>
  )
}

function OneFilter({ filter, value, onChange }: { filter: Exclude<Filter, { kind: 'week' }>; value: string; onChange: (value: string | undefined) => void }) {
  const { t } = useTranslation('shells')
  switch (filter.kind) {
    case 'choice':
    case 'flag': {
      const options = filter.kind === 'flag' ? [{ value: 'true', label: t('yes') }, { value: 'false', label: t('no') }] : filter.options
      const any = filter.kind === 'choice' ? filter.any : undefined
      return <NativeSelect label={filter.label} data={[{ value: '', label: any ?? t('any') }, ...options]} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    }
    case 'day':
      return <DayFilter label={filter.label} value={value} onChange={onChange} />
    case 'pick':
      return <RemotePick label={filter.label} source={filter.source} value={value} onChange={onChange} placeholder={t('any')} />
  }
}

/** Only a day is asked for; what is typed until then stays in the box. */
function DayFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <DayInput
      label={label}
      value={typed ?? value}
      onChange={(day) => {
        const isAsked = day === '' || isDay(day)
        setTyped(isAsked ? null : day)
        if (isAsked) onChange(day)
      }}
    />
  )
}
