import Papa from 'papaparse'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOwnAutopay, listAutopay, listCharges } from '#contract/v1/autopay.ts'
import { listOnHold } from '#contract/v1/chasing.ts'
import { listDevices } from '#contract/v1/devices.ts'
import { type ListedInvoice, listInvoices } from '#contract/v1/invoices.ts'
import { listPayouts } from '#contract/v1/payouts.ts'
import { listPayments, makeAbaFile } from '#contract/v1/pays.ts'
import { getPlace } from '#contract/v1/places.ts'
import { listPriceChanges } from '#contract/v1/price-changes.ts'
import { getRoundRules } from '#contract/v1/round-rules.ts'
import { getRun, listRuns } from '#contract/v1/runs.ts'
import { signIn } from '#contract/v1/session.ts'
import { getLedger, listTransactions } from '#contract/v1/transactions.ts'
import type { StoryClock } from '#server/demo/story.ts'
import { compose, type Composed } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { deliverMails } from '#server/demo/deliver-mails.ts'
import { DEMO_PASSWORD } from '#server/demo/business.ts'
import { type Ask, frontDoor } from '#server/demo/door.ts'
import { doServerWork } from '#server/demo/server-work.ts'
import { DEMO_ADMIN, liveDemo } from '#server/demo/story.ts'
import { askPayouts } from '#server/features/payouts/ask-payouts.ts'
import { ensureFirstAdmin } from '#server/first-admin.ts'
import { auditInto } from '#server/ledger-audit/write-journal.ts'
import { databases, freshDatabase } from '../support/databases.ts'
import { checkJournal, hasHledger } from '../support/hledger.ts'
import { memoryLog } from '../support/memory-log.ts'
import { readBankRows } from '../support/read-bank-rows.ts'

/** A day in the middle of a month, so that the quarter before has a fifth week. */
const TODAY = '2026-11-18'

let composed: Composed
let folder: string
let ask: Ask
let token: string
let statement: string
let invoices: ListedInvoice[]

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bagrun-demo-'))
  let standsAt: Date | null = null
  const now = new Date(`${TODAY}T03:00:00Z`)
  const clock: StoryClock = {
    set: (at) => (standsAt = at),
    now: () => standsAt ?? now,
    wait: () => Promise.resolve(),
  }
  const config = readConfig({ DATA_DIR: folder, SECRET_KEY: 'a secret key for the tests, long enough' })
  composed = await compose(config, { database: await freshDatabase(databases[0]!), clock, log: memoryLog([]) })
  await ensureFirstAdmin(composed.deps, { email: DEMO_ADMIN, password: DEMO_PASSWORD })
  const inject = async ({ method, url, headers, body }: Parameters<Parameters<typeof frontDoor>[0]>[0]) => {
    const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }
    const answer = await composed.app.inject({ method: method as 'GET', url, headers, ...payload })
    return { status: answer.statusCode, body: answer.body }
  }
  ask = frontDoor(inject)
  const deliver = () => deliverMails(composed.deps.database.db)
  const serverWorks = () => doServerWork(composed)
  statement = await liveDemo(inject, clock, { today: TODAY, say: () => undefined, deliver, serverWorks })
  token = (await ask(signIn, { email: DEMO_ADMIN, password: DEMO_PASSWORD })).token
  invoices = []
  for (let page = 1, total = 1; invoices.length < total; page++) {
    const answer = await ask(listInvoices, { perPage: 100, page }, token)
    invoices.push(...answer.items)
    total = answer.total
  }
}, 600_000)
afterAll(async () => {
  await composed.close()
  rmSync(folder, { recursive: true, force: true })
})

test('The demo’s ledger is right, and hledger agrees', async () => {
  const journal = path.join(folder, 'demo.journal')
  const { totals, difference } = await auditInto(composed.deps.database.db, journal)
  expect(difference).toBeNull()
  expect(totals.invoices).toBeGreaterThan(200)
  if (hasHledger()) expect(checkJournal(readFileSync(journal, 'utf8')).wrong).toBeNull()
})

test('The demo has invoices of a quarter: paid, part-paid, overdue, sent, reminded once and twice', () => {
  const issued = invoices.map(({ issueDate }) => issueDate).toSorted()
  expect(issued[0]! < '2026-09-15').toBe(true)
  expect(issued.at(-1)! >= '2026-11-14').toBe(true)
  const isPartPaid = ({ status, owing, amount }: ListedInvoice) => status === 'waiting_payment' && owing < amount
  expect(invoices.filter(({ status }) => status === 'paid').length).toBeGreaterThan(invoices.length / 2)
  expect(invoices.filter(isPartPaid).length).toBeGreaterThan(3)
  expect(invoices.some(({ sentAt }) => sentAt !== null)).toBe(true)
  expect(invoices.some(({ firstRemindAt, secondRemindAt }) => firstRemindAt && !secondRemindAt)).toBe(true)
  expect(invoices.some(({ secondRemindAt }) => secondRemindAt !== null)).toBe(true)
  expect(new Set(invoices.map(({ age }) => age))).toEqual(new Set([null, 'current', '1-30', '31-60', '61-90']))
})

