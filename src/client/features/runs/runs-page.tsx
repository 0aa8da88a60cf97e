import { useMemo } from 'react'
import { listRuns } from '#contract/v1/runs.ts'
import { runInWords } from '#domain/run-name.ts'
import { RUN_STATUSES } from '#domain/words.ts'
import { useDepotColumn, useDepotFilter } from '#client/shells/depots.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RunsTabs } from '#client/shells/runs-tabs.tsx'
import { useToday } from '#client/shells/today.ts'
import { RUN_STATUS_WORDS } from '#client/shells/terms.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { runsColumns } from './runs-columns.tsx'

/** Years offered by the filter; an earlier one can be written into the address. */
const YEARS_BACK = 5
/** Refetch interval of the progress while the page is visible, ms. */
const LIVE_MS = 15_000
/** Thirteen in a year of four-weekly periods. */
const MONTHS = Array.from({ length: 13 }, (_, at) => String(at + 1))
const WEEKS = [1, 2, 3, 4, 5]

export function RunsPage() {
  const { profile } = useOffice()
  const today = useToday()
  const thisYear = Number(today.slice(0, 4))
  const ofDepot = useDepotColumn({ none: t('All') })
  const depotFilter = useDepotFilter()
  const columns = useMemo(() => runsColumns(profile.config.timeZone, ofDepot), [profile, ofDepot])
  const filters = useMemo<readonly Filter[]>(
    () => [
      // Without a filter the list leaves out archived runs.
      {
        kind: 'choice',
        name: 'status',
        label: t('Status'),
        any: t('All'),
        options: RUN_STATUSES.map((status) => ({ value: status, label: t(RUN_STATUS_WORDS[status]) })),
      },
      {
        kind: 'choice',
        name: 'yearNumber',
        label: t('Year'),
        options: Array.from({ length: YEARS_BACK + 2 }, (_, at) => String(thisYear + 1 - at)).map((year) => ({
          value: year,
          label: year,
        })),
      },
      {
        kind: 'choice',
        name: 'monthNumber',
        label: t('Month'),
        options: MONTHS.map((month) => ({ value: month, label: month })),
      },
      {
        kind: 'choice',
        name: 'weekNumber',
        label: t('Week'),
        options: WEEKS.map((week) => ({ value: String(week), label: t('Week {{week}}', { week }) })),
      },
      ...depotFilter,
    ],
    [thisYear, depotFilter],
  )
  return (
    <ListScreen
      name="runs"
      title={t('Weekly Runs')}
      endpoint={listRuns}
      columns={columns}
      keyOf={({ runOrderID }) => runOrderID}
      nameOf={(run) => runInWords(run, today)}
      filters={filters}
      counted={(count) => plural(count, '{{count}} run', '{{count, number}} runs')}
      search={t('Name, number or description')}
      defaultSort="-fromDate"
      create={{ label: t('Generate run'), to: officePaths.newRun() }}
      tabs={<RunsTabs />}
      everyMs={LIVE_MS}
      dimmed={({ status }) => status === 'archived'}
      empty={{
        title: t('No runs yet'),
        how: t('Choose a week, check who’s due, and generate the run.'),
      }}
    />
  )
}
