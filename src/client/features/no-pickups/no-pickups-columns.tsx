import { Link, useLocation } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getNoPickup } from '#contract/v1/no-pickups.ts'
import type { Day } from '#domain/dates.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { refIdColumn } from '#client/shells/customer-columns.tsx'
import { periodName, weekInList } from '#client/shells/weeks.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { formatDayAndTime, timeInFile } from '#client/ui/core/time-text.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { noPickupsPaths } from './no-pickups-paths.ts'

export type NoPickup = OutputOf<typeof getNoPickup>

export function noPickupsColumns(today: Day): readonly Column<NoPickup>[] {
  const by = (row: NoPickup) => (row.by === 'OFFICE' ? (row.createdBy ?? t('Office')) : t('Customer'))
  return [
    // The no pickup's own number, beside a customer: elsewhere “Ref ID” is the customer's.
    { ...refIdColumn({ sort: true, optional: true }), title: t('Number') },
    {
      id: 'customer',
      title: t('Customer'),
      main: true,
      sort: 'customer',
      cell: (row) => <ToNoPickup row={row} />,
      csv: ({ customer }) => customer,
    },
    {
      id: 'week',
      title: t('Week'),
      sort: 'week',
      cell: (row) => weekInList(row, row.from, today),
      csv: (row) => periodName(row),
    },
    plainColumn('reason', t('Reason'), { dash: true }),
    {
      id: 'late',
      title: t('Late'),
      cell: ({ late }) => <StateBadge tone={late ? 'warn' : 'good'}>{t(late ? 'Late' : 'On time')}</StateBadge>,
      csv: ({ late }) => t(late ? 'Late' : 'On time'),
    },
    { id: 'by', title: t('Added by'), cell: by, csv: by },
    {
      id: 'createdAt',
      title: t('Added'),
      sort: 'createdAt',
      cell: ({ createdAt }) => formatDayAndTime(createdAt),
      csv: ({ createdAt }) => timeInFile(createdAt),
    },
  ]
}

/** Keeps the list's filters behind the drawer. */
function ToNoPickup({ row: { noPickupID, customer } }: { row: NoPickup }) {
  const { search } = useLocation()
  return (
    <Link className={rowLink} to={{ pathname: noPickupsPaths.one(noPickupID), search }}>
      {customer}
    </Link>
  )
}
