import { useState } from 'react'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { KEYWORD_MIN } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { foldedFilter } from '#client/ui/office/folded-filter.ts'
import { t } from '#client/ui/core/texts.ts'

/** Where the options come from. The server searches a list of thousands; it is never fetched whole. */
export interface PickSource {
  readonly list: Endpoint
  /** Sent with every search. */
  readonly fixed?: Readonly<Record<string, unknown>>
  readonly one: Endpoint
  /** The name of the ID in the input of `one`. */
  readonly idAs: string
  readonly optionOf: (row: never) => { value: string; label: string }
  /** Few enough to be listed before anything is typed. */
  readonly few?: boolean
}

interface RemotePickProps extends Omit<SelectProps, 'value' | 'defaultValue' | 'onChange' | 'data'> {
  source: PickSource
  /** The ID; empty: none. */
  value?: string
  /** @param row the picked object, if any */
  onChange?: (value: string, row?: unknown) => void
}

interface Listed {
  items: readonly unknown[]
}

const SEARCH_AFTER_MS = 250

/** One of many: searched by a few letters, shown by its name. */
export function RemotePick({ source, value = '', onChange, withAsterisk = false, ...rest }: RemotePickProps) {
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const [keyword] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS)
  const few = source.few === true
  const searching = keyword.length >= KEYWORD_MIN
  const option = source.optionOf as (row: unknown) => { value: string; label: string }
  const found = useQuery({
    ...ask(source.list, { ...source.fixed, perPage: few ? 100 : 20, ...(searching && !few && { keyword }) } as never),
    enabled: opened && (few || searching),
  })
  const chosen = useQuery({
    ...ask(source.one, { [source.idAs]: value } as never, { persist: false }),
    enabled: value !== '',
    // What belongs to another depot does not exist for a user of one: the form keeps it, without its name.
    throwOnError: false,
  })
  const rows = [
    ...((found.data as Listed | undefined)?.items ?? []),
    ...(chosen.data === undefined ? [] : [chosen.data]),
  ]
  // The server searches more fields than the label shows (a phone, a street), so its results are not filtered again.
  const foundIDs = new Set((found.data as Listed | undefined)?.items.map((row) => option(row).value))
  const options = new Map(rows.map((row) => [option(row).value, option(row).label]))
  return (
    <Select
      {...rest}
      data={[...options].map(([id, name]) => ({ value: id, label: name }))}
      value={value === '' ? null : value}
      onChange={(next) =>
        onChange?.(
          next ?? '',
          rows.find((row) => option(row).value === next),
        )
      }
      searchable
      filter={few ? foldedFilter : ({ options: all }) => all.filter((one) => 'value' in one && foundIDs.has(one.value))}
      clearable={!withAsterisk}
      allowDeselect={!withAsterisk}
      withAsterisk={withAsterisk}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      nothingFoundMessage={
        few || searching ? (found.isFetching ? t('Loading') : t('No matches')) : t('Type at least 3 letters')
      }
      comboboxProps={{ withinPortal: true }}
    />
  )
}
