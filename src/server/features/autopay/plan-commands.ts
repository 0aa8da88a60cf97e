import { and, eq, sql } from 'drizzle-orm'
import { type ChargePlan, chargePlan, type NamedCharge, type PlannedCharge, whyNotCharged } from '#domain/autopay.ts'
import type { Day } from '#domain/dates.ts'
import type { DropReason } from '#domain/autopay-words.ts'
import { LEAST_BY_CARD } from '#domain/checkout.ts'
import { newID } from '#domain/identifiers.ts'
import { invoiceNumber } from '#domain/invoicing.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMails } from '../../db/mail-outbox.ts'
import { chargeNotices, charges } from '../../db/tables/autopay.ts'
import { invoices } from '../../db/tables/invoices.ts'
import { checkouts } from '../../db/tables/payments.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeAudits } from '../../http/audit.ts'
import type { Dependencies } from '../../ports.ts'
import { lockAccounts } from '../ledger/public.ts'
import { autopayIsOn, methodInUse, type Mode, termsOf } from '../payment-methods/public.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { type ChargeDay, chargeDay } from './charge-calendar.ts'
import { type AutopayCustomer, autopayCustomers, plannedCharges, type PlannedRow } from './charge-facts-reads.ts'
import { chargeLetter } from './charge-letters.ts'

export type Needs = Pick<Dependencies, 'database' | 'clock' | 'mail' | 'config' | 'payments' | 'log'>

/** What a customer with an active method is charged by the rules, as things are now. */
export const planOf = (customer: AutopayCustomer, calendar: ChargeDay): ChargePlan =>
  chargePlan(termsOf(customer.method), customer.invoices, { ...calendar, used: customer.used })

/**
 * Brings the planned charges in line with what is owed and was announced, and announces what was not. The customers are
 * read together; one whose plan differs is judged again under the account's lock. @returns how many changed
 */
export async function planCharges(deps: Needs, goOn: () => boolean): Promise<number> {
  const { db } = deps.database
  const settings = await settingsInForce(db)
  const now = deps.clock.now()
  const isOn = autopayIsOn(settings, deps.payments)
  const all = isOn ? await autopayCustomers(db, settings, { mode: deps.payments.mode, now }) : []
  const planned = await plannedCharges(db)
  const active = new Set(all.map(({ customerID }) => customerID))
  const stale = [...planned.keys()].filter((customerID) => !active.has(customerID))
  // Loading the rules of public holidays takes 20 MB of memory, so it waits until a customer may be charged.
  const calendar = all.length > 0 ? await chargeDay(settings, now) : null
  const isChanged = (customer: AutopayCustomer, on: ChargeDay) => {
    const plan = planOf(customer, on)
    const isToTell = plan.toAnnounce.length > 0 && mayAnnounce(deps, customer)
    return isToTell || !isSame(plan.charges, planned.get(customer.customerID) ?? [])
  }
  const changed = calendar === null ? [] : all.filter((customer) => isChanged(customer, calendar))
  let done = 0
  for (const customerID of [...stale, ...changed.map((customer) => customer.customerID)]) {
    if (!goOn()) break
    await inTransaction(db, (tx) => planOne(tx, deps, customerID), { isolation: 'read committed' })
    done += 1
  }
  return done
}

/** Without a mail server nobody can be told, so nobody is charged. */
const mayAnnounce = ({ mail }: Needs, { email }: AutopayCustomer) => mail.kind !== 'kept' && email !== null

const isSame = (plan: readonly PlannedCharge[], rows: readonly PlannedRow[]): boolean =>
  plan.length === rows.length &&
  plan.every(({ day, parts }, at) => {
    const row = rows[at]!
    return (
      row.day === day &&
      row.parts.length === parts.length &&
      parts.every(({ invoiceID, amount }) =>
        row.parts.some((part) => part.invoiceID === invoiceID && part.amount === amount),
      )
    )
  })

async function planOne(tx: Queryable, deps: Needs, customerID: string): Promise<void> {
  await lockAccounts(tx, [customerID])
  const settings = await settingsInForce(tx)
  const now = deps.clock.now()
  const calendar = await chargeDay(settings, now)
  const mode = deps.payments.mode
  const isOn = autopayIsOn(settings, deps.payments)
  const [customer] = isOn ? await autopayCustomers(tx, settings, { mode, now, customerIDs: [customerID] }) : []
  const plan = customer ? planOf(customer, calendar) : { charges: [], toAnnounce: [] }
  const rows = (await plannedCharges(tx, [customerID])).get(customerID) ?? []
  await bringInLine(tx, { customerID, customer, mode, isOn, plan, today: calendar.today }, rows, now)
  if (customer && plan.toAnnounce.length > 0 && mayAnnounce(deps, customer))
    await announce(tx, deps, settings, customer, plan.toAnnounce, now)
}

interface Planned {
  readonly customerID: string
  readonly customer: AutopayCustomer | undefined
  readonly mode: Mode
  readonly isOn: boolean
  readonly plan: ChargePlan
  readonly today: Day
}

