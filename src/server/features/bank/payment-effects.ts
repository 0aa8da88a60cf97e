import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewBankPayment } from '#contract/v1/bank.ts'
import type { SplitPart } from '#domain/bank-split.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import { type Account, EMPTY_ACCOUNT, type LedgerInvoice } from '#domain/ledger.ts'
import type { ActContext } from '#domain/ledger-acts.ts'
import { paymentEffect } from '#domain/payment-effect.ts'
import type { Queryable } from '../../db/database.ts'
import { acting, balancesOf, readAccount, readOpenAccounts } from '../ledger/public.ts'

/** What booking a bank line will do to the customers' accounts, said before it is booked. */

export type EffectShown = AnswerOf<typeof previewBankPayment>['parts'][number]['effect']
export type EffectsOf = (parts: readonly SplitPart[]) => EffectShown[]

/**
 * The effects of a page's proposals: of open invoices only, with one statement for all customers.
 * @param recovering those of them who have a written-off invoice; their whole ledgers are read
 */
export async function effectsOfProposals(
  db: Queryable,
  context: ActContext,
  customerIDs: readonly string[],
  recovering: readonly string[],
): Promise<EffectsOf> {
  const ids = [...new Set(customerIDs)]
  const balances = await balancesOf(db, ids)
  const credits = ids.map(
    (customerID) => [customerID, { customerID, credit: balances.get(customerID)?.credit ?? 0 }] as const,
  )
  const accounts = await readOpenAccounts(db, new Map(credits), ids)
  for (const customerID of recovering) accounts.set(customerID, await readAccount(db, customerID))
  const isOpen = new Set([...accounts.values()].flatMap(({ invoices }) => invoices.map(({ invoiceID }) => invoiceID)))
  // An invoice that was paid since the proposal was made is left to the booking.
  const standing = ({ invoiceID = '', ...part }: SplitPart): SplitPart =>
    isOpen.has(invoiceID) ? { ...part, invoiceID } : part
  return (parts) => effectsOf(accounts, context, parts.map(standing))
}

/** The effects of parts that the office chose, whose invoices may be paid already. */
export async function effectsOfParts(
  db: Queryable,
  context: ActContext,
  parts: readonly SplitPart[],
): Promise<EffectShown[]> {
  const accounts = new Map<string, Account>()
  for (const { customerID } of parts)
    if (!accounts.has(customerID)) accounts.set(customerID, await readAccount(db, customerID))
  return acting(() => effectsOf(accounts, context, parts))
}

/** The parts are taken in their order, so a second part of a customer sees the first, as it is booked. */
function effectsOf(
  accounts: ReadonlyMap<string, Account>,
  context: ActContext,
  parts: readonly SplitPart[],
): EffectShown[] {
  const now = new Map(accounts)
  return parts.map(({ customerID, invoiceID, amount }) => {
    const account = now.get(customerID) ?? EMPTY_ACCOUNT
    const invoices = new Map(account.invoices.map((invoice) => [invoice.invoiceID, invoice]))
    const payment = { amount, paymentType: 'EFT', invoiceID: invoiceID ?? null } as const
    const { effect, after } = paymentEffect(account, payment, context)
    now.set(customerID, after)
    return {
      ...effect,
      paid: effect.paid.map((one) => ({ ...one, number: numberOf(invoices.get(one.invoiceID)) })),
    }
  })
}

const numberOf = (invoice: LedgerInvoice | undefined): string =>
  invoice === undefined ? '' : invoiceNumber(invoice.kind, invoice.number)
