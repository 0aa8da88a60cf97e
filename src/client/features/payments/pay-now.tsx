import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type Invoice, listInvoices, type ListedInvoice } from '#contract/v1/invoices.ts'
import { openCheckout } from '#contract/v1/payments.ts'
import { showDollars } from '#domain/money.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { ask } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { Button } from '#client/ui/core/button.tsx'
import { t } from '#client/ui/core/texts.ts'
import { leaveFor } from '#client/shells/leave.ts'
import { useConfirming } from './own-ways.ts'

/** A customer's button to pay one invoice; nothing where cards can't pay. */
export function PayNow({ invoice: { invoiceID, owing } }: { invoice: Pick<Invoice, 'invoiceID' | 'owing'> }) {
  if (useConfirming().has(invoiceID)) return <span>{t('A payment is being confirmed.')}</span>
  return <PayButton invoiceIDs={[invoiceID]} label={t('Pay {{amount}}', { amount: showDollars(owing) })} />
}

/** Pays the selected invoices of a list, except those that owe nothing or whose payment is being confirmed. */
export function PaySelected({ rows }: { rows: readonly Pick<ListedInvoice, 'invoiceID' | 'owing'>[] }) {
  const confirming = useConfirming()
  const open = rows.filter(({ owing, invoiceID }) => owing > 0 && !confirming.has(invoiceID))
  if (open.length === 0) return <span>{t('Nothing to pay')}</span>
  const amount = showDollars(sumDollars(open.map(({ owing }) => owing)))
  return <PayButton invoiceIDs={open.map(({ invoiceID }) => invoiceID)} label={t('Pay {{amount}}', { amount })} />
}

/** The most invoices that one checkout takes. */
const AT_ONCE = 100

/** Pays all that is owed in one checkout; nothing where nothing is owed. */
export function PayAll() {
  const open = useQuery({
    ...ask(listInvoices, { status: 'waiting_payment', sort: 'dueDate', perPage: AT_ONCE }),
    staleTime: 0,
  })
  const confirming = useConfirming()
  const items = (open.data?.items ?? []).filter(({ invoiceID }) => !confirming.has(invoiceID))
  if (items.length === 0) return null
  const amount = showDollars(sumDollars(items.map(({ owing }) => owing)))
  return <PayButton invoiceIDs={items.map(({ invoiceID }) => invoiceID)} label={t('Pay {{amount}}', { amount })} />
}

function PayButton({ invoiceIDs, label }: { invoiceIDs: string[]; label: string }) {
  const { cardPayments = false } = useOffice().profile.config
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  if (!cardPayments) return null
  const pay = async () => {
    setBusy(true)
    const answer = await command(openCheckout, { invoiceIDs })
    // The button stays pressed until the browser has left.
    if (answer.kind === 'ok') leaveFor(answer.value.url)
    else setBusy(false)
  }
  return (
    <Button compact loading={busy} onClick={() => void pay()}>
      {label}
    </Button>
  )
}
