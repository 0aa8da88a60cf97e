import { eq, inArray } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  changeInvoiceAmount,
  collectAgain,
  createInvoice,
  dontChargeInvoice,
  dontRemindOfInvoice,
  getAdjustmentPdf,
  getInvoice,
  getInvoicePdf,
  getPayLink,
  billRunElsewhere,
  listInvoices,
  listUnbilledRuns,
  massInvoice,
  payInvoice,
  previewAmount,
  previewInvoice,
  previewSettlement,
  previewUnbilled,
  printInvoices,
  printSelectedInvoices,
  promiseToPay,
  remindNotesOfInvoice,
  remindOfInvoice,
  sendInvoice,
  settleCustomer,
  writeOffInvoice,
} from '#contract/v1/invoices.ts'
import { dayOf } from '#domain/dates.ts'
import { readableRunID, runRefId } from '#domain/identifiers.ts'
import { weekOfRun } from '#domain/run-name.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { users } from '../../db/tables/users.ts'
import { paging, sortOf } from '../../http/paging.ts'
import { pdfAnswer, PDFS_PER_MINUTE } from '../../http/pdf-answer.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { type Actor, type Context, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { balancesOf, enterPayment, presentTransaction, transactionsWhere, moneyOnItsWay } from '../ledger/public.ts'
import { logoBytes, settingsInForce } from '../settings/public.ts'
import { adjustmentDocument, documentsOf, requireComplete } from './documents-reads.ts'
import {
  amountShown,
  changeAmount,
  noteReminding,
  payFromCredit,
  settleAccount,
  settlementShown,
  writeOffDebt,
} from './invoice-acts-commands.ts'
import { chaseAgain, chooseCharging, chooseReminding, notePromise } from './collecting-commands.ts'
import { invoicesAsked, invoicesFilter, ofAge } from './invoices-filters.ts'
import { byHandShown, issueByHand } from './by-hand-commands.ts'
import { presentInvoice, presentListed, withMoneyOnItsWay } from './invoices-present.ts'
import { invoicesListed } from './invoices-list-reads.ts'
import { invoiceByID, OWING, runsOfInvoices } from './invoices-reads.ts'
import { newPayLink } from './pay-link-reads.ts'
import { documentsToPrint, invoicesToPrint } from './print-list.ts'
import { mailInvoice } from './sending-commands.ts'
import { unbilledShown } from './unbilled-plan.ts'
import { billElsewhere, massOfCustomers, massOfRun, unbilledRuns } from './mass-commands.ts'

const SORTS = {
  number: invoices.number,
  customer: users.fullName,
  refId: customers.refNumber,
  amount: invoices.amount,
  owing: OWING,
  issueDate: invoices.issueDate,
  dueDate: invoices.dueDate,
  datePaid: invoices.datePaid,
  sentAt: invoices.queuedAt,
  createdAt: invoices.createdAt,
}

/** An admin finds any invoice, a customer only their own; another's answers as if it did not exist. */
async function invoiceFor(db: Queryable, actor: Pick<Actor, 'role' | 'userID'>, invoiceID: string) {
  const row = await invoiceByID(db, invoiceID)
  if (!row || (actor.role !== 'ADMIN' && row.customerID !== actor.userID)) throw new Refused('not_found')
  return row
}

/** A whole list takes the thread for a minute or more. */
const PRINTS_PER_MINUTE = { perSession: { hits: 6, seconds: 60 } }

