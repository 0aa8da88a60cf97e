import { useMemo, useState } from 'react'
import { Box } from '@mantine/core'
import { type To, useLocation, useNavigate } from 'react-router-dom'
import { listBankLines } from '#contract/v1/bank.ts'
import { getReceipt, listTransactions, mailReceipt, type Transaction } from '#contract/v1/transactions.ts'
import { PURPOSES, type Purpose } from '#domain/ledger.ts'
import { PURPOSE_WORDS } from '#domain/ledger-words.ts'
import { PAYMENT_TYPES, TRANSACTION_TYPES } from '#domain/money-words.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { useMayCall } from '#client/shells/role.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { anyCustomerSource, driverSource } from '#client/shells/pick-sources.ts'
import { useMailAct } from '#client/shells/mail-act.tsx'
import { PdfButton, usePdf } from '#client/shells/pdf-button.tsx'
import { useNarrow } from '#client/shells/use-narrow.ts'
import { PAYMENT_TYPE_WORDS } from '#client/shells/terms.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { CardRefundDialog } from './card-refund-dialog.tsx'
import { MoveDialog, ReverseDialog } from './reverse-dialogs.tsx'
import { type RowAct, transactionsColumns, transactionsSums } from './transactions-columns.tsx'

const TYPE_WORDS = sentences({
  CUSTOMER_INBOUND: 'Payments',
  CUSTOMER_CREDIT_DEPOSIT: 'Credit added',
  CUSTOMER_CREDIT_DEDUCT: 'Credit used or refunded',
  DRIVER_OUTBOUND: 'Driver pay',
})

/** Where the rows of a purpose have more than one name. */
const FILTER_WORDS: Partial<Record<Purpose, string>> = sentences({
  refund: 'Refund or dispute',
  release: 'Credit given back or write-off cancelled',
})

export function TransactionsPage() {
  const { timeZone } = useOffice().profile.config
  const navigate = useNavigate()
  const seesBank = useMayCall(listBankLines)
  const narrow = useNarrow()
  // The list behind the form keeps its filters.
  const { search } = useLocation()
  const toNew = (entry: 'goodwill' | 'refund') => ({ pathname: `/transactions/new/${entry}`, search })
  const [chosen, setChosen] = useState<{ act: RowAct; transaction: Transaction } | null>(null)
  const { send, dialog } = useMailAct()
  const savePdf = usePdf()
  const onAct = (act: RowAct, transaction: Transaction) => {
    const { transactionID, refId } = transaction
    if (act === 'receiptPdf') void savePdf(getReceipt, { transactionID }, `Receipt ${refId}.pdf`)
    else if (act === 'sendReceipt')
      send({
        endpoint: mailReceipt,
        input: { transactionID },
        question: t('Send this receipt?'),
        print: (
          <PdfButton
            endpoint={getReceipt}
            input={{ transactionID }}
            name={`Receipt ${refId}.pdf`}
            label={t('Receipt PDF')}
          />
        ),
      })
    else setChosen({ act, transaction })
  }
  const columns = transactionsColumns({ timeZone, onAct })
  const close = () => setChosen(null)
  const to = (label: string, path: To) => ({ label, onClick: () => void navigate(path) })
  const rareActs = [
    to(t('Goodwill credit'), toNew('goodwill')),
    to(t('Refund'), toNew('refund')),
    ...(seesBank ? [to(t('Card payouts'), officePaths.payouts())] : []),
  ]
  // A phone's header has room for one button.
  const underFilters = (
    <Box mb="sm">
      <MoreActs
        acts={[
          ...rareActs,
          to(t('Invoices'), officePaths.invoices()),
          ...(seesBank ? [to(t('Bank files'), officePaths.bank())] : []),
        ]}
      />
    </Box>
  )
  return (
    <>
      <ListScreen
        name="transactions"
        title={t('Payments')}
        endpoint={listTransactions}
        columns={columns}
        keyOf={({ transactionID }) => transactionID}
        nameOf={({ refId }) => refId}
        filters={useTransactionsFilters()}
        search={t('Number, name, notes')}
        counted={(count) => plural(count, '{{count}} transaction', '{{count, number}} transactions')}
        sums={(answer, chosen) => transactionsSums(answer, chosen, t('Total'))}
        dimmed={({ reversedBy }) => reversedBy !== null}
        create={{ label: t('Record payment'), to: '/transactions/new' }}
        {...(narrow
          ? { band: () => underFilters }
          : {
              actions: <MoreActs acts={rareActs} />,
              links: [
                { label: t('Invoices'), to: officePaths.invoices() },
                ...(seesBank ? [{ label: t('Bank files'), to: officePaths.bank() }] : []),
              ],
            })}
        empty={{ title: t('No transactions yet'), how: t('Record the first payment.') }}
      />
      {dialog}
      {chosen?.act === 'refundToCard' && chosen.transaction.checkoutID !== null ? (
        <CardRefundDialog transaction={chosen.transaction} checkoutID={chosen.transaction.checkoutID} onClose={close} />
      ) : null}
      {chosen?.act === 'reverse' ? <ReverseDialog transaction={chosen.transaction} onClose={close} /> : null}
      {chosen?.act === 'move' ? <MoveDialog transaction={chosen.transaction} onClose={close} /> : null}
    </>
  )
}

function useTransactionsFilters(): readonly Filter[] {
  return useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'type',
        label: t('Type'),
        options: TRANSACTION_TYPES.map((value) => ({ value, label: t(TYPE_WORDS[value]) })),
      },
      {
        kind: 'choice',
        name: 'paymentType',
        label: t('Paid by'),
        options: PAYMENT_TYPES.map((value) => ({ value, label: t(PAYMENT_TYPE_WORDS[value]) })),
      },
      { kind: 'pick', name: 'customerID', label: t('Customer'), source: anyCustomerSource, more: true },
      { kind: 'day', name: 'from', label: t('From') },
      { kind: 'day', name: 'to', label: t('To') },
      {
        kind: 'choice',
        name: 'purpose',
        label: t('What for'),
        options: PURPOSES.map((value) => ({
          value,
          label: FILTER_WORDS[value] ?? PURPOSE_WORDS[value],
        })),
        more: true,
      },
      { kind: 'pick', name: 'driverID', label: t('Driver'), source: driverSource, more: true },
    ],
    [],
  )
}