/** A planned charge moves to its new day; one that is not needed any more is dropped, with why. */
async function bringInLine(tx: Queryable, who: Planned, rows: readonly PlannedRow[], now: Date): Promise<void> {
  const wanted = who.plan.charges
  const free = rows.filter((row) => !wanted.some(({ day }) => day === row.day))
  for (const charge of wanted) {
    const row = rows.find(({ day }) => day === charge.day) ?? free.shift()
    const parts = partsOf(who.customer!, charge)
    const amount = charge.parts.reduce((sum, part) => sum + part.amount, 0)
    if (!row) {
      const checkoutID = newID(now.getTime())
      await tx.insert(checkouts).values({
        checkoutID,
        customerID: who.customerID,
        kind: 'auto',
        state: 'planned',
        parts,
        amount,
        createdAt: now,
        expiresAt: now,
      })
      const n = await nextOf(tx, who.customerID, charge.day)
      const { methodID } = who.customer!.method
      await tx.insert(charges).values({ checkoutID, customerID: who.customerID, methodID, day: charge.day, n })
      continue
    }
    await tx.update(checkouts).set({ parts, amount }).where(eq(checkouts.checkoutID, row.checkoutID))
    const moved = row.day === charge.day ? {} : { day: charge.day, n: await nextOf(tx, who.customerID, charge.day) }
    await tx
      .update(charges)
      .set({ ...moved, methodID: who.customer!.method.methodID })
      .where(eq(charges.checkoutID, row.checkoutID))
  }
  for (const row of free) await dropCharge(tx, row.checkoutID, await whyDropped(tx, who, row))
}

function partsOf({ rows }: AutopayCustomer, { parts }: PlannedCharge): PlannedRow['parts'] {
  const of = new Map(rows.map((row) => [row.invoiceID, invoiceNumber(row.kind, row.number)]))
  return parts.map(({ invoiceID, amount }) => ({ invoiceID, amount, number: of.get(invoiceID)! }))
}

async function nextOf(tx: Queryable, customerID: string, day: string): Promise<number> {
  const [row] = await tx
    .select({ n: sql<number>`coalesce(max(${charges.n}), 0)` })
    .from(charges)
    .where(and(eq(charges.customerID, customerID), eq(charges.day, day)))
  return Number(row!.n) + 1
}

export async function dropCharge(tx: Queryable, checkoutID: string, reason: DropReason): Promise<void> {
  await tx.update(checkouts).set({ state: 'dropped' }).where(eq(checkouts.checkoutID, checkoutID))
  await tx.update(charges).set({ dropReason: reason }).where(eq(charges.checkoutID, checkoutID))
}

async function whyDropped(
  tx: Queryable,
  { customerID, customer, mode, isOn, plan, today }: Planned,
  { parts }: PlannedRow,
): Promise<DropReason> {
  const ids = parts.map(({ invoiceID }) => invoiceID)
  const [owing] = await tx
    .select({ amount: sql<string>`coalesce(sum(${invoices.amount} - ${invoices.allocated}), 0)` })
    .from(invoices)
    .where(
      and(sql`${invoices.invoiceID} = any(${sql.param(ids)}::uuid[])`, sql`${invoices.amount} > ${invoices.allocated}`),
    )
  const amount = Number(owing!.amount)
  if (amount === 0) return 'nothing_owing'
  if (!isOn) return 'off'
  const method = await methodInUse(tx, customerID, mode)
  if (method === null) return 'ended'
  if (method.state === 'paused') return 'paused'
  if (amount < LEAST_BY_CARD) return 'too_little'
  if (plan.toAnnounce.some(({ invoiceID }) => ids.includes(invoiceID))) return 'told_again'
  const why = customer?.invoices.flatMap((invoice) =>
    ids.includes(invoice.invoiceID) ? (whyNotCharged(invoice, termsOf(customer.method), today) ?? []) : [],
  )
  return WAITS.find((reason) => why?.includes(reason)) ?? 'left_out'
}

/** What only holds a charge back for a time. */
const WAITS = ['pending', 'promise', 'disputed'] as const

/** A customer gets one mail of first charges, and one after declines, which is the notice of the next try. */
async function announce(
  tx: Queryable,
  deps: Needs,
  settings: SettingsInForce,
  customer: AutopayCustomer,
  toAnnounce: readonly NamedCharge[],
  now: Date,
): Promise<void> {
  const groups = [
    toAnnounce.filter(({ invoiceID }) => !customer.declined.has(invoiceID)),
    toAnnounce.filter(({ invoiceID }) => customer.declined.has(invoiceID)),
  ]
  for (const [at, announced] of groups.entries()) {
    if (announced.length === 0) continue
    const ids = announced.map(({ invoiceID }) => invoiceID)
    const isDecline = at === 1
    const code = isDecline ? (customer.declined.get(ids[0]!)?.code ?? null) : undefined
    const letter = chargeLetter(settings, deps, customer, announced, code)
    const dedupeKey = `autopay-notice ${customer.customerID} ${ids[0]} ${now.getTime()}`
    const mail = { dedupeKey, to: customer.email!, ...letter, priority: 'account' as const }
    const mailID = (await queueMails(tx, deps.mail, [mail], now)).get(dedupeKey)
    if (mailID === undefined) continue
    await tx.insert(chargeNotices).values(
      announced.map(({ invoiceID, amount }) => ({
        mailID,
        invoiceID,
        methodID: customer.method.methodID,
        amount,
        afterID: customer.declined.get(invoiceID)?.checkoutID ?? null,
        createdAt: now,
      })),
    )
    await writeAudits(
      tx,
      ids.map((subjectID) => ({
        actorID: null,
        requestID: null,
        at: now,
        action: 'invoice.announce_charge',
        subjectKind: 'invoice',
        subjectID,
        after: {},
      })),
    )
  }
}
