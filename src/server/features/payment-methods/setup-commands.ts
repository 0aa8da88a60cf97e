import { and, eq } from 'drizzle-orm'
import { CONSENT_VERSION, consentWords } from '#domain/autopay-words.ts'
import { CHECKOUT_MS } from '#domain/checkout.ts'
import { newID } from '#domain/identifiers.ts'
import { installationID } from '../../db/installation.ts'
import { paymentCustomers, paymentMethods } from '../../db/tables/autopay.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Refused } from '../../http/refused.ts'
import type { SetupFound } from '../../payments-port.ts'
import type { Dependencies } from '../../ports.ts'
import { lockAccounts } from '../ledger/public.ts'
import { businessNameOf, settingsInForce, type SettingsInForce } from '../settings/public.ts'
import { managePage } from './method-letters.ts'
import { end, store } from './methods-commands.ts'
import {
  autopayIsOn,
  maySetUp,
  methodByID,
  methodInUse,
  type MethodRow,
  methodOfProvider,
  payerOf,
} from './methods-reads.ts'

type Deps = Pick<Dependencies, 'database' | 'payments' | 'clock' | 'config'>

/** What a customer accepts today, and its version, in which today's terms are named too. */
export function consentOf(settings: SettingsInForce): { version: string; words: string[] } {
  const terms = termsOf(settings)
  const version = `${CONSENT_VERSION} ${terms.noticeDays} ${terms.tries} ${terms.retryDays}`
  return { version, words: [...consentWords({ firm: businessNameOf(settings), ...terms })] }
}

const termsOf = (settings: SettingsInForce) => ({
  noticeDays: settings['autopay.noticeDays'],
  tries: settings['autopay.tries'],
  retryDays: settings['autopay.retryDays'],
})

export interface SetupRequest {
  readonly customerID: string
  /** Who saves the method; null: whoever opened an invitation's link. */
  readonly userID: string | null
  /** The version of the words that were shown. */
  readonly consent: string
  /** Where the provider's page leads back to; null: to the customer's own page. */
  readonly backTo: string | null
}

/**
 * The address of the provider's page on which the customer saves a method. The row with what they accepted is stored
 * before the provider is asked, so that every saved method finds it.
 */
export async function setUpMethod(deps: Deps, request: SetupRequest): Promise<string> {
  const { database, payments, clock } = deps
  const now = clock.now()
  const { row, email, installation } = await inTransaction(database.db, async (tx) => {
    const settings = await settingsInForce(tx)
    if (!autopayIsOn(settings, payments)) throw new Refused('autopay_off')
    const payer = await payerOf(tx, request.customerID)
    if (payer === null || !maySetUp(payer)) throw new Refused('autopay_not_for_you')
    if (consentOf(settings).version !== request.consent) throw new Refused('consent_changed')
    const [made] = await tx
      .insert(paymentMethods)
      .values({
        methodID: newID(now.getTime()),
        customerID: request.customerID,
        mode: payments.mode,
        state: 'setting_up',
        expiresAt: new Date(now.getTime() + CHECKOUT_MS),
        wordsVersion: request.consent,
        acceptedAt: now,
        acceptedBy: request.userID,
        ...termsOf(settings),
        createdAt: now,
      })
      .returning()
    return { row: made!, email: payer.email, installation: await installationID(tx) }
  })
  const key = `customer ${installation} ${request.customerID} ${payments.mode}`
  const providerCustomerID = await providerCustomer(deps, row, { key, email })
  const back = request.backTo ?? managePage(deps)
  const { providerID, url } = await payments.setUp({
    methodID: row.methodID,
    installation,
    providerCustomerID,
    successUrl: `${back}?setup=done`,
    cancelUrl: `${back}?setup=cancelled`,
    expiresAt: row.expiresAt,
  })
  await database.db
    .update(paymentMethods)
    .set({ setupID: providerID, url })
    .where(and(eq(paymentMethods.methodID, row.methodID), eq(paymentMethods.state, 'setting_up')))
  return url
}

/** One customer of the provider for each of ours; two who ask at once get the same. */
async function providerCustomer(
  { database: { db }, payments, clock }: Deps,
  { customerID, mode }: MethodRow,
  { key, email }: { key: string; email: string | null },
): Promise<string> {
  const is = and(eq(paymentCustomers.customerID, customerID), eq(paymentCustomers.mode, mode))
  const [known] = await db.select().from(paymentCustomers).where(is)
  if (known) return known.providerCustomerID
  const providerCustomerID = await payments.customerFor(key, email)
  await db
    .insert(paymentCustomers)
    .values({ customerID, mode, providerCustomerID, createdAt: clock.now() })
    .onConflictDoNothing()
  const [kept] = await db.select().from(paymentCustomers).where(is)
  return kept!.providerCustomerID
}

/**
 * Asks the provider what became of a set-up, and makes the method the customer's own. Of one that is nobody's any more,
 * because the customer was deleted or the backup that was restored is older, the provider forgets what was saved.
 * @param setupID the provider's
 */
export async function finishSetup(deps: Deps, setupID: string): Promise<void> {
  const { database, payments, clock } = deps
  const found = await payments.lookUpSetup(setupID)
  if (found === null || found.state === 'open') return
  const isNobodys = await inTransaction(database.db, async (tx) => {
    const seen = (await methodOfProvider(tx, { setupID })) ?? (await methodByID(tx, found.methodID))
    if (seen === null) return found.installation === (await installationID(tx))
    await lockAccounts(tx, [seen.customerID])
    const method = (await methodByID(tx, seen.methodID))!
    // One that was given up here after two hours is still what the customer saved.
    const isOpen = method.state === 'setting_up' || method.endReason === 'not_finished'
    if (method.providerMethodID !== null) return false
    if (!isOpen) return true
    const now = clock.now()
    if (found.state === 'expired') {
      if (method.state === 'setting_up') await end(tx, { now }, method, 'not_finished')
      return false
    }
    const before = await methodInUse(tx, method.customerID, method.mode)
    if (before) await end(tx, { now }, before, 'replaced')
    await store(tx, { now }, method, 'autopay.set_up', {
      setupID,
      ...known(found),
      state: 'active',
      url: null,
      endReason: null,
      endedAt: null,
      detachedAt: null,
      activeAt: now,
    })
    return false
  })
  if (isNobodys && found.method) await payments.detach(found.method.providerMethodID)
}

function known({ method }: SetupFound): Partial<MethodRow> {
  const { providerMethodID, kind, brand, last4, expiresIn, mandateID } = method!
  return { providerMethodID, kind, brand, last4, expiresIn, mandateID }
}
