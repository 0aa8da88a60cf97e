import type { Day } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { type Account, EMPTY_ACCOUNT, withInvoice } from '#domain/ledger.ts'
import { applyCredit, giveCredit } from '#domain/ledger-acts.ts'
import { byKey } from '#domain/by-key.ts'
import type { Cents } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { openingBalances } from '../../db/tables/opening-balances.ts'
import { settingsInForce } from '../settings/public.ts'
import { lockAccounts, readOpenAccounts } from './accounts-reads.ts'
import { actContext } from './act-context.ts'
import { type NewInvoice, storeEntries, storeInvoices } from './store-entries-commands.ts'

/** What customers bring from the old billing program, as rows of their ledgers (domain.md 11, M15). */

interface Importing {
  readonly userID: string
  readonly now: Date
}

export interface OpeningBalance {
  readonly customerID: string
  /** Negative: the customer owes. */
  readonly amount: Cents
  /** Only for a debt; null: today. */
  readonly dueDate: Day | null
}

/** Books total balances: credit as a deposit, which pays open invoices at once; a debt as one opening invoice. */
export async function bookOpeningBalances(
  tx: Queryable,
  { userID, now }: Importing,
  balances: readonly OpeningBalance[],
): Promise<void> {
  await insertRows(
    tx,
    openingBalances,
    balances.map(({ customerID, amount }) => ({ customerID, amount, at: now, actorID: userID })),
  )
  const brought = balances.filter(({ amount }) => amount !== 0)
  if (brought.length === 0) return
  const accounts = await lockAccounts(
    tx,
    brought.map(({ customerID }) => customerID),
  )
  const context = actContext(await settingsInForce(tx), now)
  const debts = brought.filter(({ amount }) => amount < 0)
  await storeInvoices(
    tx,
    { userID, now },
    'opening',
    1,
    debts.map(({ customerID, amount, dueDate }) =>
      openingInvoice({ customerID, amount: -amount, issueDate: context.day, dueDate: dueDate ?? context.day }),
    ),
  )
  const credits = brought.filter(({ amount }) => amount > 0)
  const open = await readOpenAccounts(
    tx,
    accounts,
    credits.map(({ customerID }) => customerID),
  )
  await storeEntries(
    tx,
    { userID, now },
    credits.map(({ customerID, amount }) => ({
      customerID,
      entries: giveCredit(
        open.get(customerID) ?? EMPTY_ACCOUNT,
        { transactionID: newID(), amount, purpose: 'opening', notes: 'Opening balance' },
        context,
      ),
    })),
  )
}

export interface OldInvoice {
  readonly customerID: string
  readonly oldNumber: string
  readonly issueDate: Day
  readonly dueDate: Day
  /** What is still owed of it. */
  readonly amount: Cents
}

/**
 * Books open invoices of the old program, each as an opening invoice with its own dates. Like a new invoice each takes
 * the customer's credit at once. A unique index refuses one that is here already.
 * @returns their IDs, in the order given
 */
export async function bookOldInvoices(
  tx: Queryable,
  { userID, now }: Importing,
  olds: readonly OldInvoice[],
): Promise<string[]> {
  const accounts = await lockAccounts(
    tx,
    olds.map(({ customerID }) => customerID),
  )
  const context = actContext(await settingsInForce(tx), now)
  const open = await readOpenAccounts(tx, accounts)
  const rows = olds.map(openingInvoice)
  await storeInvoices(tx, { userID, now }, 'opening', 1, rows)
  const bookings = [...byKey(rows, ({ customerID }) => customerID)].flatMap(([customerID, own]) => {
    const before = open.get(customerID)
    if (!context.autoApply || !before || before.credit === 0) return []
    return [{ customerID, entries: applyCredit(own.reduce(withOpening, before), context) }]
  })
  await storeEntries(tx, { userID, now }, bookings)
  return rows.map(({ invoiceID }) => invoiceID)
}

type OpeningInvoice = NewInvoice & { readonly invoiceID: string }

const openingInvoice = ({
  amount,
  ...old
}: Omit<OldInvoice, 'oldNumber'> & { oldNumber?: string }): OpeningInvoice => ({
  ...old,
  invoiceID: newID(),
  issuedAmount: amount,
  issuedGst: 0,
  gstRegistered: false,
  runRefs: [],
})

/** Its position among the invoices due the same day does not matter here, so it comes last. */
const withOpening = (account: Account, { invoiceID, dueDate, issuedAmount }: OpeningInvoice): Account =>
  withInvoice(account, {
    invoiceID,
    kind: 'opening',
    number: Number.MAX_SAFE_INTEGER,
    dueDate,
    amount: issuedAmount,
    allocated: 0,
    gstRegistered: false,
  })
