import { and, eq, isNull } from 'drizzle-orm'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { createInvoice, previewInvoice } from '#contract/v1/invoices.ts'
import { dayOf } from '#domain/dates.ts'
import { invoiceNumber, typedInvoiceProblem } from '#domain/invoicing.ts'
import { owingOf } from '#domain/ledger.ts'
import { invoiceIn } from '#domain/ledger-acts.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { triedOut } from '../../db/transaction.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { effectOfAct, readAccount } from '../ledger/public.ts'
import { settingsInForce } from '../settings/public.ts'
import { invoiceByHand } from './billing-commands.ts'
import type { Issued } from './issue-commands.ts'

/** Issues what the office typed. Refused for a customer who is gone, and for a sum or due date that no invoice has. */
export async function issueByHand(
  tx: Queryable,
  author: Author,
  input: InputOf<typeof createInvoice>,
): Promise<Issued> {
  const { customerID, lines, dueDate } = input
  const { actor, now } = author
  const [customer] = await tx
    .select({ customerID: customers.customerID })
    .from(customers)
    .where(and(eq(customers.customerID, customerID), isNull(customers.hiddenAt)))
  if (!customer) refuseField('customerID', 'This customer doesn’t exist')
  const settings = await settingsInForce(tx)
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const wrong = typedInvoiceProblem({ total, dueDate }, dayOf(now, settings['business.timeZone']))
  if (Object.keys(wrong).length > 0) throw new Refused('fields_invalid', { fields: wrong })
  const issued = await invoiceByHand(tx, { userID: actor.userID, now }, { customerID, lines, dueDate })
  await recordChange(tx, author, {
    action: 'invoice.create',
    subjectKind: 'invoice',
    subjectID: issued.invoiceID,
    after: { customerID, amount: issued.amount },
  })
  return issued
}

/** What `issueByHand` would do, tried out. */
export function byHandShown(
  db: Queryable,
  author: Author,
  input: InputOf<typeof previewInvoice>,
): Promise<AnswerOf<typeof previewInvoice>> {
  return triedOut(db, async (tx) => {
    let issued: Issued | undefined
    const effect = await effectOfAct(tx, input.customerID, async () => (issued = await issueByHand(tx, author, input)))
    const { amount, number } = issued!
    const owing = owingOf(invoiceIn(await readAccount(tx, input.customerID), issued!.invoiceID))
    const itself = invoiceNumber('invoice', number)
    return {
      ...effect,
      // The number is not final before the invoice is issued.
      paid: effect.paid.filter((one) => one.number !== itself),
      fromCredit: amount - owing,
      invoiceOwing: owing,
    }
  })
}
