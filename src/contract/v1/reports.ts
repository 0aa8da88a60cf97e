import * as z from 'zod/mini'
import { STOP_FIGURES } from '#domain/run-figures.ts'
import { AGES } from '#domain/invoicing.ts'
import { GST_BASES, PAYMENT_TYPES } from '#domain/money-words.ts'
import { ACCOUNT_TYPES, CUSTOMER_STATUSES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day, id, instant, ofDepot, queryNumber, runNumber, signedMoney } from '../shapes.ts'
import { stopFigures, runWeek } from './stops.ts'

const ADMIN = { ADMIN: 'any' } as const

const READS = ['customers', 'invoices', 'transactions', 'runs', 'pays', 'drivers', 'products', 'settings'] as const

/** Kinds of customers that have their own list. */
export const CUSTOMER_REPORTS = ['cancelled', 'blocked', 'overdue', 'no-email', 'do-not-remind'] as const

const aged = { age: z.enum(AGES), owing: signedMoney }

export const customersReported = endpoint({
  method: 'GET',
  path: '/v1/reports/customers',
  summary: 'Customers of one kind: cancelled, blocked, overdue with what is owed by age, without email, not to remind',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject({ ...pageQuery, ...ofDepot, kind: z.enum(CUSTOMER_REPORTS) }),
  output: z.extend(
    pageOf(
      z.object({
        customerID: id,
        refId: z.string(),
        fullName: z.string(),
        status: z.enum(CUSTOMER_STATUSES),
        email: z.nullable(z.string()),
        accountType: z.enum(ACCOUNT_TYPES),
        canceledAt: z.nullable(instant),
        /** The notes on their open invoice that is due longest. */
        remindNotes: z.nullable(z.string()),
        mobilePhone: z.nullable(z.string()),
        owing: signedMoney,
        ageing: z.array(z.object(aged)),
      }),
    ),
    { totalOwing: signedMoney },
  ),
  refusals: ['keyword_too_short'],
})

/** The reports whose figures consist of rows. */
export const FIGURES = [
  'sales',
  'collections',
  'debts',
  'cash',
  'reversed',
  'refunds',
  'disputes',
  'gst',
  'bad-debts',
  'purchases',
  'round-sales',
  'round-cost',
] as const

const filters = {
  figure: z.enum(FIGURES),
  from: z.optional(day),
  to: z.optional(day),
  productID: z.optional(id),
  /** What became of the stops; without it, all that were planned. */
  stops: z.optional(z.enum(STOP_FIGURES)),
  age: z.optional(z.enum(AGES)),
  paymentType: z.optional(z.enum(PAYMENT_TYPES)),
  basis: z.optional(z.enum(GST_BASES)),
  runOrderID: z.optional(id),
  runNumber: z.optional(queryNumber(runNumber)),
  ...ofDepot,
}

/** The request for the rows behind a figure. */
const rows = z.object({
  ...filters,
  runNumber: z.optional(runNumber),
})
export type RowsOfFigure = z.input<typeof rows>

export const reportRows = endpoint({
  method: 'GET',
  path: '/v1/reports/rows',
  summary: 'The rows behind a figure of a report; their sum is the figure',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject({ page: pageQuery.page, perPage: pageQuery.perPage, ...filters }),
  output: z.extend(
    pageOf(
      z.object({
        rowID: z.string(),
        day,
        customerID: z.nullable(id),
        customer: z.nullable(z.string()),
        refId: z.nullable(z.string()),
        invoiceID: z.nullable(id),
        /** INV-000123 */
        invoice: z.nullable(z.string()),
        /** ADJ-000007 */
        adjustment: z.nullable(z.string()),
        /** T000042 */
        transaction: z.nullable(z.string()),
        runOrderID: z.nullable(id),
        runOrder: z.nullable(z.string()),
        runWeek,
        runNumber: z.nullable(z.int()),
        amount: signedMoney,
        gst: signedMoney,
        bags: z.int(),
      }),
    ),
    { totalAmount: signedMoney, totalGst: signedMoney, totalBags: z.int() },
  ),
  refusals: [],
})

const period = z.strictObject({ from: day, to: day })
const periodOfDepot = z.strictObject({ from: day, to: day, ...ofDepot })
/** The stops of a run in figures, each with its rows. */
const counted = z.object({ rows, count: z.int() })
const stopsCounted = {
  planned: counted,
  done: counted,
  notDone: counted,
  moved: counted,
  removed: counted,
  open: counted,
}
const figure = { rows, amount: signedMoney, count: z.int() }

export const salesReport = endpoint({
  method: 'GET',
  path: '/v1/reports/sales',
  summary: 'Invoices after adjustments, by month of issue and by the customer’s service package',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: periodOfDepot,
  output: z.object({
    total: z.object(figure),
    months: z.array(z.object({ month: z.string(), ...figure })),
    packages: z.array(z.object({ productID: id, servicePackage: z.string(), ...figure })),
    /** Only if there are any. */
    cells: z.array(z.object({ month: z.string(), productID: id, ...figure })),
  }),
  refusals: [],
})

