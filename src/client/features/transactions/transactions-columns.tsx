import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { listTransactions, Transaction } from '#contract/v1/transactions.ts'
import { formatDay } from '#domain/dates.ts'
import { purposeInWords } from '#domain/ledger-words.ts'
import { showDollars } from '#domain/money.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { PAYMENT_TYPE_WORDS } from '#client/shells/terms.ts'
import { sentences, t } from '#client/ui/core/texts.ts'

/** What has become of a row; of a card payment also what went back. Null: it stands as it was entered. */
function stateInWords({ amount, reverses, reversedBy, card }: Transaction): string | null {
  if (reverses !== null) return t('Reversal')
  if (reversedBy !== null) return t('Reversed')
  if (card == null) return null
  if (card.disputed) return t('Disputed')
  if (card.refunded === 0) return null
  return card.refunded >= amount
    ? t('Refunded in full')
    : t('Refunded {{amount}}', { amount: showDollars(card.refunded) })
}

const ACT_WORDS = sentences({
  refundToCard: 'Refund to card',
  reverse: 'Reverse',
  move: 'Move to another customer',
  receiptPdf: 'Receipt PDF',
  sendReceipt: 'Send receipt',
})

export type RowAct = 'receiptPdf' | 'sendReceipt' | 'refundToCard' | 'reverse' | 'move'

interface Needs {
  /** The business's time zone, in which instants are shown as days. */
  timeZone: string
  onAct: (act: RowAct, transaction: Transaction) => void
}

/** Parts and consequences of another transaction are reversed with it (domain.md 11, M8). */
const REVERSIBLE: readonly string[] = ['payment', 'goodwill', 'opening', 'write_off', 'refund', 'pay']

function actsOf({ purpose, amount, reverses, reversedBy, linkedTo, checkoutID, card }: Transaction): readonly RowAct[] {
  if (amount < 0 || reverses !== null || reversedBy !== null || linkedTo !== null) return []
  // An earlier server doesn't say what is left; the dialog does.
  const canRefund = checkoutID !== null && card?.left !== 0
  if (purpose === 'payment')
    return ['receiptPdf', 'sendReceipt', ...(canRefund ? ['refundToCard' as const] : []), 'reverse', 'move']
  return REVERSIBLE.includes(purpose) ? ['reverse'] : []
}

export function transactionsColumns({ timeZone, onAct }: Needs): readonly Column<Transaction>[] {
  const paidBy = ({ paymentType }: Transaction) => (paymentType === null ? null : t(PAYMENT_TYPE_WORDS[paymentType]))
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
    plainColumn('notes', t('Notes'), { long: true }),
    {
      id: 'state',
      title: t('State'),
      cell: (row) => {
        const state = stateInWords(row)
        return state === null ? null : <StateBadge tone="rest">{state}</StateBadge>
      },
      csv: stateInWords,
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
