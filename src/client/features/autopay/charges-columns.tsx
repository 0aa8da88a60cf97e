import { Fragment } from 'react'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { listCharges } from '#contract/v1/autopay.ts'
import { formatDay } from '#domain/dates.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { customerColumn, refIdColumn } from '#client/shells/customer-columns.tsx'
import type { RowOf } from '#client/shells/list-screen.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { capital } from './capital.ts'
import { CHARGE_TONES, CHARGE_WORDS } from './charge-states.ts'

export type ChargeRow = RowOf<typeof listCharges>

export const chargesColumns = (onRetry: (row: ChargeRow) => void): readonly Column<ChargeRow>[] => [
  customerColumn({ main: true, row: true }),
  refIdColumn({ optional: true }),
  { id: 'day', title: t('Date'), cell: ({ day }) => formatDay(day), csv: ({ day }) => day },
  {
    id: 'amount',
    title: t('Amount'),
    end: true,
    cell: ({ amount }) => <Money dollars={amount} />,
    csv: ({ amount }) => amount,
  },
  {
    id: 'state',
    title: t('Status'),
    cell: ({ state, message }) => (
      <span>
        <StateBadge tone={CHARGE_TONES[state]}>{t(CHARGE_WORDS[state])}</StateBadge> <small>{message}</small>
      </span>
    ),
    csv: ({ state }) => t(CHARGE_WORDS[state]),
  },
  plainColumn('message', t('Reason'), { optional: true }),
  {
    id: 'method',
    title: t('Charged to'),
    cell: ({ method }) => capital(method ?? ''),
    csv: ({ method }) => method && capital(method),
  },
  {
    id: 'invoices',
    title: t('Invoices'),
    cell: ({ invoices }) => (
      <span>
        {invoices.map(({ invoiceID, number }, at) => (
          <Fragment key={invoiceID}>
            {at === 0 ? null : ', '}
            <Link to={officePaths.invoice(invoiceID)}>{number}</Link>
          </Fragment>
        ))}
      </span>
    ),
    csv: ({ invoices }) => invoices.map(({ number }) => number).join(', '),
  },
  {
    id: 'retry',
    title: t('Action'),
    has: ({ canRetry }) => canRetry,
    cell: (row) =>
      row.canRetry ? (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('Try again: {{name}}', { name: row.customer })}
          onClick={() => onRetry(row)}
        >
          {t('Try again')}
        </Button>
      ) : null,
  },
]
