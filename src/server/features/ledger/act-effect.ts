import { invoiceNumber } from '#domain/invoicing.ts'
import { owingOf, totalOwing } from '#domain/ledger.ts'
import { inOrderOfPayment } from '#domain/ledger-acts.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { readAccount } from './accounts-reads.ts'

export interface ActEffect {
  /** Invoices that the act pays, each with what it pays and what the invoice then owes. */
  readonly paid: { readonly number: string; readonly amount: Cents; readonly owing: Cents }[]
  /** The customer's, afterwards. */
  readonly credit: Cents
  readonly owing: Cents
}

/** What an act changes in a customer's account. The caller tries it out (`triedOut`). */
export async function effectOfAct(
  tx: Queryable,
  customerID: string,
  act: () => Promise<unknown>,
): Promise<ActEffect & { readonly creditBefore: Cents }> {
  const before = await readAccount(tx, customerID)
  await act()
  const after = await readAccount(tx, customerID)
  const allocatedBefore = new Map(before.invoices.map(({ invoiceID, allocated }) => [invoiceID, allocated]))
  return {
    paid: after.invoices.toSorted(inOrderOfPayment).flatMap((invoice) => {
      const amount = invoice.allocated - (allocatedBefore.get(invoice.invoiceID) ?? 0)
      return amount > 0
        ? [{ number: invoiceNumber(invoice.kind, invoice.number), amount, owing: owingOf(invoice) }]
        : []
    }),
    credit: after.credit,
    owing: totalOwing(after),
    creditBefore: before.credit,
  }
}
