import { useMemo, useState } from 'react'
import { Box, Button } from '@mantine/core'
import { Link, type To, useLocation, useNavigate } from 'react-router-dom'
import { getReceipt, listTransactions, mailReceipt, type Transaction } from '#contract/v1/transactions.ts'
import { PURPOSES } from '#domain/ledger.ts'
import { PAYMENT_TYPES, TRANSACTION_TYPES } from '#domain/money-words.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { anyCustomerSource, driverSource } from '#client/shells/pick-sources.ts'
import { usePdf } from '#client/shells/pdf-button.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { useTerms } from '#client/shells/terms.ts'
import { useNarrow } from '#client/shells/use-narrow.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { CardRefundDialog } from './card-refund-dialog.tsx'
import { MoveDialog, ReverseDialog } from './reverse-dialogs.tsx'
import { type RowAct, transactionsColumns, transactionsSums } from './transactions-columns.tsx'
import { transactionsPaths } from './transactions-paths.ts'

/** /transactions */
export function TransactionsPage() {
  const { t } = useTranslation('transactions')
  const { t: terms } = useTerms()
  const { timeZone } = useOffice().profile.config
  const navigate = useNavigate()
  const narrow = useNarrow()
  // The list behind the form keeps its filters.
  const { search } = useLocation()
  const toNew = (entry: Parameters<typeof transactionsPaths.enter>[0]) => ({
    pathname: transactionsPaths.enter(entry),
    search,
  })
  const [chosen, setChosen] = useState<{ act: RowAct; transaction: Transaction } | null>(null)
  const command = useCommand()
  const savePdf = usePdf()
  const onAct = (act: RowAct, transaction: Transaction) => {
    const { transactionID, refId } = transaction
    if (act === 'receiptPdf') void savePdf(getReceipt, { transactionID }, `Receipt ${refId}.pdf`)
    else if (act === 'sendReceipt')
      void command(mailReceipt, { transactionID }, { done: t('receiptSent'), mails: true })
    else setChosen({ act, transaction })
  }
  const columns = transactionsColumns({ t, terms, timeZone, onAct })
  const add = (
    <Button component={Link} to={toNew('payment')}>
      {t('recordPayment')}
    </Button>
  )
  const close = () => setChosen(null)
  const to = (label: string, path: To) => ({ label, onClick: () => void navigate(path) })
  const rareActs = [
    to(t('goodwill'), toNew('goodwill')),
    to(t('refund'), toNew('refund')),
    to(t('payouts'), officePaths.payouts()),
  ]
  // A phone's header has room for one button.
  const underFilters = (
    <Box mb="sm">
      <MoreActs acts={[...rareActs, to(t('invoices'), officePaths.invoices()), to(t('bank'), officePaths.bank())]} />
    </Box>
  )
  return (
    <>
      <ListScreen
        name="transactions"
        title={t('title')}
        endpoint={listTransactions}
        columns={columns}
        keyOf={({ transactionID }) => transactionID}
        nameOf={({ refId }) => refId}
        filters={useTransactionsFilters()}
        search={t('searchHow')}
        counted={(count) => t('counted', { count })}
        sums={(answer, chosen) => transactionsSums(answer, chosen, t('total'))}
        dimmed={({ reversedBy }) => reversedBy !== null}
        actions={
          narrow ? (
            add
          ) : (
            <>
              <MoreActs acts={rareActs} />
              <Button component={Link} to={officePaths.invoices()} variant="default">
                {t('invoices')}
              </Button>
              <Button component={Link} to={officePaths.bank()} variant="default">
                {t('bank')}
              </Button>
              {add}
            </>
          )
        }
        {...(narrow ? { band: () => underFilters } : {})}
        onNew={() => navigate(toNew('payment'))}
        empty={{ title: t('empty'), how: t('emptyHow'), action: add }}
      />
      {chosen?.act === 'refundToCard' && chosen.transaction.checkoutID !== null ? (
        <CardRefundDialog transaction={chosen.transaction} checkoutID={chosen.transaction.checkoutID} onClose={close} />
      ) : null}
      {chosen?.act === 'reverse' ? <ReverseDialog transaction={chosen.transaction} onClose={close} /> : null}
      {chosen?.act === 'move' ? <MoveDialog transaction={chosen.transaction} onClose={close} /> : null}
    </>
  )
}

function useTransactionsFilters(): readonly Filter[] {
  const { t } = useTranslation('transactions')
  const { t: terms } = useTerms()
  return useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'type',
        label: t('type'),
        options: TRANSACTION_TYPES.map((value) => ({ value, label: t(`type-${value}`) })),
      },
      {
        kind: 'choice',
        name: 'paymentType',
        label: t('paymentType'),
        options: PAYMENT_TYPES.map((value) => ({ value, label: terms(`paymentType${value}`) })),
      },
      { kind: 'pick', name: 'customerID', label: t('customer'), source: anyCustomerSource, more: true },
      { kind: 'day', name: 'from', label: t('from') },
      { kind: 'day', name: 'to', label: t('to') },
      {
        kind: 'choice',
        name: 'purpose',
        label: t('purpose'),
        options: PURPOSES.map((value) => ({ value, label: terms(`purpose${value}`) })),
        more: true,
      },
      { kind: 'pick', name: 'driverID', label: t('driver'), source: driverSource, more: true },
    ],
    [t, terms],
  )
}
