import { Link } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listTransactions, Transaction } from '#contract/v1/transactions.ts'
import { formatDay } from '#domain/dates.ts'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'

export type RowAct = 'receiptPdf' | 'sendReceipt' | 'refundToCard' | 'reverse' | 'move'

interface Needs {
  t: Translate<'transactions'>
  terms: Translate<'terms'>
  /** The business's: instants are shown as days in it. */
  timeZone: string
  onAct: (act: RowAct, transaction: Transaction) => void
}

/** Parts and consequences of another transaction are reversed with it (domain.md 11, M8). */
const REVERSIBLE: readonly string[] = ['payment', 'goodwill', 'opening', 'write_off', 'refund', 'pay']

function actsOf({ purpose, amount, reverses, reversedBy, linkedTo, checkoutID }: Transaction): readonly RowAct[] {
  if (amount < 0 || reverses !== null || reversedBy !== null || linkedTo !== null) return []
  if (purpose === 'payment')
    return ['receiptPdf', 'sendReceipt', ...(checkoutID === null ? [] : ['refundToCard' as const]), 'reverse', 'move']
  return REVERSIBLE.includes(purpose) ? ['reverse'] : []
}

export function transactionsColumns({ t, terms, timeZone, onAct }: Needs): readonly Column<Transaction>[] {
  const paidBy = ({ paymentType }: Transaction) => (paymentType === null ? null : terms(`paymentType${paymentType}`))
  const state = ({ reverses, reversedBy }: Transaction) =>
    reverses !== null ? 'isReversal' : reversedBy !== null ? 'isReversed' : null
  return [
    {
      id: 'datePaid',
      title: t('datePaid'),
      sort: 'datePaid',
      cell: ({ datePaid }) => formatDay(datePaid),
      csv: ({ datePaid }) => datePaid,
    },
    {
      id: 'number',
      title: t('number'),
      main: true,
      sort: 'refId',
      cell: ({ refId }) => refId,
      csv: ({ refId }) => refId,
    },
    {
      id: 'name',
      title: t('name'),
      sort: 'name',
      long: true,
      cell: ({ customerID, driverID, name }) =>
        customerID !== null ? (
          <Link to={officePaths.customer(customerID, 'ledger')}>{name}</Link>
        ) : driverID !== null ? (
          <Link to={officePaths.driver(driverID)}>{name}</Link>
        ) : (
          name
        ),
      csv: ({ name }) => name,
    },
    {
      id: 'purpose',
      title: t('purpose'),
      cell: ({ purpose }) => terms(`purpose${purpose}`),
      csv: ({ purpose }) => terms(`purpose${purpose}`),
    },
    { id: 'paymentType', title: t('paymentType'), cell: (row) => paidBy(row) ?? '–', csv: paidBy },
    { id: 'notes', title: t('notes'), long: true, cell: ({ notes }) => notes, csv: ({ notes }) => notes },
    {
      id: 'state',
      title: t('state'),
      cell: (row) => {
        const now = state(row)
        return now === null ? null : <StateBadge tone="rest">{t(now)}</StateBadge>
      },
      csv: (row) => {
        const now = state(row)
        return now === null ? null : t(now)
      },
    },
    moneyColumn('rounding', t('rounding'), { optional: true, dash: true }),
    createdAtColumn(t('created'), timeZone),
    moneyColumn('amount', t('amount'), { sort: true }),
    {
      id: 'actions',
      title: t('actions'),
      cell: (row) => (
        <MoreActs
          owner={row.refId}
          acts={actsOf(row).map((act) => ({ label: t(act), onClick: () => onAct(act, row) }))}
        />
      ),
    },
  ]
}

/**
 * Sums over the whole list, once it is filtered to one kind: a payment and the credit it becomes are two transactions
 * of the same dollars.
 */
export function transactionsSums(
  { totalAmount }: OutputOf<typeof listTransactions>,
  { type, purpose, paymentType }: Readonly<Record<string, unknown>>,
  total: string,
) {
  if (type === undefined && purpose === undefined && paymentType === undefined) return undefined
  return { number: total, amount: <Money dollars={totalAmount} /> }
}
