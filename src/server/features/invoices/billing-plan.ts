import type { AnswerOf } from '#contract/endpoint.ts'
import type { previewCompletion } from '#contract/v1/runs-plan.ts'
import { byKey } from '#domain/by-key.ts'
import { accountsDue, type BillingLine, blockLine, blockSize, blocksDue, linesOfStop } from '#domain/billing.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import type { Cents } from '#domain/money.ts'
import type { CustomerServiceType, Outcome } from '#domain/words.ts'
import type { Queryable } from '../../db/database.ts'
import { pricesByID } from '../prices/public.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { type BillingTerms, billingTermsOf, type LineRow, unbilledLinesOf } from './billing-reads.ts'

/** What billing completed stops would do (domain.md 6). The completion's preview and its command use the same plan. */

export interface BillableStop {
  readonly assignmentID: string
  readonly customerID: string
  readonly runOrderID: string
  readonly serviceType: CustomerServiceType
  readonly outcome: Outcome | null
  readonly pu: number
  readonly amount: Cents
  readonly extraAmount: Cents
  readonly doneAt: Date | null
}

export type NewLine = BillingLine &
  Pick<LineRow, 'lineID' | 'customerID' | 'assignmentID' | 'runOrderID' | 'serviceDay'>

export interface PlannedInvoice {
  readonly invoiceID: string
  readonly customerID: string
  /** New lines, and unbilled ones from before, oldest first. */
  readonly lines: readonly (NewLine | LineRow)[]
  readonly amount: Cents
}

export interface BillingPlan {
  readonly terms: ReadonlyMap<string, BillingTerms>
  readonly lines: readonly NewLine[]
  readonly invoices: readonly PlannedInvoice[]
  /** Stops that put nothing on an invoice now, and why. */
  readonly withoutInvoice: readonly WithoutInvoice[]
}

export interface WithoutInvoice {
  readonly customerID: string
  /** `free`: it costs nothing. `prepaid`: paid in advance. `collecting`: the account is not full yet. */
  readonly why: 'free' | 'prepaid' | 'collecting'
  /** Collections in the account, and the number that makes it full. */
  readonly collected: number
  readonly size: number
}

interface Settings {
  readonly attemptFee: Cents | null
  readonly timeZone: string
  readonly now: Date
}

export async function planBilling(
  db: Queryable,
  stops: readonly BillableStop[],
  settings: Settings,
): Promise<BillingPlan> {
  const byCustomer = byKey(stops, ({ customerID }) => customerID)
  const terms = await billingTermsOf(db, [...byCustomer.keys()])
  const unbilled = byKey(await unbilledLinesOf(db, [...byCustomer.keys()]), ({ customerID }) => customerID)
  // A block costs what the customer pays on the day of issue.
  const prices = await pricesByID(db, [...terms.keys()], dayOf(settings.now, settings.timeZone))
  const plans = [...byCustomer].flatMap(([customerID, own]) => {
    const of = terms.get(customerID)
    return of
      ? [planOfCustomer({ ...of, price: prices.get(customerID) ?? 0 }, own, unbilled.get(customerID) ?? [], settings)]
      : []
  })
  return {
    terms,
    lines: plans.flatMap(({ lines }) => lines),
    invoices: plans.flatMap(({ invoices }) => invoices),
    withoutInvoice: plans.flatMap(({ withoutInvoice }) => withoutInvoice),
  }
}

