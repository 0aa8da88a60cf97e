import { Link, useLocation } from 'react-router-dom'
import type { ListedCase } from '#contract/v1/cases.ts'
import { type Day, dayOf, formatDay } from '#domain/dates.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { customerColumn } from '#client/shells/customer-columns.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { weekInList } from '#client/shells/weeks.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import { CaseState } from './case-state.tsx'
import { CASE_KIND_WORDS, CASE_REASON_WORDS } from './case-kinds.ts'
import { CASE_STATE_WORDS } from './case-states.ts'

interface Needs {
  /** The business's: instants are shown as days in it. */
  timeZone: string
  today: Day
  /** On a customer's own page the customer's column is left out. */
  ofCustomer: boolean
}

/** `Missed · Week 2 · Mon 9/11`, or the kind of a request. */
export function aboutOf({ kind, reason, week }: ListedCase, today: Day): string {
  if (reason === null || week === null) return t(CASE_KIND_WORDS[kind])
  return `${t(CASE_REASON_WORDS[reason])} · ${weekInList(week, week.from, today)}`
}

export function casesColumns({ timeZone, today, ofCustomer }: Needs): readonly Column<ListedCase>[] {
  const day = (instant: string) => dayOf(new Date(instant), timeZone)
  const columns: readonly (Column<ListedCase> | false)[] = [
    {
      id: 'refId',
      title: t('Case'),
      main: true,
      sort: 'refId',
      cell: (row) => <ToCase row={row} words={t('Case {{refId}}', { refId: row.refId })} />,
      csv: ({ refId }) => refId,
    },
    !ofCustomer && customerColumn({ sort: 'customer', long: true }),
    {
      id: 'about',
      title: t('About'),
      cell: (row) => aboutOf(row, today),
      csv: (row) => aboutOf(row, today),
    },
    plainColumn('text', t('Words'), { long: true }),
    {
      id: 'state',
      title: t('State'),
      cell: (row) => <CaseState caseItem={row} />,
      csv: ({ state }) => t(CASE_STATE_WORDS[state]),
    },
    {
      id: 'waitingSince',
      title: t('Since'),
      sort: 'waitingSince',
      cell: ({ waitingSince }) => formatDay(day(waitingSince)),
      csv: ({ waitingSince }) => day(waitingSince),
    },
    {
      id: 'createdAt',
      title: t('Opened'),
      sort: 'createdAt',
      optional: true,
      cell: ({ createdAt }) => formatDay(day(createdAt)),
      csv: ({ createdAt }) => day(createdAt),
    },
  ]
  return columns.filter((column) => column !== false)
}

/** Keeps the list's filters for the way back. */
function ToCase({ row: { caseID }, words }: { row: ListedCase; words: string }) {
  const { search } = useLocation()
  return (
    <Link className={rowLink} to={officePaths.oneCase(caseID)} state={{ list: search }}>
      {words}
    </Link>
  )
}
