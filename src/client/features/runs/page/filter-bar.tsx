import { useEffect, useMemo, useRef, useState, useCallback } from 'react'
import { Button, Flex, Group, NativeSelect, TextInput } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { useListKeys } from '#client/shells/list-keys.ts'
import { Pill } from '#client/ui/office/pill.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { RunStop } from './run-types.ts'
import { isIn, NO_DRIVER, passes, STOP_STATES, type StopFilter, type StopState } from './stop-filter.ts'

const STATE_WORDS = sentences({
  'to-do': 'To do',
  done: 'Done',
  'not-collected': 'Not done',
  'no-pickup': 'including no pickup',
  moved: 'Moved',
  removed: 'Removed',
})

const TYPED_MS = 180

/** Each filter counts the stops that pass the others. */
export function FilterBar({
  jobs: stops,
  address: { filter, narrowed, change, clear },
}: {
  jobs: readonly RunStop[]
  address: FilterAddress
}) {
  useListKeys(undefined)
  const counts = useMemo(() => {
    const left = stops.filter(passes({ ...filter, state: '' }))
    return {
      all: left.length,
      of: (state: StopState) => left.filter((stop) => isIn(stop, state)).length,
    }
  }, [stops, filter])
  const drivers = useMemo(
    () =>
      [
        ...new Map(
          stops.flatMap(({ driverID, driver }) => (driverID === null ? [] : [[driverID, driver ?? ''] as const])),
        ),
      ].sort(([, a], [, b]) => (a < b ? -1 : 1)),
    [stops],
  )
  const suburbs = useMemo(() => [...new Set(stops.map(({ suburb }) => suburb))].sort(), [stops])
  const nobody = stops.some(({ driverID }) => driverID === null)
  const pill = (state: (typeof STOP_STATES)[number] | '', words: string, count: number) => (
    <Pill key={state} isOn={filter.state === state} onClick={() => change({ state })}>
      {words} {count}
    </Pill>
  )
  return (
    <Flex component="search" wrap="wrap" align="center" aria-label={t('Filter stops')}>
      <Words value={filter.text} onChange={(text) => change({ text })} />
      <Group gap={5} role="group" aria-label={t('State')}>
        {pill('', t('All'), counts.all)}
        {STOP_STATES.filter((state) => state === filter.state || counts.of(state) > 0).map((state) =>
          pill(state, t(STATE_WORDS[state]), counts.of(state)),
        )}
      </Group>
      <NativeSelect
        flex={{ base: '1 1 44%', sm: '0 0 9.75rem' }}
        aria-label={t('Driver')}
        value={filter.driver}
        onChange={({ currentTarget: { value } }) => change({ driver: value })}
        data={[
          { value: '', label: t('Driver: any') },
          ...drivers.map(([value, label]) => ({ value, label })),
          ...(nobody ? [{ value: NO_DRIVER, label: t('No driver') }] : []),
        ]}
      />
      <NativeSelect
        flex={{ base: '1 1 44%', sm: '0 0 9.75rem' }}
        aria-label={t('Suburb')}
        value={filter.suburb}
        onChange={({ currentTarget: { value } }) => change({ suburb: value })}
        data={[{ value: '', label: t('Suburb: any') }, ...suburbs]}
      />
      {narrowed ? (
        <Button variant="subtle" px="xs" onClick={clear}>
          {t('Clear filters')}
        </Button>
      ) : null}
    </Flex>
  )
}

/** Typed freely, written to the address after a pause in typing. */
function Words({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(value)
  const written = useRef(value)
  useEffect(() => {
    // Changed from outside, for example by "Clear filters".
    if (value !== written.current) setTyped(value)
    written.current = value
  }, [value])
  useEffect(() => {
    const text = typed.trim()
    if (text === written.current) return
    const rest = setTimeout(() => {
      written.current = text
      onChange(text)
    }, TYPED_MS)
    return () => clearTimeout(rest)
  }, [typed, onChange])
  return (
    <TextInput
      type="search"
      data-slash
      aria-label={t('Name, street, notes')}
      placeholder={t('Name, street, notes')}
      flex={{ base: '1 1 100%', sm: '0 1 11.5rem' }}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  )
}

const NAMES = ['driver', 'state', 'suburb', 'text'] as const

interface FilterAddress {
  readonly filter: StopFilter
  readonly narrowed: boolean
  readonly change: (to: Partial<StopFilter>) => void
  readonly clear: () => void
}

/** The filter, kept in the address so that links can be shared and a reload keeps it. */
export function useStopFilter(): FilterAddress {
  const [params, setParams] = useSearchParams()
  const [driver, state, suburb, text] = NAMES.map((name) => params.get(name) ?? '') as [string, string, string, string]
  const change = useCallback(
    (to: Partial<StopFilter>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(to))
            if (value === '') next.delete(name)
            else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const filter = useMemo<StopFilter>(
    () => ({
      driver,
      state: STOP_STATES.includes(state as StopState) ? (state as StopState) : '',
      suburb,
      text: text.trim(),
    }),
    [driver, state, suburb, text],
  )
  const clear = useCallback(() => change({ driver: '', state: '', suburb: '', text: '' }), [change])
  return { filter, narrowed: Object.values(filter).some((part) => part !== ''), change, clear }
}

/** The filter as the end of an address, for the page that shows the same stops in another way. */
export function useFilterAddress(): string {
  const [params] = useSearchParams()
  const kept = NAMES.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : []))
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`
}
