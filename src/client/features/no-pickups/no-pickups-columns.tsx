import { Link, useLocation } from 'react-router-dom'
import type { TFunction } from 'i18next'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getNoPickup } from '#contract/v1/no-pickups.ts'
import { compareWeeks, type CalendarRow } from '#domain/calendar.ts'
import { type Day, dayOf, formatDay } from '#domain/dates.ts'
import { periodName, weekInList } from '#client/shells/weeks.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { noPickupsPaths } from './no-pickups-paths.ts'

export type NoPickup = OutputOf<typeof getNoPickup>

/** @param weeks the calendar's, for their dates @param timeZone the business's: the recorded day is a day in it */
export function noPickupsColumns(
  t: TFunction<'noPickups'>,
  weeks: readonly CalendarRow[],
  timeZone: string,
  today: Day,
): readonly Column<NoPickup>[] {
  const day = ({ createdAt }: NoPickup) => dayOf(new Date(createdAt), timeZone)
  return [
    {
      id: 'refId',
      title: t('refId'),
      sort: 'refId',
      optional: true,
      cell: ({ refId }) => refId,
      csv: ({ refId }) => refId,
    },
    {
      id: 'customer',
      title: t('customer'),
      main: true,
      sort: 'customer',
      cell: (row) => <ToNoPickup row={row} />,
      csv: ({ customer }) => customer,
    },
    {
      id: 'week',
      title: t('week'),
      sort: 'week',
      cell: (row) => weekInList(row, weeks.find((one) => compareWeeks(one, row) === 0)?.from ?? null, today),
      csv: (row) => periodName(row),
    },
    { id: 'reason', title: t('reason'), cell: ({ reason }) => reason ?? '–', csv: ({ reason }) => reason },
    {
      id: 'late',
      title: t('late'),
      cell: ({ late }) => <StateBadge tone={late ? 'warn' : 'good'}>{t(late ? 'late' : 'inTime')}</StateBadge>,
      csv: ({ late }) => t(late ? 'late' : 'inTime'),
    },
    { id: 'createdAt', title: t('createdAt'), sort: 'createdAt', cell: (row) => formatDay(day(row)), csv: day },
  ]
}

/** Links with the list's current filters, so that the list stays as it is behind the drawer. */
function ToNoPickup({ row: { noPickupID, customer } }: { row: NoPickup }) {
  const { search } = useLocation()
  return (
    <Link className={rowLink} to={{ pathname: noPickupsPaths.one(noPickupID), search }}>
      {customer}
    </Link>
  )
}
