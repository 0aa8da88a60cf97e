import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOwnAutopay, listAutopay } from '#contract/v1/autopay.ts'
import { chargeToName, type NamedCharge, whyNotCharged } from '#domain/autopay.ts'
import { checkoutIsOn } from '#domain/checkout.ts'
import { workingDayFrom } from '#domain/chasing.ts'
import type { Queryable } from '../../db/database.ts'
import { paymentMethods } from '../../db/tables/autopay.ts'
import { customers } from '../../db/tables/customers.ts'
import { users } from '../../db/tables/users.ts'
import type { PaymentsPort } from '../../payments-port.ts'
import {
  autopayIsOn,
  consentOf,
  isCharged,
  isUnderWay,
  maySetUp,
  methodInUse,
  type MethodRow,
  type Mode,
  nameOf,
  openSetup,
  payerOf,
  termsOf,
} from '../payment-methods/public.ts'
import { settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { type ChargeDay, chargeDay } from './charge-calendar.ts'
import { autopayCustomers } from './charge-facts-reads.ts'
import { chargesOfCustomer } from './charges-reads.ts'
import { planOf } from './plan-commands.ts'

type Shown = AnswerOf<typeof getOwnAutopay>
type Page = AnswerOf<typeof listAutopay>
type Provider = Pick<PaymentsPort, 'kind' | 'mode'>

/** How a customer is charged by itself. @param who `customer` sees no note of the office; null: no such customer */
export async function autopayOf(
  db: Queryable,
  payments: Provider,
  customerID: string,
  who: 'customer' | 'office',
  now: Date,
): Promise<Shown | null> {
  const payer = await payerOf(db, customerID)
  if (payer === null) return null
  const settings = await settingsInForce(db)
  const method = await methodInUse(db, customerID, payments.mode)
  const setup = await openSetup(db, customerID, payments.mode, now)
  return {
    version: method?.version ?? 0,
    offered: autopayIsOn(settings, payments) && maySetUp(payer),
    charged: autopayIsOn(settings, payments) && isCharged(payer),
    method: method && presentMethod(method, who),
    settingUp: setup?.url ?? null,
    ended: method ? null : await lastEnded(db, customerID, payments.mode),
    underWay: await isUnderWay(db, customerID),
    consent: consentOf(settings),
    ...(await chargesOfCustomer(db, customerID)),
  }
}

export function presentMethod(method: MethodRow, who: 'customer' | 'office'): NonNullable<Shown['method']> {
  const { state, kind, brand, last4, expiresIn, pauseReason, note, noticeDays, tries, retryDays, acceptedAt } = method
  return {
    state,
    kind,
    brand,
    last4,
    name: nameOf(method),
    expiresIn,
    pauseReason,
    note: who === 'office' ? note : null,
    noticeDays,
    tries,
    retryDays,
    acceptedAt,
  }
}

async function lastEnded(db: Queryable, customerID: string, mode: Mode): Promise<Shown['ended']> {
  const [row] = await db
    .select()
    .from(paymentMethods)
    .where(
      and(
        eq(paymentMethods.customerID, customerID),
        eq(paymentMethods.mode, mode),
        eq(paymentMethods.state, 'ended'),
        sql`${paymentMethods.providerMethodID} is not null`,
      ),
    )
    .orderBy(desc(paymentMethods.endedAt))
    .limit(1)
  return row ? { name: nameOf(row), reason: row.endReason!, at: row.endedAt! } : null
}

/** The office's list, and what switching automatic payments on would charge. */
export async function autopayPage(
  db: Queryable,
  payments: Provider,
  state: 'active' | 'paused' | undefined,
  { limit, offset }: { limit: number; offset: number },
  now: Date,
): Promise<Omit<Page, 'page' | 'perPage'>> {
  const settings = await settingsInForce(db)
  const inUse = and(eq(paymentMethods.mode, payments.mode), inArray(paymentMethods.state, ['active', 'paused']))
  const counted = await db
    .select({ state: paymentMethods.state, count: count() })
    .from(paymentMethods)
    .where(inUse)
    .groupBy(paymentMethods.state)
  const of = (one: string) => counted.find((row) => row.state === one)?.count ?? 0
  const rows = await db
    .select({ method: paymentMethods, customer: users.fullName, refNumber: customers.refNumber })
    .from(paymentMethods)
    .innerJoin(customers, eq(customers.customerID, paymentMethods.customerID))
    .innerJoin(users, eq(users.userID, paymentMethods.customerID))
    .where(and(inUse, state && eq(paymentMethods.state, state)))
    // Paused ones first: something has to be done about them.
    .orderBy(desc(paymentMethods.state), users.fullName, paymentMethods.methodID)
    .limit(limit)
    .offset(offset)
  const calendar = await chargeDay(settings, now)
  const charged = await wouldCharge(db, settings, { mode: payments.mode, now, calendar })
  const all = [...charged.values()].flat()
  return {
    items: rows.map(({ method, customer, refNumber }) => ({
      customerID: method.customerID,
      customer,
      refId: String(refNumber),
      ...presentMethod(method, 'office'),
      toCharge: shareOf(charged.get(method.customerID) ?? []),
    })),
    total: state === undefined ? of('active') + of('paused') : of(state),
    enabled: settings['autopay.enabled'],
    cardPayments: checkoutIsOn(settings['checkout.enabled'], payments.kind),
    active: of('active'),
    paused: of('paused'),
    firstDay: shareOf(all)?.day ?? workingDayFrom(calendar.from, calendar.holidays),
    planned: { customers: charged.size, invoices: all.length, amount: shareOf(all)?.amount ?? 0 },
  }
}

/** The sum, and the first day; null: nothing is charged. */
function shareOf(charges: readonly NamedCharge[]): Page['items'][number]['toCharge'] {
  const day = charges.map((one) => one.day).toSorted()[0]
  return day === undefined ? null : { day, amount: charges.reduce((sum, { amount }) => sum + amount, 0) }
}

/** By customer with an active method: what was announced, and what can be, since they get an email before. */
async function wouldCharge(
  db: Queryable,
  settings: SettingsInForce,
  { mode, now, calendar }: { mode: Mode; now: Date; calendar: ChargeDay },
): Promise<ReadonlyMap<string, readonly NamedCharge[]>> {
  const each = (await autopayCustomers(db, settings, { mode, now })).map((customer) => {
    const terms = termsOf(customer.method)
    const { charges } = planOf(customer, calendar)
    const told = charges.flatMap(({ day, parts }) => parts.map((part) => ({ ...part, day })))
    const isTold = new Set(told.map(({ invoiceID }) => invoiceID))
    const untold = customer.invoices.flatMap((invoice) => {
      const why = whyNotCharged(invoice, terms, calendar.today)
      const isToTell =
        customer.email !== null && (why === null || why === 'not_given_out') && !isTold.has(invoice.invoiceID)
      return (isToTell && chargeToName(invoice, terms, calendar)) || []
    })
    return [customer.customerID, [...told, ...untold]] as const
  })
  return new Map(each.filter(([, charges]) => charges.length > 0))
}