export const invoicesRoutes = ({ config, secrets, payments, pdf, mail }: Dependencies): Route[] => [
  serve(listInvoices)(async (input, { actor, database, now, refuse }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const customerID = actor.role === 'CUSTOMER' ? actor.userID : input.customerID
    if (input.customerID !== undefined && input.customerID !== customerID) refuse('not_found')
    const settings = await settingsInForce(database)
    const { rows, totals, ages } = await invoicesListed(database, {
      filters: invoicesFilter(input, customerID, settings, now),
      ofAge: ofAge(input, settings, now),
      order: sortOf(input.sort, SORTS, '-issueDate'),
      searched: Boolean(input.keyword),
      limit,
      offset,
      today: dayOf(now, settings['business.timeZone']),
    })
    const runOf = await runsOfInvoices(database, rows)
    const items = rows.map((row) => presentListed(row, settings, now, runOf, actor))
    return {
      items: actor.role === 'ADMIN' ? await withMoneyOnItsWay(database, items) : items,
      page,
      perPage,
      total: totals.invoices,
      totalAmount: totals.amount,
      totalOwing: totals.owing,
      ageing: ages,
    }
  }),

  serve(getInvoice)(async ({ invoiceID }, { actor, db, now }) =>
    presentInvoice(db, await invoiceFor(db, actor, invoiceID), await settingsInForce(db), now, actor),
  ),

  serve(getInvoicePdf, { limits: PDFS_PER_MINUTE })(async ({ invoiceID }, { actor, db }) => {
    const row = await invoiceFor(db, actor, invoiceID)
    const [document] = await documentsOf(db, { config, secrets, payments }, [row])
    if (actor.role !== 'ADMIN') requireComplete(document!)
    return pdfAnswer(await pdf.render(document!, await logoBytes(db)), `${document!.number}.pdf`)
  }),

  serve(getPayLink)(async ({ invoiceID }, { actor, db, now }) =>
    newPayLink(db, { config, secrets, payments }, await invoiceFor(db, actor, invoiceID), now),
  ),

  serve(getAdjustmentPdf, { limits: PDFS_PER_MINUTE })(async ({ invoiceID, adjustmentID }, { actor, db, refuse }) => {
    await invoiceFor(db, actor, invoiceID)
    const document = await adjustmentDocument(db, invoiceID, adjustmentID)
    if (document === null) return refuse('not_found')
    if (actor.role !== 'ADMIN') requireComplete(document)
    return pdfAnswer(await pdf.render(document, await logoBytes(db)), `${document.number}.pdf`)
  }),

  serve(printInvoices, { limits: PRINTS_PER_MINUTE })(async ({ hasEmail = false, ...input }, { db, now }) => {
    const settings = await settingsInForce(db)
    const filters = { ...input, hasEmail }
    const all = await invoicesToPrint(db, invoicesAsked(filters, input.customerID, settings, now))
    const documents = documentsToPrint(db, { config, secrets, payments }, all)
    return pdfAnswer(await pdf.join('Invoices', documents, await logoBytes(db)), 'Invoices.pdf')
  }),

  serve(printSelectedInvoices, { limits: PRINTS_PER_MINUTE, transaction: false })(
    async ({ invoiceIDs }, { database: db }) => {
      const all = await invoicesToPrint(db, among(invoices.invoiceID, invoiceIDs))
      const documents = documentsToPrint(db, { config, secrets, payments }, all)
      return pdfAnswer(await pdf.join('Invoices', documents, await logoBytes(db)), 'Invoices.pdf')
    },
  ),

  serve(createInvoice)(async (input, context) => {
    const { invoiceID } = await issueByHand(context.db, context, input)
    return invoiceAnswer(context, invoiceID)
  }),

  serve(previewInvoice)(async (input, context) => byHandShown(context.db, context, input)),

  serve(massInvoice)(async ({ runOrderID, customerIDs }, context) => {
    if ((runOrderID === undefined) === (customerIDs === undefined))
      refuseField('runOrderID', 'Name one run, or customers')
    const { created, skipped } =
      runOrderID !== undefined
        ? await massOfRun(context.db, context, runOrderID)
        : await massOfCustomers(context.db, context, customerIDs ?? [])
    return {
      created: created.map((each) => ({ ...each, number: invoiceNumber('invoice', each.number) })),
      skipped: [...skipped],
    }
  }),

  serve(previewUnbilled)(({ accounts = 'all' }, { db }) => unbilledShown(db, accounts)),

  serve(listUnbilledRuns)(async ({ depotID }, { db, now }) => {
    const found = await unbilledRuns(db, now, depotID)
    return {
      items: found.map(({ run, invoices: made }) => ({
        runOrderID: run.runOrderID,
        readableID: readableRunID(run.yearNumber, run.monthNumber, run.weekNumber, run.sequenceNumber),
        runWeek: weekOfRun(run),
        refId: runRefId(run.refNumber),
        completedAt: run.completedAt,
        invoices: made,
        amount: made.reduce((all, { amount }) => all + amount, 0),
      })),
      page: 1,
      perPage: found.length,
      total: found.length,
    }
  }),

  serve(billRunElsewhere)(async ({ runOrderID }, context) => billElsewhere(context.db, context, runOrderID)),

  serve(payInvoice)(async (input, context) => {
    const { db } = context
    const { invoiceID, amount, type, paymentType, datePaid, notes, clientKey, again = clientKey !== undefined } = input
    const before = await invoiceFor(db, context.actor, invoiceID)
    let made: string[]
    if (type === 'CUSTOMER_CREDIT_DEDUCT') made = await payFromCredit(db, context, { invoiceID, amount })
    else {
      if (paymentType === undefined) throw new Refused('payment_type_missing')
      const payment = { customerID: before.customerID, amount, paymentType, datePaid, notes, clientKey, again }
      made = await enterPayment(db, context, payment, invoiceID)
    }
    const rows = await transactionsWhere(db, inArray(transactions.transactionID, made))
    return {
      transactions: rows.map((row) => presentTransaction(row, context.actor)),
      invoice: await invoiceAnswer(context, invoiceID),
      ...(type === 'CUSTOMER_INBOUND' && { warnings: await moneyOnItsWay(db, before.customerID) }),
    }
  }),

  serve(changeInvoiceAmount)(async ({ invoiceID, amount, reason, rebill = false }, context) => {
    await changeAmount(context.db, context, { invoiceID, amount, reason, rebill }, context.ifMatch)
    return invoiceAnswer(context, invoiceID)
  }),

  serve(previewAmount)(async (input, context) => amountShown(context.db, context, input)),

  serve(writeOffInvoice)(async (input, context) => {
    await writeOffDebt(context.db, context, input, context.ifMatch)
    return invoiceAnswer(context, input.invoiceID)
  }),

  serve(sendInvoice)(async ({ invoiceID }, context) => {
    await mailInvoice(context.db, { config, secrets, payments, mail }, context, 'send', { invoiceID, ifMatch: null })
    return invoiceAnswer(context, invoiceID)
  }),

  serve(remindOfInvoice)(async ({ invoiceID }, context) => {
    const { db, ifMatch } = context
    await mailInvoice(db, { config, secrets, payments, mail }, context, 'remind', { invoiceID, ifMatch })
    return invoiceAnswer(context, invoiceID)
  }),

  serve(collectAgain)(async ({ invoiceID }, context) => {
    await chaseAgain(context.db, context, invoiceID, context.ifMatch)
    return invoiceAnswer(context, invoiceID)
  }),

  serve(promiseToPay)(async ({ invoiceID, until }, context) => {
    await invoiceFor(context.db, context.actor, invoiceID)
    const isOwn = context.actor.role === 'CUSTOMER'
    await notePromise(context.db, context, { invoiceID, until, isOwn }, context.ifMatch)
    return invoiceAnswer(context, invoiceID)
  }),

  serve(dontRemindOfInvoice)(async ({ invoiceID, dontRemind }, context) => {
    await chooseReminding(context.db, context, { invoiceID, dontRemind }, context.ifMatch)
    return invoiceAnswer(context, invoiceID)
  }),

  serve(dontChargeInvoice)(async ({ invoiceID, dontCharge }, context) => {
    await chooseCharging(context.db, context, { invoiceID, dontCharge }, context.ifMatch)
    return invoiceAnswer(context, invoiceID)
  }),

  serve(remindNotesOfInvoice)(async (input, context) => {
    await noteReminding(context.db, context, input, context.ifMatch)
    return invoiceAnswer(context, input.invoiceID)
  }),

  serve(previewSettlement)(async (input, context) => settlementShown(context.db, context, input)),

  serve(settleCustomer)(async (input, context) => {
    const { db } = context
    const [customer] = await db
      .select({ customerID: customers.customerID })
      .from(customers)
      .where(eq(customers.customerID, input.customerID))
    if (!customer) throw new Refused('not_found')
    if (input.amount !== undefined && input.amount > 0 && input.paymentType === undefined)
      throw new Refused('payment_type_missing')
    const payment = input.amount && input.paymentType ? { amount: input.amount, paymentType: input.paymentType } : null
    const applied = await settleAccount(db, context, {
      customerID: input.customerID,
      payment,
      datePaid: input.datePaid,
      invoiceUnbilled: input.invoiceUnbilled ?? false,
      again: input.again ?? false,
    })
    const numbers = await numbersOf(
      db,
      applied.map(({ invoiceID }) => invoiceID),
    )
    const totals = (await balancesOf(db, [input.customerID])).get(input.customerID)
    return {
      applied: applied.map((each) => ({ ...each, number: numbers.get(each.invoiceID) ?? '' })),
      credit: totals?.credit ?? 0,
      owing: totals?.owing ?? 0,
      accountBalance: totals?.balance ?? 0,
      ...(payment !== null && { warnings: await moneyOnItsWay(db, input.customerID) }),
    }
  }),
]

async function invoiceAnswer(
  { db, now, actor }: Pick<Context<typeof getInvoice>, 'db' | 'now' | 'actor'>,
  invoiceID: string,
): Promise<AnswerOf<typeof getInvoice>> {
  return presentInvoice(db, (await invoiceByID(db, invoiceID))!, await settingsInForce(db), now, actor)
}

async function numbersOf(db: Queryable, invoiceIDs: readonly string[]): Promise<Map<string, string>> {
  if (invoiceIDs.length === 0) return new Map()
  const rows = await db
    .select({ invoiceID: invoices.invoiceID, kind: invoices.kind, number: invoices.number })
    .from(invoices)
    .where(inArray(invoices.invoiceID, [...invoiceIDs]))
  return new Map(rows.map(({ invoiceID, kind, number }) => [invoiceID, invoiceNumber(kind, number)]))
}
