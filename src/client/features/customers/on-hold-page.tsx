import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { listOnHold } from '#contract/v1/chasing.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { customerColumn, refIdColumn } from '#client/shells/customer-columns.tsx'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Column } from '#client/ui/office/data-table.tsx'

type Row = OutputOf<typeof listOnHold>['items'][number]

const columnsOf = (timeZone: string): readonly Column<Row>[] => [
  customerColumn({ main: true, row: true }),
  refIdColumn(),
  {
    id: 'since',
    title: t('Paused since'),
    cell: ({ since }) => formatDay(dayOf(new Date(since), timeZone)),
    csv: ({ since }) => dayOf(new Date(since), timeZone),
  },
  {
    id: 'owing',
    title: t('To pay'),
    end: true,
    cell: ({ owing }) => <Money dollars={owing} />,
    csv: ({ owing }) => owing,
  },
  {
    id: 'phone',
    title: t('Phone'),
    cell: ({ phone }) => (phone === null ? null : <a href={`tel:${phone}`}>{showPhone(phone)}</a>),
    csv: ({ phone }) => phone && showPhone(phone),
  },
]

export function OnHoldPage() {
  const { timeZone } = useOffice().profile.config
  const columns = useMemo(() => columnsOf(timeZone), [timeZone])
  return (
    <ListScreen
      name="on-hold"
      title={t('On hold')}
      endpoint={listOnHold}
      columns={columns}
      keyOf={({ customerID }) => customerID}
      nameOf={({ customer }) => customer}
      counted={(count) => plural(count, '{{count}} customer', '{{count, number}} customers')}
      back={<Link to={officePaths.customers()}>{t('All customers')}</Link>}
      empty={{
        title: t('No customer is on hold'),
        how: t(
          'Customers whose collections are paused until they pay are listed here. Settings, Invoices switches it on.',
        ),
      }}
    />
  )
}