export const collectionsReport = endpoint({
  method: 'GET',
  path: '/v1/reports/collections',
  summary: 'What became of the stops of each week that began in the period (drafts left out), with bags',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: periodOfDepot,
  output: z.object({
    weeks: z.array(
      z.object({
        from: day,
        yearNumber: z.int(),
        monthNumber: z.int(),
        weekNumber: z.int(),
        bags: z.int(),
        ...stopsCounted,
      }),
    ),
    bags: z.int(),
    ...stopsCounted,
  }),
  refusals: [],
})

export const debtsReport = endpoint({
  method: 'GET',
  path: '/v1/reports/debts',
  summary: 'What is owed today, by days overdue',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: z.strictObject(ofDepot),
  output: z.object({
    today: day,
    total: z.object(figure),
    ages: z.array(z.object({ age: z.enum(AGES), ...figure })),
    customers: z.array(z.object({ kind: z.enum(CUSTOMER_REPORTS), customers: z.int() })),
  }),
  refusals: [],
})

const cash = {
  /** Every payment, those that were reversed later too. */
  received: z.object(figure),
  reversed: z.object(figure),
  /** Money that the firm paid back. */
  refunded: z.object(figure),
  /** Money that the customers' banks took back. A dispute that is won counts as received again. */
  disputed: z.object(figure),
}

export const cashReport = endpoint({
  method: 'GET',
  path: '/v1/reports/cash',
  summary:
    'Money received and what went back (payments reversed or dishonoured, refunds, disputes), by payment type and date',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: periodOfDepot,
  output: z.object({
    types: z.array(z.object({ paymentType: z.enum(PAYMENT_TYPES), ...cash })),
    ...cash,
  }),
  refusals: [],
})

export const gstReport = endpoint({
  method: 'GET',
  path: '/v1/reports/gst',
  summary:
    'GST of a period on both bases: G1 total sales, 1A GST on sales, the known part of G11 and 1B, and bad debts (domain.md 11, M17)',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: period,
  output: z.object({
    basis: z.enum(GST_BASES),
    registered: z.boolean(),
    bases: z.array(
      z.object({
        basis: z.enum(GST_BASES),
        g1: signedMoney,
        oneA: signedMoney,
        /** The rows of G1 and 1A. */
        rows,
        badDebts: z.object({ amount: signedMoney, gst: signedMoney, rows }),
        /** GST on purchases known here, and on the accrual basis that of the bad debts. */
        oneB: z.optional(signedMoney),
      }),
    ),
    /** The part of G11 that is known here: drivers' tax invoices that the firm writes, and card fees. */
    purchases: z.optional(
      z.object({
        amount: signedMoney,
        gst: signedMoney,
        rows,
        /** Card fees of which the provider stated no GST; their GST counts as 0. */
        feesWithoutGst: signedMoney,
      }),
    ),
    /** Owed for more than twelve months today and not written off; counted in no figure (GST Act s 21-5). */
    overdueYear: z.optional(z.object({ amount: signedMoney, gst: signedMoney })),
    /** When the basis was last changed, null if never; debts from before are adjusted in no figure (GST Act s 159-25). */
    basisChangedOn: z.optional(z.nullable(day)),
  }),
  refusals: [],
})

export const contractorsReport = endpoint({
  method: 'GET',
  path: '/v1/reports/contractors',
  summary: 'What was paid to each contractor, by pay date: for the taxable payments annual report (P55)',
  roles: ADMIN,
  area: 'money',
  reads: READS,
  input: period,
  output: z.object({
    contractors: z.array(
      z.object({
        driverID: id,
        name: z.string(),
        businessName: z.nullable(z.string()),
        /** Null: the firm has none of the contractor. */
        abn: z.nullable(z.string()),
        address: z.nullable(z.string()),
        /** Payments less those reversed, with GST. */
        paid: signedMoney,
        gst: signedMoney,
      }),
    ),
    paid: signedMoney,
    gst: signedMoney,
  }),
  refusals: [],
})

/** The sales include GST, the drivers' pay does not: the margin is sales without GST less pay. */
const margin = {
  gst: signedMoney,
  margin: signedMoney,
  /** Percent of the sales without GST that the drivers' pay takes. */
  share: z.nullable(z.int()),
}

export const roundsReport = endpoint({
  method: 'GET',
  path: '/v1/reports/rounds',
  summary: 'Stops, sales and driver cost of each round of the completed runs whose week began in the period',
  roles: ADMIN,
  area: 'money',
  depot: 'list',
  reads: READS,
  input: periodOfDepot,
  output: z.object({
    rounds: z.array(
      z.object({
        runOrderID: id,
        runOrder: z.string(),
        runWeek,
        runNumber: z.int(),
        from: day,
        drivers: z.array(z.string()),
        ...stopFigures,
        bags: z.int(),
        /** What its stops cost the customers, in advance or afterwards. */
        sales: z.object(figure),
        cost: z.object(figure),
        ...margin,
      }),
    ),
    ...stopFigures,
    sales: z.object(figure),
    cost: z.object(figure),
    ...margin,
  }),
  refusals: [],
})