test('The demo has credit, goodwill, a refund, a write-off, a returned cheque and paid drivers', async () => {
  const found = await Promise.all(
    (['excess', 'goodwill', 'refund', 'write_off', 'apply'] as const).map(async (purpose) => {
      const { total } = await ask(listTransactions, { purpose }, token)
      return total > 0
    }),
  )
  expect(found).toEqual([true, true, true, true, true])
  const { items } = await ask(listTransactions, { paymentType: 'CHEQUE', perPage: 100 }, token)
  expect(items.some(({ reverses }) => reverses !== null)).toBe(true)
  const pays = await ask(listPayments, {}, token)
  expect(pays.total).toBeGreaterThanOrEqual(4)
  expect(pays.items.some(({ rctiNumber }) => rctiNumber !== null)).toBe(true)
  const files = await ask(makeAbaFile, { datePaid: pays.items[0]!.datePaid }, token)
  expect(files).toMatchObject({ count: 1, left: [] })
})

test('Some customers paid by card, and the money comes with payouts', async () => {
  const paid = await ask(listTransactions, { paymentType: 'CARD', type: 'CUSTOMER_INBOUND' }, token)
  expect(paid.total).toBeGreaterThanOrEqual(2)
  expect(paid.items.every(({ checkoutID }) => checkoutID !== null)).toBe(true)
  await askPayouts(composed.deps)
  expect((await ask(listPayouts, {}, token)).total).toBeGreaterThan(0)
})

test('Some customers pay automatically: most charges were paid, some declined, and one debit came back', async () => {
  const { sums, items } = await ask(listCharges, { perPage: 100 }, token)
  const countOf = (state: string) => sums.find((sum) => sum.state === state)?.count ?? 0
  expect(countOf('paid')).toBeGreaterThan(10)
  expect(countOf('failed')).toBeGreaterThan(2)
  const declined = items.filter(({ state }) => state === 'failed').map(({ customerID }) => customerID)
  expect(items.some(({ state, customerID }) => state === 'paid' && declined.includes(customerID))).toBe(true)
  const methods = await ask(listAutopay, { perPage: 100 }, token)
  expect(methods.active).toBeGreaterThan(5)
  expect(new Set(methods.items.map(({ pauseReason }) => pauseReason))).toEqual(new Set([null, 'declined', 'disputed']))
})

test('A newcomer can try automatic payment as one customer, and see it at work as another', async () => {
  const ownOf = async (email: string) =>
    ask(getOwnAutopay, {}, (await ask(signIn, { email, password: DEMO_PASSWORD })).token)
  expect(await ownOf('customer@demo.example')).toMatchObject({ offered: true, method: null })
  const own = await ownOf('customer2@demo.example')
  expect(own).toMatchObject({ method: { state: 'active', name: 'Visa ending in 4242' } })
  expect(own.last.map(({ state }) => state)).toContain('paid')
})

test('Somebody’s collections are paused, and a package gets dearer', async () => {
  const { total } = await ask(listOnHold, {}, token)
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(20)
  const { items } = await ask(listPriceChanges, {}, token)
  expect(items).toMatchObject([{ state: 'announced', by: 2 }])
})

test('The run under way has work for both trucks', async () => {
  const { items } = await ask(listRuns, { status: 'active' }, token)
  const { jobs } = await ask(getRun, { runOrderID: items[0]!.runOrderID }, token)
  const stops = jobs.filter(({ state }) => state === 'planned' || state === 'done')
  // What the browser tests work through.
  expect(stops.filter(({ runNumber }) => runNumber === 1).length).toBeGreaterThanOrEqual(42)
  expect(stops.filter(({ runNumber }) => runNumber === 2).length).toBeGreaterThan(30)
})

test('Places on the run under way are learnt from visits, imported or not known, and one stop is always one driver’s', async () => {
  const { items } = await ask(listRuns, { status: 'active' }, token)
  const { jobs } = await ask(getRun, { runOrderID: items[0]!.runOrderID }, token)
  const places = await Promise.all(
    jobs.map(async ({ customerID }) => (await ask(getPlace, { customerID }, token)).place),
  )
  expect(places.filter((place) => place?.source === 'learnt' && place.visits === 3)).not.toEqual([])
  expect(places.filter((place) => place?.source === 'imported')).not.toEqual([])
  expect(places).toContain(null)
  const { customers } = await ask(getRoundRules, { runOrderID: items[0]!.runOrderID }, token)
  expect(customers.filter(({ driverID }) => driverID !== null)).toHaveLength(1)
})

test('No record of the drivers’ phones is missing', async () => {
  const { items } = await ask(listDevices, {}, token)
  expect(items.map(({ state }) => state)).toHaveLength(2)
  expect(items.map(({ state }) => state)).not.toContain('records-missing')
})

test('The customer who signs in owes something, and has paid before', async () => {
  const customer = await ask(signIn, { email: 'customer@demo.example', password: DEMO_PASSWORD })
  const ledger = await ask(getLedger, {}, customer.token)
  expect(ledger.accountBalance).toBeLessThan(0)
  expect(ledger.items.some(({ effect }) => effect > 0)).toBe(true)
})

test('The bank file is CommBank’s, and names open invoices', () => {
  const file = readBankRows(Papa.parse<string[]>(statement).data, '062000 12345678')
  expect(file).toMatchObject({ kind: 'read', layout: 'commbank', unreadable: [] })
  expect(statement.trim().split('\n').length).toBeGreaterThanOrEqual(12)
})
