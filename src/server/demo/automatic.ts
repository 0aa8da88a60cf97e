import { addDays, type Day } from '#domain/dates.ts'
import { getOwnAutopay, setUpAutopay } from '#contract/v1/autopay.ts'
import { listInvoices, promiseToPay } from '#contract/v1/invoices.ts'
import { announcePriceChange, createPriceChange } from '#contract/v1/price-changes.ts'
import { signIn } from '#contract/v1/session.ts'
import { updateSetting } from '#contract/v1/settings.ts'
import { DEMO_PASSWORD } from './business.ts'
import { BEHAVIOURS, CHANGES_CARD } from './payers.ts'
import type { Demo } from './rounds.ts'

/** Money that arrives by itself: saved cards and bank accounts, reminders, paused collections, and a price rise. */

interface Payer {
  readonly customerID: string
  readonly email: string | null
}

/** Some customers save a card or bank account in the portal, on the sandbox's page. */
export async function saveMethods(demo: Demo, customers: readonly Payer[]): Promise<void> {
  for (const [at, behaviour] of Object.entries(BEHAVIOURS)) await saveMethod(demo, customers[Number(at)]!, behaviour!)
}

/** Whose card was refused for good saves one that works. */
export async function changeCard(demo: Demo, customers: readonly Payer[]): Promise<void> {
  const customer = customers[CHANGES_CARD]!
  const { method } = await demo.ask(getOwnAutopay, {}, await signedIn(demo, customer))
  if (method?.pauseReason === 'declined') await saveMethod(demo, customer, 'card_pays')
}

async function saveMethod(demo: Demo, customer: Payer, act: string): Promise<void> {
  const token = await signedIn(demo, customer)
  const { consent } = await demo.ask(getOwnAutopay, {}, token)
  const { url } = await demo.ask(setUpAutopay, { consent: consent.version }, token)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status } = await demo.inject({ method: 'POST', url: new URL(url).pathname, headers, body: `act=${act}` })
  if (status !== 303) throw new Error(`The page that saves a card answered ${status}`)
}

const signedIn = async ({ ask }: Demo, { email }: Payer) =>
  (await ask(signIn, { email: email!, password: DEMO_PASSWORD })).token

/** From now on the server reminds of overdue invoices, and pauses the collections of who owes much for long. */
export async function chaseByItself({ ask, admin }: Demo): Promise<void> {
  await ask(updateSetting, { key: 'hold.least', value: 28 }, await admin())
  await ask(updateSetting, { key: 'remind.auto', value: true }, await admin())
  await ask(updateSetting, { key: 'hold.auto', value: true }, await admin())
}

/** One customer on the phone promises to pay the oldest invoice. */
export async function promiseOne({ ask, admin }: Demo, notOf: readonly string[], today: Day): Promise<void> {
  const { items } = await ask(listInvoices, { status: 'waiting_payment', sort: 'dueDate', perPage: 50 }, await admin())
  const oldest = items.find(({ customerID, dueDate }) => !notOf.includes(customerID) && dueDate < today)
  if (oldest) await ask(promiseToPay, { invoiceID: oldest.invoiceID, until: addDays(today, 9) }, await admin())
}

/** A package gets dearer in about seven weeks: its customers are told now. */
export async function raisePrice({ ask, admin }: Demo, productID: string, today: Day): Promise<void> {
  const later = addDays(today, 75)
  const { priceChangeID } = await ask(
    createPriceChange,
    { description: 'Dearer tipping fees', kind: 'by', by: 2, productID, day: `${later.slice(0, 7)}-01` },
    await admin(),
  )
  await ask(announcePriceChange, { priceChangeID }, await admin())
}
