import { Link } from 'react-router-dom'
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
import { PAYMENT_TYPE_WORDS, purposeInWords } from '#client/shells/terms.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

const REVERSAL_WORDS = sentences({
  isReversal: 'Reversal',
  isReversed: 'Reversed',
})

const ACT_WORDS = sentences({
  refundToCard: 'Refund to card',
  reverse: 'Reverse',
  move: 'Move to another customer',
  receiptPdf: 'Receipt PDF',
  sendReceipt: 'Send receipt',
})

export type RowAct = 'receiptPdf' | 'sendReceipt' | 'refundToCard' | 'reverse' | 'move'

interface Needs {
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

export function transactionsColumns({ timeZone, onAct }: Needs): readonly Column<Transaction>[] {
  const paidBy = ({ paymentType }: Transaction) => (paymentType === null ? null : t(PAYMENT_TYPE_WORDS[paymentType]))
  const state = ({ reverses, reversedBy }: Transaction) =>
    reverses !== null ? 'isReversal' : reversedBy !== null ? 'isReversed' : null
  return [
    {
      id: 'datePaid',
      title: t('Date'),
      sort: 'datePaid',
      cell: ({ datePaid }) => formatDay(datePaid),
      csv: ({ datePaid }) => datePaid,
    },
    {
      id: 'number',
      title: t('Number'),
      main: true,
      sort: 'refId',
      cell: ({ refId }) => refId,
      csv: ({ refId }) => refId,
    },
    {
      id: 'name',
      title: t('Name'),
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
      title: t('What for'),
      cell: purposeInWords,
      csv: purposeInWords,
    },
    { id: 'paymentType', title: t('Paid by'), cell: (row) => paidBy(row) ?? '–', csv: paidBy },
    { id: 'notes', title: t('Notes'), long: true, cell: ({ notes }) => notes, csv: ({ notes }) => notes },
    {
      id: 'state',
      title: t('State'),
      cell: (row) => {
        const now = state(row)
        return now === null ? null : <StateBadge tone="rest">{t(REVERSAL_WORDS[now])}</StateBadge>
      },
      csv: (row) => {
        const now = state(row)
        return now === null ? null : t(REVERSAL_WORDS[now])
      },
    },
    moneyColumn('rounding', t('Cash rounding'), { optional: true, dash: true }),
    createdAtColumn(t('Entered'), timeZone),
    moneyColumn('amount', t('Amount'), { sort: true }),
    {
      id: 'actions',
      title: t('Actions'),
      cell: (row) => (
        <MoreActs
          owner={row.refId}
          acts={actsOf(row).map((act) => ({ label: t(ACT_WORDS[act]), onClick: () => onAct(act, row) }))}
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
