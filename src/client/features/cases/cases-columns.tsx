import { Link, useLocation } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { ListedCase } from '#contract/v1/cases.ts'
import { type Day, dayOf, formatDay } from '#domain/dates.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { weekInList } from '#client/shells/weeks.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { CaseState } from './case-state.tsx'

interface Needs {
  t: Translate<'cases'>
  /** The business's: instants are shown as days in it. */
  timeZone: string
  today: Day
  /** On a customer's own page the customer's column is left out. */
  ofCustomer: boolean
}

/** `Missed · Week 2 · Mon 9/11`, or the kind of a request. */
export function aboutOf({ kind, reason, week }: ListedCase, t: Translate<'cases'>, today: Day): string {
  if (reason === null || week === null) return t(`kind-${kind}`)
  return `${t(`reason-${reason}`)} · ${weekInList(week, week.from, today)}`
}

export function casesColumns({ t, timeZone, today, ofCustomer }: Needs): readonly Column<ListedCase>[] {
  const day = (instant: string) => dayOf(new Date(instant), timeZone)
  const columns: readonly (Column<ListedCase> | false)[] = [
    {
      id: 'refId',
      title: t('refId'),
      main: true,
      sort: 'refId',
      cell: (row) => <ToCase row={row} words={t('caseN', { refId: row.refId })} />,
      csv: ({ refId }) => refId,
    },
    !ofCustomer && {
      id: 'customer',
      title: t('customer'),
      sort: 'customer',
      long: true,
      cell: ({ customerID, customer }) => <Link to={officePaths.customer(customerID)}>{customer}</Link>,
      csv: ({ customer }) => customer,
    },
    {
      id: 'about',
      title: t('about'),
      cell: (row) => aboutOf(row, t, today),
      csv: (row) => aboutOf(row, t, today),
    },
    { id: 'text', title: t('text'), long: true, cell: ({ text }) => text, csv: ({ text }) => text },
    {
      id: 'state',
      title: t('state'),
      cell: (row) => <CaseState caseItem={row} />,
      csv: ({ state }) => t(state),
    },
    {
      id: 'waitingSince',
      title: t('waitingSince'),
      sort: 'waitingSince',
      cell: ({ waitingSince }) => formatDay(day(waitingSince)),
      csv: ({ waitingSince }) => day(waitingSince),
    },
    {
      id: 'createdAt',
      title: t('createdAt'),
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
