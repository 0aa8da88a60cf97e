import { and, eq, gte, lte, sql } from 'drizzle-orm'
import {
  addPayLine,
  getPaymentAdjustmentPdf,
  getPaymentPdf,
  getPayrollCsv,
  listPayments,
  listPayTotals,
  makeAbaFile,
  payRange,
  previewPayment,
  removePayLine,
  reversePayment,
  sendStatement,
} from '#contract/v1/pays.ts'
import { dayOf } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'
import { refusals } from '#domain/refusals.ts'
import { incomes } from '../../db/tables/events.ts'
import { transactions } from '../../db/tables/ledger.ts'
import { driverPayments } from '../../db/tables/pay.ts'
import { users } from '../../db/tables/users.ts'
import { driverOf } from '../../http/depots.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { pdfAnswer, PDFS_PER_MINUTE } from '../../http/pdf-answer.ts'
import { Refused } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Queryable } from '../../db/database.ts'
import type { Dependencies } from '../../ports.ts'
import { logoBytes, settingsInForce } from '../settings/public.ts'
import { presentForOffice } from './incomes-present.ts'
import { incomesWhere } from './incomes-reads.ts'
import { makeAba, previewAba, makePayrollCsv } from './pay-files.ts'
import { addLine, removeLine } from './pay-lines-commands.ts'
import {
  everythingPayable,
  gstPayable,
  type PaymentRequest,
  type PaymentPlan,
  planPayment,
  problemOf,
} from './payment-plan.ts'
import { mailPayDocument, type PayDocument } from './pay-document-mails.ts'
import { pay, paymentRequest, reversePay } from './payments-commands.ts'
import { paymentByID, type PaymentShown, paymentsPage, payTotals, presentPayment } from './payments-reads.ts'

const SORTS = {
  datePaid: transactions.datePaid,
  refId: transactions.refNumber,
  driver: users.fullName,
  from: driverPayments.from,
  total: transactions.amount,
}

export const driverPaymentsRoutes = ({ config, secrets, pdf, mail }: Dependencies): Route[] => {
  const pdfOf = async (document: PayDocument, db: Queryable) =>
    pdfAnswer(await pdf.render(document, await logoBytes(db)), `${document.number}.pdf`)
  return [
    serve(listPayTotals)(async (input, { db, now }) => {
      const settings = await settingsInForce(db)
      const today = dayOf(now, settings['business.timeZone'])
      const totals = await payTotals(db, settings['business.timeZone'], input)
      return {
        items: totals.map(({ supplier, ...sums }) => {
          const gstOn = (unpaid: Cents) => gstPayable(settings, supplier, unpaid, today)
          return {
            ...sums,
            pendingGst: gstOn(sums.pending),
            payableGst: gstOn(sums.payable),
          }
        }),
      }
    }),

    serve(addPayLine)(async (input, context) => {
      const incomeID = await addLine(context.db, context, input)
      return presentForOffice((await incomesWhere(context.db, eq(incomes.incomeID, incomeID)))[0]!)
    }),

    serve(removePayLine)(async ({ incomeID }, context) => {
      await removeLine(context.db, context, incomeID)
    }),

    serve(listPayments)(async (input, { db }) => {
      const { limit, offset, page, perPage } = paging(input, config)
      const where = and(
        input.driverID === undefined ? undefined : eq(transactions.driverID, input.driverID),
        driverOf(transactions.driverID, input.depotID),
        input.from === undefined ? undefined : gte(transactions.datePaid, input.from),
        input.to === undefined ? undefined : lte(transactions.datePaid, input.to),
        keywordIn(input.keyword, [users.fullName, sql`'T' || lpad(${transactions.refNumber}::text, 6, '0')`]),
      )
      const orderBy = [...orderOf(input.sort, SORTS, '-datePaid'), sql`${transactions.refNumber} desc`]
      const { rows, total, totalCents } = await paymentsPage(db, { where, orderBy, limit, offset })
      return { items: rows.map(presentPayment), page, perPage, total, totalAmount: totalCents }
    }),

    serve(previewPayment)(async (input, { db, now }) => {
      const settings = await settingsInForce(db)
      const timeZone = settings['business.timeZone']
      const { driverID, from, to } = input
      // Only an open range needs a look at everything payable.
      const whole =
        from !== undefined && to !== undefined
          ? { from, to }
          : await everythingPayable(db, timeZone, driverID, dayOf(now, timeZone))
      const request = await paymentRequest(db, settings, now, {
        ...input,
        from: from ?? whole.from,
        to: to ?? whole.to,
      })
      const plan = await planPayment(db, settings, request)
      return presentPlan(request, plan, problemOf(settings, request, plan))
    }),

    serve(payRange)(async (input, context) => {
      const transactionID = await pay(context.db, context, input)
      return presentPayment(await existingPayment(context.db, transactionID))
    }),

    serve(reversePayment)(async ({ payID, reason }, context) => {
      await reversePay(context.db, context, { transactionID: payID, reason })
      return presentPayment(await existingPayment(context.db, payID))
    }),

    serve(sendStatement)(async ({ payID }, context) => {
      await mailPayDocument(context.db, context, mail, await existingPayment(context.db, payID))
    }),

    serve(getPaymentPdf, { limits: PDFS_PER_MINUTE })(async ({ payID }, { db }) => {
      const { payment } = await existingPayment(db, payID)
      return pdfOf(payment.document as PayDocument, db)
    }),

    serve(getPaymentAdjustmentPdf, { limits: PDFS_PER_MINUTE })(async ({ payID }, { db, refuse }) => {
      const { adjustment } = await existingPayment(db, payID)
      return adjustment ? pdfOf(adjustment.document as PayDocument, db) : refuse('not_found')
    }),

    serve(makeAbaFile)(async ({ datePaid, preview = false }, context) => {
      context.setHeader('Cache-Control', 'no-store')
      return (preview ? previewAba : makeAba)(context.db, context, secrets, datePaid)
    }),

    serve(getPayrollCsv)(({ datePaid }, { db }) => makePayrollCsv(db, datePaid)),
  ]
}

function presentPlan({ driver, from, to }: PaymentRequest, plan: PaymentPlan, problem: string | null) {
  const code = plan.refusal ?? (problem === null ? null : 'wrong_state')
  const refusal = code && { code, message: problem ?? refusals[code].message }
  return {
    driverID: driver.driverID,
    driver: driver.fullName,
    from,
    to,
    lines: plan.lines.map(presentForOffice),
    carried: plan.carried.length,
    weeks: [...plan.weeks],
    left: plan.weeks.reduce((sum, { left }) => sum + left, 0),
    subtotal: plan.amount,
    gst: plan.gst,
    total: plan.amount + plan.gst,
    rcti: plan.rcti !== null,
    rctiLate: plan.rcti?.late ?? false,
    refusal,
  }
}

async function existingPayment(db: Queryable, transactionID: string): Promise<PaymentShown> {
  const row = await paymentByID(db, transactionID)
  if (!row) throw new Refused('not_found')
  return row
}
