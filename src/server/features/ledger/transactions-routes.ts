import { and, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import { listPayments, reversePayment } from '#contract/v1/pays.ts'
import {
  createTransaction,
  getLedger,
  getReceipt,
  getStatement,
  listTransactions,
  mailReceipt as mailingReceipt,
  mailStatement as mailingStatement,
  previewGoodwill,
  previewPayment,
  previewReversal,
} from '#contract/v1/transactions.ts'
import { paymentReference } from '#domain/identifiers.ts'
import type { PaymentType } from '#domain/money-words.ts'
import { isRead } from '#domain/statement.ts'
import type { Queryable } from '../../db/database.ts'
import { billingLines } from '../../db/tables/invoices.ts'
import { allocations, transactions } from '../../db/tables/ledger.ts'
import { customers } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'
import { customerOf, driverOf } from '../../http/depots.ts'
import type { Author } from '../../http/changes.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { pdfAnswer, PDFS_PER_MINUTE } from '../../http/pdf-answer.ts'
import { type Actor, reaches, requireScope, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { logoBytes } from '../settings/public.ts'
import { receiptOf, statementOfAccount } from './account-documents.ts'
import { filenameOf, mailReceipt, mailStatement } from './account-mails-commands.ts'
import { balancesOf } from './accounts-reads.ts'
import {
  enterGoodwill,
  enterPayment,
  enterRefund,
  goodwillShown,
  movePayment,
  paymentShown,
  reverseTransaction,
} from './payments-commands.ts'
import { reversalsShown } from './reversal-preview.ts'
import { ledgerLines } from './statement-reads.ts'
import { moneyOnItsWay } from './money-on-its-way.ts'
import { presentTransaction } from './transactions-present.ts'
import { transactionsPage, transactionsWhere } from './transactions-reads.ts'
import { writtenOffDebts } from './written-off-reads.ts'

const SORTS = {
  datePaid: transactions.datePaid,
  createdAt: transactions.createdAt,
  refId: transactions.refNumber,
  amount: transactions.amount,
  type: transactions.type,
  paymentType: transactions.paymentType,
  name: users.fullName,
}

/** Reverses a payment to a driver. It is passed in, because the feature of drivers' pay imports this one. */
type ReversePay = (
  tx: Queryable,
  author: Author,
  reversal: { transactionID: string; reason: string },
) => Promise<string>

export const transactionsRoutes = ({ config, pdf, mail }: Dependencies, reversePay: ReversePay): Route[] => [
  serve(listTransactions)(async (input, { actor, db, refuse }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const customerID = actor.role === 'CUSTOMER' ? actor.userID : input.customerID
    if (input.customerID !== undefined && input.customerID !== customerID) refuse('not_found')
    const where = and(
      reaches(actor, listPayments) ? undefined : isNull(transactions.driverID),
      customerID === undefined ? undefined : eq(transactions.customerID, customerID),
      or(customerOf(transactions.customerID, input.depotID), driverOf(transactions.driverID, input.depotID)),
      input.driverID === undefined ? undefined : eq(transactions.driverID, input.driverID),
      input.invoiceID === undefined
        ? undefined
        : sql`exists (select from ${allocations} where ${allocations.transactionID} = ${transactions.transactionID} and ${allocations.invoiceID} = ${input.invoiceID})`,
      input.from === undefined ? undefined : gte(transactions.datePaid, input.from),
      input.to === undefined ? undefined : lte(transactions.datePaid, input.to),
      keywordIn(input.keyword, [
        users.fullName,
        ...(actor.role === 'ADMIN' ? [transactions.notes] : []),
        sql`'T' || lpad(${transactions.refNumber}::text, 6, '0')`,
      ]),
    )
    const orderBy = [...orderOf(input.sort, SORTS, '-datePaid'), sql`${transactions.refNumber} desc`]
    const { type, purpose, paymentType } = input
    const kinds = { ...(type && { type }), ...(purpose && { purpose }), ...(paymentType && { paymentType }) }
    const { rows, total, totalCents } = await transactionsPage(db, { ...kinds, where, orderBy, limit, offset })
    return { items: rows.map((row) => presentTransaction(row, actor)), page, perPage, total, totalAmount: totalCents }
  }),

  serve(createTransaction)(async (input, context) => {
    const { db } = context
    const made = await entered(db, input, context, reversePay)
    const rows = await transactionsWhere(db, inArray(transactions.transactionID, made))
    return {
      transactions: rows.map((row) => presentTransaction(row, context.actor)),
      ...(input.customerID !== undefined &&
        input.type === 'CUSTOMER_INBOUND' && { warnings: await moneyOnItsWay(db, input.customerID) }),
    }
  }),

  serve(previewReversal)(async ({ transactionID }, context) => {
    const [effect] = await reversalsShown(context.db, context, [transactionID])
    return effect!
  }),

  serve(previewGoodwill)(async (input, context) => goodwillShown(context.db, context, input)),

  serve(previewPayment)(async (input, context) => paymentShown(context.db, context, input)),

  serve(getStatement, { limits: PDFS_PER_MINUTE })(async (input, { actor, db, now }) => {
    const statement = await statementOfAccount(db, accountOf(input, actor), input, now)
    return pdfAnswer(await pdf.render(statement, await logoBytes(db)), filenameOf(statement))
  }),

  serve(mailingStatement)(async (input, context) => mailStatement(context.db, { mail }, context, input)),

  serve(mailingReceipt)(async ({ transactionID }, context) =>
    mailReceipt(context.db, { mail }, context, transactionID),
  ),

  serve(getReceipt, { limits: PDFS_PER_MINUTE })(async ({ transactionID }, { actor, db, now, refuse }) => {
    const [row] = await transactionsWhere(db, eq(transactions.transactionID, transactionID))
    if (!row || (actor.role !== 'ADMIN' && row.customerID !== actor.userID)) return refuse('not_found')
    const receipt = await receiptOf(db, row, now)
    return pdfAnswer(await pdf.render(receipt, await logoBytes(db)), filenameOf(receipt))
  }),

  serve(getLedger)(async (input, { actor, db, refuse }) => {
    const customerID = accountOf(input, actor)
    const [customer] = await db
      .select({ refNumber: customers.refNumber, name: users.fullName })
      .from(customers)
      .innerJoin(users, eq(users.userID, customers.customerID))
      .where(eq(customers.customerID, customerID))
    if (!customer) return refuse('not_found')
    const all = await ledgerLines(db, customerID)
    const from = input.from ?? ''
    const to = input.to ?? '9999'
    const before = all.filter(({ day }) => day < from)
    const totals = (await balancesOf(db, [customerID])).get(customerID)
    const [waiting] = await db
      .select({ cents: sql<string>`coalesce(sum(${billingLines.amount}), 0)` })
      .from(billingLines)
      .where(and(eq(billingLines.customerID, customerID), sql`${billingLines.invoiceID} is null`))
    return {
      customerID,
      customer: customer.name,
      refId: String(customer.refNumber),
      paymentReference: paymentReference(String(customer.refNumber)),
      openingBalance: before.at(-1)?.balance ?? 0,
      items: all
        .filter((line) => line.day >= from && line.day <= to && (actor.role === 'ADMIN' || isRead(line)))
        .map(({ createdAt: _made, order: _order, effect, balance, details, ...line }) => ({
          ...line,
          effect,
          balance,
          details,
        })),
      credit: totals?.credit ?? 0,
      owing: totals?.owing ?? 0,
      accountBalance: totals?.balance ?? 0,
      unbilled: Number(waiting?.cents ?? 0),
      prepaidLeft: totals?.prepaidLeft ?? 0,
      ...(actor.role === 'ADMIN' && {
        writtenOff: await writtenOffDebts(db, sql`${transactions.customerID} = ${customerID}`),
      }),
    }
  }),
]

/** A customer sees their own account, an admin the one they name. */
function accountOf({ customerID: named }: { customerID?: string | undefined }, actor: Actor): string {
  const customerID = actor.role === 'CUSTOMER' ? actor.userID : named
  if (customerID === undefined) return refuseField('customerID', 'This field is mandatory')
  if (named !== undefined && named !== customerID) throw new Refused('not_found')
  return customerID
}

type Input = InputOf<typeof createTransaction>
type OfficeAuthor = Author & { readonly actor: Pick<Actor, 'scopes'> }

async function entered(tx: Queryable, input: Input, author: OfficeAuthor, reversePay: ReversePay): Promise<string[]> {
  const { reverses, customerID, type, paymentType, datePaid, notes, clientKey } = input
  if (reverses !== undefined) {
    if (!notes) refuseField('notes', 'Please say why')
    if (await paysDriver(tx, reverses)) {
      requireScope(author.actor, reversePayment)
      return [await reversePay(tx, author, { transactionID: reverses, reason: notes })]
    }
    return customerID === undefined
      ? reverseTransaction(tx, author, reverses, notes)
      : movePayment(tx, author, { reverses, customerID, notes })
  }
  if (customerID === undefined) refuseField('customerID', 'This field is mandatory')
  if (type === undefined) refuseField('type', 'This field is mandatory')
  if (input.amount === undefined) refuseField('amount', 'This field is mandatory')
  // A caller's own key says which payment it is.
  const again = input.again ?? clientKey !== undefined
  const given = { customerID, amount: input.amount, datePaid, notes, clientKey, again }
  if (type === 'CUSTOMER_INBOUND')
    return enterPayment(tx, author, { ...given, recover: input.recover ?? false, paymentType: required(paymentType) })
  if (type === 'CUSTOMER_CREDIT_DEDUCT')
    return enterRefund(tx, author, { ...given, paymentType: required(paymentType) })
  if (!notes) refuseField('notes', 'Please say what it is for')
  return enterGoodwill(tx, author, given)
}

async function paysDriver(tx: Queryable, transactionID: string): Promise<boolean> {
  const [row] = await tx
    .select({ driverID: transactions.driverID })
    .from(transactions)
    .where(and(eq(transactions.transactionID, transactionID), isNull(transactions.reverses)))
  return row !== undefined && row.driverID !== null
}

function required(paymentType: PaymentType | undefined): PaymentType {
  if (paymentType === undefined) throw new Refused('payment_type_missing')
  return paymentType
}
