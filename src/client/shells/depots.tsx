import { useMemo } from 'react'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Depot, listDepots } from '#contract/v1/depots.ts'
import { type NamedRun, runInWords } from '#domain/run-name.ts'
import { ask } from '#client/api/query-client.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Filter } from './list-screen.tsx'
import { useOwnDepot } from './role.tsx'
import type { Option } from './terms.ts'
import { useToday } from './today.ts'

const NONE: readonly Depot[] = []
/** They change once in years, and every list of the office asks for them. */
const FRESH_MS = 60_000

/** Every depot of the firm, by name. A firm with one yard has none, and then no screen speaks of depots. */
const useAllDepots = (isNeeded: boolean): readonly Depot[] => useListedDepots(isNeeded)?.items ?? NONE

function useListedDepots(isNeeded: boolean) {
  return useQuery({
    ...ask(listDepots, {}, { persist: true, inPlace: true }),
    staleTime: FRESH_MS,
    throwOnError: false,
    enabled: isNeeded,
  }).data
}

/** The names of all of them, for what was once written down with an id. */
export function useDepotNames(isNeeded = true): ReadonlyMap<string, string> {
  const all = useAllDepots(isNeeded)
  return useMemo(() => new Map(all.map(({ depotID, name }) => [depotID, name])), [all])
}

/**
 * The depots that the user chooses among; none for a user of one depot, where the server sets it.
 * @param isNeeded false: the page knows already that it will not speak of them, and asks no question
 */
export function useDepots(isNeeded = true): readonly Depot[] {
  const all = useAllDepots(isNeeded)
  return useOwnDepot() === null ? all : NONE
}

/** Active customers in suburbs of no depot, whom no depot's run collects. */
export function useCustomersOfNone(isNeeded: boolean): number {
  return useListedDepots(isNeeded)?.customersOfNone ?? 0
}

/** The name of the one depot that the user sees; null: they see every depot. */
export function useOwnDepotName(): string | null {
  const depotID = useOwnDepot()
  return useDepotNames(depotID !== null).get(depotID ?? '') ?? null
}

type OfADepot = Readonly<{ depotID?: string | null | undefined }>

/** The name of what a record belongs to; null: of no depot, or the user chooses among none. */
export function useDepotName(isNeeded = true): (record: OfADepot) => string | null {
  const names = useDepotNames(isNeeded)
  const seesAll = useOwnDepot() === null
  return useMemo(
    () =>
      ({ depotID }) =>
        seesAll ? (names.get(depotID ?? '') ?? null) : null,
    [names, seesAll],
  )
}

/** A run by its week, and by its depot where the firm has several: the same week may have a run of each. */
export function useRunName(isNeeded = true): (run: NamedRun & OfADepot) => string {
  const today = useToday()
  const depotOf = useDepotName(isNeeded)
  return useMemo(
    () => (run) => [runInWords(run, today), depotOf(run)].filter((part) => part !== null).join(' · '),
    [today, depotOf],
  )
}

export const depotOptions = (depots: readonly Depot[]): readonly Option[] =>
  depots.map(({ depotID, name }) => ({ value: depotID, label: name }))

/** The filter by depot, which a list adds to its own filters. */
export function useDepotFilter(): readonly Filter[] {
  const depots = useDepots()
  return useMemo(
    () =>
      depots.length === 0
        ? []
        : [{ kind: 'choice', name: 'depotID', label: t('Depot'), options: depotOptions(depots), any: t('All depots') }],
    [depots],
  )
}

/** The column with the depot, which a list adds to its own columns. @param none what a record of no depot shows */
export function useDepotColumn({ title = t('Depot'), none = '–' } = {}): readonly Column<OfADepot>[] {
  const depots = useDepots()
  const nameOf = useDepotName()
  return useMemo(
    () =>
      depots.length === 0
        ? []
        : [
            {
              id: 'depotID',
              title,
              cell: (row) => nameOf(row) ?? none,
              csv: (row) => nameOf(row) ?? (none === '–' ? '' : none),
            },
          ],
    [depots, nameOf, title, none],
  )
}

/** A form's field: one depot, or none. Not shown where there is nothing to choose. */
export function DepotSelect({ none, ...props }: NativeSelectProps & { none?: string }) {
  const depots = useDepots()
  if (depots.length === 0) return null
  return <NativeSelect data={[{ value: '', label: none ?? t('None') }, ...depotOptions(depots)]} {...props} />
}