function planOfCustomer(
  terms: BillingTerms & { readonly price: Cents },
  stops: readonly BillableStop[],
  unbilled: readonly LineRow[],
  settings: Settings,
): Omit<BillingPlan, 'terms'> {
  const size = blockSize(terms)
  // Cancelling gave back what was prepaid, so that each collection after it is charged by itself.
  const scheme = terms.ended ? 'POSTPAID' : terms.scheme
  const today = dayOf(settings.now, settings.timeZone)
  let left = terms.prepaidLeft
  const lines: NewLine[] = []
  for (const stop of stops) {
    if (stop.outcome === null) continue
    const own = linesOfStop({ ...stop, outcome: stop.outcome }, scheme, settings.attemptFee)
    const serviceDay = stop.doneAt ? dayOf(stop.doneAt, settings.timeZone) : today
    lines.push(...own.map((line) => lineOf(line, terms, serviceDay, stop)))
    const used = -own.reduce((all, { prepaid }) => all + prepaid, 0)
    const due = blocksDue(left, used, size, terms.collectionScheme === 'ONE_OFF')
    left = due.left
    for (let block = 0; block < due.blocks; block++)
      // The block belongs to the run that used the last collection, so that its invoice is among those to send after
      // completing.
      lines.push(
        lineOf(blockLine(size, terms.price), terms, today, { assignmentID: null, runOrderID: stop.runOrderID }),
      )
  }
  const costing = lines.filter(({ amount, counts }) => amount !== 0 || counts !== 0)
  const accounts = accountsDue<NewLine | LineRow>([...unbilled, ...costing], { ...terms, everything: terms.ended })
  const invoiced = new Set(accounts.flat())
  const waiting = [...unbilled, ...costing].filter((line) => !invoiced.has(line))
  const collected = waiting.reduce((all, { counts }) => all + counts, 0)
  return {
    lines,
    invoices: accounts.map((account) => invoiceOf(terms.customerID, account)),
    withoutInvoice:
      accounts.length > 0
        ? []
        : [
            {
              customerID: terms.customerID,
              why: collected > 0 ? 'collecting' : lines.some(({ kind }) => kind === 'use') ? 'prepaid' : 'free',
              collected,
              size,
            },
          ],
  }
}

export const invoiceOf = (customerID: string, lines: readonly (NewLine | LineRow)[]): PlannedInvoice => ({
  invoiceID: newID(),
  customerID,
  lines,
  amount: lines.reduce((all, { amount }) => all + amount, 0),
})

/** @param stop null: the line belongs to no stop */
export function lineOf(
  line: BillingLine,
  { customerID }: Pick<BillingTerms, 'customerID'>,
  serviceDay: Day,
  stop: { readonly assignmentID: string | null; readonly runOrderID: string } | null,
): NewLine {
  return {
    ...line,
    lineID: newID(),
    customerID,
    serviceDay,
    assignmentID: stop?.assignmentID ?? null,
    runOrderID: stop?.runOrderID ?? null,
  }
}

/** The plan with the credit that each invoice takes at once. */
export async function billingShown(
  db: Queryable,
  stops: readonly BillableStop[],
  attemptFee: Cents | null,
  now: Date,
): Promise<Required<Pick<AnswerOf<typeof previewCompletion>, 'invoices' | 'withoutInvoice'>>> {
  const settings = await settingsInForce(db)
  const { terms, invoices, withoutInvoice } = await planBilling(db, stops, {
    attemptFee,
    timeZone: settings['business.timeZone'],
    now,
  })
  return {
    invoices: plannedShown(invoices, terms, settings),
    withoutInvoice: withoutInvoice.map((each) => ({ ...each, customer: terms.get(each.customerID)?.name ?? '' })),
  }
}

/** Planned invoices with the credit that each takes at once. */
export function plannedShown(
  invoices: readonly PlannedInvoice[],
  terms: ReadonlyMap<string, BillingTerms>,
  settings: Pick<SettingsInForce, 'credit.autoApply'>,
) {
  const credit = new Map([...terms].map(([customerID, of]) => [customerID, of.credit]))
  return invoices.map(({ customerID, amount, lines }) => {
    const left = settings['credit.autoApply'] ? (credit.get(customerID) ?? 0) : 0
    const fromCredit = Math.min(left, amount)
    credit.set(customerID, left - fromCredit)
    const customer = terms.get(customerID)?.name ?? ''
    const sumOf = (lines: PlannedInvoice['lines']) => lines.reduce((all, line) => all + line.amount, 0)
    const isEarlier = (line: PlannedInvoice['lines'][number]) => 'createdAt' in line
    const earlier = sumOf(lines.filter(isEarlier))
    const inAdvance = sumOf(lines.filter((line) => line.kind === 'block' && !isEarlier(line)))
    return { customerID, customer, amount, earlier, inAdvance, fromCredit }
  })
}
