import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { listAutopay } from '#contract/v1/autopay.ts'
import { pauseWords } from '#domain/autopay-words.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { customerColumn, refIdColumn } from '#client/shells/customer-columns.tsx'
import { type Filter, ListScreen, type RowOf } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { METHOD_TONES, METHOD_WORDS } from './charge-states.ts'
import { capital } from './capital.ts'
import { showMonth } from './show-month.ts'

type Row = RowOf<typeof listAutopay>

const whyOf = ({ pauseReason, note }: Row) =>
  [pauseReason === null ? null : pauseWords[pauseReason], note].filter(Boolean).join(' ')

const columnsOf = (timeZone: string): readonly Column<Row>[] => [
  customerColumn({ main: true, row: true }),
  refIdColumn(),
  { id: 'method', title: t('Charged to'), cell: ({ name }) => capital(name), csv: ({ name }) => capital(name) },
  {
    id: 'state',
    title: t('Status'),
    cell: (row) => (
      <span>
        <StateBadge tone={METHOD_TONES[row.state]}>{t(METHOD_WORDS[row.state])}</StateBadge> <small>{whyOf(row)}</small>
      </span>
    ),
    csv: (row) => [t(METHOD_WORDS[row.state]), whyOf(row)].filter(Boolean).join(': '),
  },
  {
    id: 'toCharge',
    title: t('To be charged'),
    cell: ({ toCharge }) => toCharge && `${showDollars(toCharge.amount)}, ${formatDay(toCharge.day)}`,
    csv: ({ toCharge }) => toCharge && `${showDollars(toCharge.amount)}, ${formatDay(toCharge.day)}`,
  },
  {
    id: 'expiresIn',
    title: t('Expires'),
    cell: ({ expiresIn }) => (expiresIn === null ? null : showMonth(expiresIn)),
    csv: ({ expiresIn }) => expiresIn,
  },
  {
    id: 'acceptedAt',
    title: t('Since'),
    cell: ({ acceptedAt }) => formatDay(dayOf(new Date(acceptedAt), timeZone)),
    csv: ({ acceptedAt }) => dayOf(new Date(acceptedAt), timeZone),
  },
]

/** /charges/customers: who pays automatically. */
export function AutopayCustomersPage() {
  const { timeZone } = useOffice().profile.config
  const columns = useMemo(() => columnsOf(timeZone), [timeZone])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('Status'),
        options: (['active', 'paused'] as const).map((value) => ({ value, label: t(METHOD_WORDS[value]) })),
      },
    ],
    [],
  )
  return (
    <ListScreen
      name="automatic-payments"
      title={t('Automatic payments')}
      endpoint={listAutopay}
      columns={columns}
      keyOf={({ customerID }) => customerID}
      nameOf={({ customer }) => customer}
      filters={filters}
      counted={(count) => plural(count, '{{count}} customer', '{{count, number}} customers')}
      sums={({ enabled, firstDay, planned }) =>
        enabled
          ? {
              customer: plural(
                planned.customers,
                'To be charged from {{day}}: {{count}} customer, {{amount}}',
                'To be charged from {{day}}: {{count, number}} customers, {{amount}}',
                { day: formatDay(firstDay), amount: showDollars(planned.amount) },
              ),
            }
          : undefined
      }
      back={<Link to={officePaths.charges()}>{t('Charges')}</Link>}
      empty={{
        title: t('No customer pays automatically yet'),
        how: t('Invite a customer on their page. Only they can save a card or bank account.'),
      }}
    />
  )
}
