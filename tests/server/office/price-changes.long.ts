import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/v1/audit.ts'
import { getCustomer, updateCustomer } from '#contract/v1/customers.ts'
import { getProduct, listAvailableProducts, listProducts, previewPrice, updateProduct } from '#contract/v1/packages.ts'
import {
  announcePriceChange,
  cancelPriceChange,
  createPriceChange,
  getPriceChange,
  listPriceChangeCustomers,
  listPriceChanges,
  markPriceLetters,
} from '#contract/v1/price-changes.ts'
import { sendQuotation } from '#contract/v1/requests.ts'
import type { CallOf } from '#contract/endpoint.ts'
import type { PriceChangeState } from '#domain/price-changes.ts'
import type { Run } from '#contract/v1/runs.ts'
import { applyPrices } from '#server/features/prices/public.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { registered } from '../../fixtures/registrations.ts'
import { act, deviceOf, runNow } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'
import { fixtures, type Make } from '../../fixtures/make.ts'

/** Dated price changes, by the front door (domain.md 3, Dated prices). Today is Tuesday 10/11/2026. */

const DAY = '2027-02-01'
const FEBRUARY = { yearNumber: 2027, monthNumber: 2, weekNumber: 2 }

describe.each(databases)('Dated price changes on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let admin: Person
  let make: Make
  beforeAll(async () => {
    mailServer = await openMailServer()
    office = await openOffice(kind, { environment: { SMTP_URL: `${mailServer.url}?from=office@greenbags.example` } })
  })
  afterAll(async () => {
    await office.close()
    await mailServer.close()
  })
  beforeEach(async () => {
    await office.reset()
    admin = office.admin
    make = fixtures((endpoint, input) => office.call(admin, endpoint, input))
    mailServer.received.length = 0
  })

  type Customer = Parameters<Make['customer']>[0]
  const draft = (some: Partial<CallOf<typeof createPriceChange>>) =>
    office.call(admin, createPriceChange, { kind: 'to', to: 27.5, day: DAY, ...some })
  const announce = async ({ priceChangeID }: { priceChangeID: string }) => {
    const answer = await office.call(admin, announcePriceChange, { priceChangeID })
    await sendWaitingMails(office.deps)
    return answer
  }
  const shown = (priceChangeID: string) => office.call(admin, getPriceChange, { priceChangeID })
  const rowsOf = async (priceChangeID: string, leftOut?: boolean) =>
    office.call(admin, listPriceChangeCustomers, {
      priceChangeID,
      ...(leftOut !== undefined && { leftOut: leftOut ? ('true' as const) : ('false' as const) }),
    })
  const customerNow = (customerID: string) => office.call(admin, getCustomer, { customerID })
  /** Noon of the day; the admin signs in again, because months go by. */
  const on = async (day: string) => {
    office.clock.set(`${day}T02:00:00Z`)
    admin = await signedIn(office.fetch, office.admin)
  }

  /** A package at $25.00 with so many customers of it. */
  async function aService(customers: readonly Customer[] = [{}], product = {}) {
    const { productID } = await make.product(product)
    const { suburbID } = await make.suburb()
    const made = []
    for (const some of customers) made.push(await make.customer({ productID, suburbID, ...some }))
    return { productID, suburbID, customers: made }
  }

  test('a change is drafted, announced, applied by its day alone, and another is cancelled before (P34)', async () => {
    const { productID, customers } = await aService()
    const change = await draft({ productID })
    expect(change).toMatchObject({ state: 'draft', kind: 'to', to: 27.5, packagePrice: { before: 25, after: 27.5 } })
    expect((await announce(change)).state).toBe('announced')
    await on(DAY)
    expect((await shown(change.priceChangeID)).state).toBe('applied')
    expect((await customerNow(customers[0]!.customerID)).amount).toBe(27.5)
    expect((await office.call(admin, getProduct, { productID })).price).toBe(27.5)
    const next = await announce(await draft({ productID, kind: 'percent', percent: 5, roundTo: 50, day: '2027-06-01' }))
    expect(next.packagePrice).toMatchObject({ before: 27.5, after: 29 })
    const { priceChangeID } = next
    const announced = (await office.call(admin, listAudit, { action: 'price_change.announce' })).items
    const { name } = await office.call(admin, getProduct, { productID })
    expect(announced.map(({ subject }) => subject)).toEqual([`${name} from 01/06/2027`, `${name} from 01/02/2027`])
    expect((await office.call(admin, cancelPriceChange, { priceChangeID })).state).toBe('cancelled')
    const { items } = await office.call(admin, listPriceChanges, { state: 'applied' })
    expect(items.map((item) => item.priceChangeID)).toEqual([change.priceChangeID])
  })

  test('a group takes its own customers only, and leaves the package’s price (P34)', async () => {
    const { productID, suburbID, customers } = await aService([{}, { runNumber: 2 }])
    const change = await announce(await draft({ suburbID, runNumber: 2, kind: 'by', by: 1.5 }))
    expect(change).toMatchObject({ customers: 1, packagePrice: null })
    await on(DAY)
    expect((await customerNow(customers[0]!.customerID)).amount).toBe(25)
    expect((await customerNow(customers[1]!.customerID)).amount).toBe(26.5)
    expect((await office.call(admin, getProduct, { productID })).price).toBe(25)
  })

  test('a group’s second change takes it from the price that the first one gave it, as a later one of the service does', async () => {
    const { productID, suburbID, customers } = await aService([{}, { runNumber: 2 }, { runNumber: 2 }])
    const [other, moved, own] = customers.map(({ customerID }) => customerID)
    const ofRound = (by: number, day: string) => draft({ suburbID, runNumber: 2, kind: 'by', by, day })
    await announce(await ofRound(1.5, DAY))
    // The second while the first is pending, the third once it is applied and one price was agreed with its customer.
    expect(await announce(await ofRound(1, '2027-03-01'))).toMatchObject({ customers: 2, leftOut: 0 })
    await on('2027-04-01')
    await applyPrices(office.deps)
    await office.call(admin, updateCustomer, { customerID: own!, amount: 24 })
    const third = await announce(await ofRound(1, '2027-06-01'))
    expect((await rowsOf(third.priceChangeID)).items).toMatchObject([
      { customerID: moved, oldPrice: 27.5, newPrice: 28.5 },
      { customerID: own, reason: 'own_price' },
    ])
    const ofService = await announce(await draft({ productID, to: 30, day: '2027-08-01' }))
    const rows = new Map((await rowsOf(ofService.priceChangeID)).items.map((row) => [row.customerID, row]))
    expect(rows.get(other!)).toMatchObject({ oldPrice: 25, newPrice: 30 })
    expect(rows.get(moved!)).toMatchObject({ oldPrice: 28.5, newPrice: 30 })
    expect(rows.get(own!)).toMatchObject({ reason: 'own_price' })
    await on('2027-08-01')
    const amounts = await Promise.all([other, moved, own].map(async (id) => (await customerNow(id!)).amount))
    expect(amounts).toEqual([30, 30, 24])
  })

  test('who was not told of the change before is left out of the next with that reason, and is added once told', async () => {
    const { productID, customers } = await aService([{}, { email: null }])
    const [told, untold] = customers.map(({ customerID }) => customerID)
    const first = await announce(await draft({ productID }))
    await on('2027-02-10')
    const next = await announce(await draft({ productID, kind: 'by', by: 2, day: '2027-06-01' }))
    expect(next).toMatchObject({ customers: 1, leftOut: 1, toAdd: 0 })
    expect(next.leftOutFor).toEqual([
      { reason: 'untold', message: 'Notice of the change before not sent or printed', count: 1 },
    ])
    await office.call(admin, markPriceLetters, { priceChangeID: first.priceChangeID, letters: 1 })
    expect(await shown(next.priceChangeID)).toMatchObject({ toAdd: 1 })
    const rows = (await rowsOf((await announce(next)).priceChangeID)).items
    expect(rows.map((row) => [row.customerID, row.oldPrice, row.newPrice])).toEqual(
      expect.arrayContaining([
        [told, 27.5, 29.5],
        [untold, 27.5, 29.5],
      ]),
    )
  })

  test('a change begins for a customer no sooner than the one before, whose letter was printed late', async () => {
    const { productID, customers } = await aService([{ email: null }])
    const first = await announce(await draft({ productID, day: '2026-12-10' }))
    await on('2026-11-20')
    await office.call(admin, markPriceLetters, { priceChangeID: first.priceChangeID, letters: 1 })
    const { priceChangeID } = await draft({ productID, kind: 'by', by: -1, day: '2026-12-15' })
    const [row] = (await rowsOf(priceChangeID)).items
    expect(row).toMatchObject({ reason: null, oldPrice: 27.5, newPrice: 26.5, from: '2026-12-20' })
    await announce({ priceChangeID })
    await on('2026-12-19')
    expect((await customerNow(customers[0]!.customerID)).amount).toBe(25)
    await on('2026-12-20')
    expect((await customerNow(customers[0]!.customerID)).amount).toBe(26.5)
  })

  test('own prices, fixed terms, requests and cancelled customers are left out and listed; later ones are added (P35)', async () => {
    const { productID, suburbID } = await aService([
      { lastName: 'Taken' },
      { lastName: 'Own', amount: 22 },
      { lastName: 'Fixed', priceFixedUntil: DAY },
      { lastName: 'Request', status: 'PENDING', due: undefined },
      { lastName: 'Gone', status: 'CANCELED' },
    ])
    const change = await announce(await draft({ productID }))
    expect(change).toMatchObject({ customers: 1, leftOut: 4, toAdd: 0 })
    expect(change.leftOutFor).toEqual([
      { reason: 'canceled', message: 'Service cancelled', count: 1 },
      { reason: 'pending', message: 'Still a request', count: 1 },
      { reason: 'own_price', message: 'Own price, not the service’s', count: 1 },
      { reason: 'fixed', message: 'Price is fixed until later', count: 1 },
    ])
    const { items } = await rowsOf(change.priceChangeID, true)
    expect(Object.fromEntries(items.map((row) => [row.customer.split(' ')[1], row.reason]))).toEqual({
      Own: 'own_price',
      Fixed: 'fixed',
      Request: 'pending',
      Gone: 'canceled',
    })
    await on('2027-01-20')
    const late = await make.customer({ productID, suburbID, due: undefined })
    await on('2027-02-20')
    expect((await customerNow(late.customerID)).amount).toBe(25)
    expect((await shown(change.priceChangeID)).toAdd).toBe(1)
    expect(await announce(change)).toMatchObject({ customers: 2 })
    // Their own notice: 20 February and 30 days.
    expect((await customerNow(late.customerID)).pendingPrices).toMatchObject([{ price: 27.5, from: '2027-03-22' }])
    await on('2027-03-22')
    expect((await customerNow(late.customerID)).amount).toBe(27.5)
  })

  test('a change that is announced for one package changes no other package’s price', async () => {
    const one = await aService()
    const other = await aService([{ amount: 40 }], { price: 40 })
    await announce(await draft({ productID: one.productID }))
    const later = await draft({ productID: other.productID, kind: 'by', by: 1, day: '2027-03-01' })
    expect(later).toMatchObject({ customers: 1, leftOut: 0, packagePrice: { before: 40, after: 41 } })
    await on(DAY)
    const { items } = await office.call(admin, listProducts, {})
    const priceOf = ({ productID }: { productID: string }) => items.find((row) => row.productID === productID)?.price
    expect([priceOf(one), priceOf(other)]).toEqual([27.5, 40])
    expect((await office.call(admin, getProduct, { productID: other.productID })).price).toBe(40)
  })

  test('the preview has every customer to the cent and the year, and its rows add up (P36)', async () => {
    const { productID } = await aService([
      {},
      { collectionScheme: 'QUARTERLY' },
      { collectionScheme: 'FORTNIGHTLY', due: { yearNumber: 2026, monthNumber: 11, weekNumber: 2 } },
      { collectionScheme: 'FLEXIBLE' },
      { amount: 20 },
    ])
    const change = await draft({ productID })
    const rows = await rowsOf(change.priceChangeID)
    expect(rows.items.map(({ collections }) => collections).toSorted((a, b) => a - b)).toEqual([0, 4, 12, 12, 24])
    const taken = rows.items.filter(({ reason }) => reason === null)
    for (const row of taken) expect(row).toMatchObject({ oldPrice: 25, newPrice: 27.5, yearly: 2.5 * row.collections })
    expect(rows).toMatchObject({ total: 5, yearly: 100, oldPrices: 100, newPrices: 110 })
    expect(change).toMatchObject({ customers: 4, leftOut: 1, yearly: 100 })
  })

  test('announcing fixes the cents, a rise needs its notice, and the notice says that one may leave (P37, P56)', async () => {
    const { productID, customers } = await aService([{}, { email: null }])
    const soon = await draft({ productID, day: '2026-12-09' })
    expect(soon).toMatchObject({ mails: 1, letters: 1, earliest: '2026-12-10', noticeDays: 30 })
    expect(await admin.put(`/v1/price-changes/${soon.priceChangeID}/announce`, {})).toMatchObject({
      status: 422,
      body: { fields: { day: 'Choose 10/12/2026 or later' } },
    })
    const change = await announce(await draft({ productID, kind: 'percent', percent: 10, roundTo: 10 }))
    expect(mailServer.received).toHaveLength(1)
    const [mail] = mailServer.received
    for (const words of ['$25.00 a bag', '$27.50 a bag', '01/02/2027', 'end your service free of charge'])
      expect(mail!.text).toContain(words)
    expect(await shown(change.priceChangeID)).toMatchObject({ waiting: 1, toPrint: 1 })
    const letters = await admin.get(`/v1/price-changes/${change.priceChangeID}/letters`)
    expect(letters).toMatchObject({ status: 200 })
    expect(letters.headers.get('content-type')).toBe('application/pdf')
    await on(DAY)
    // No letter went out, so that customer's price has not risen.
    expect((await customerNow(customers[0]!.customerID)).amount).toBe(27.5)
    expect((await customerNow(customers[1]!.customerID)).amount).toBe(25)
  })

  test('a fall needs no notice', async () => {
    const { productID, customers } = await aService()
    await announce(await draft({ productID, to: 24, day: '2026-11-11' }))
    expect(mailServer.received).toHaveLength(0)
    await on('2026-11-11')
    expect((await customerNow(customers[0]!.customerID)).amount).toBe(24)
  })

  test('a customer’s day is the later of the change’s and of their own notice (P38)', async () => {
    const { productID, customers } = await aService([{}, { email: null }])
    const change = await announce(await draft({ productID, day: '2026-12-10' }))
    await on('2026-11-20')
    const { priceChangeID } = change
    expect(await admin.put(`/v1/price-changes/${priceChangeID}/printed`, { letters: 2 })).toMatchObject({
      status: 409,
    })
    await office.call(admin, markPriceLetters, { priceChangeID, letters: 1 })
    const { items } = await rowsOf(priceChangeID)
    expect(items.map(({ from }) => from).toSorted()).toEqual(['2026-12-10', '2026-12-20'])
    await on('2026-12-19')
    expect((await customerNow(customers[1]!.customerID)).amount).toBe(25)
    await on('2026-12-20')
    expect((await customerNow(customers[1]!.customerID)).amount).toBe(27.5)
  })

  describe('the price of a stop', () => {
    const generate = async (week: object) => {
      await make.calendarYear(2027)
      const driver = await office.driver()
      const answer = await admin.post<Run>('/v1/runs', {
        ...week,
        drivers: [{ runNumber: 1, driverID: driver.userID }],
      })
      expect(answer.status).toBe(201)
      return { run: answer.body, driver }
    }
    const amountsOf = ({ jobs }: Run) => jobs.map(({ amount }) => amount)

    test('is that of its week’s first day, before that day comes (P39)', async () => {
      const { productID } = await aService([{ due: { yearNumber: 2027, monthNumber: 2 } }])
      await announce(await draft({ productID, day: '2027-02-08' }))
      expect(amountsOf((await generate(FEBRUARY)).run)).toEqual([27.5])
    })

    test('is set again at activation, unless the office typed it; an active run keeps its prices (P39)', async () => {
      const { productID } = await aService([
        { due: { yearNumber: 2027, monthNumber: 2 } },
        { due: { yearNumber: 2027, monthNumber: 2 } },
      ])
      const { run } = await generate(FEBRUARY)
      expect(amountsOf(run)).toEqual([25, 25])
      await admin.put(`/v1/runs/${run.runOrderID}`, {
        jobs: { edit: [{ assignmentID: run.jobs[0]!.assignmentID, amount: 18 }] },
      })
      await announce(await draft({ productID, day: '2027-02-01' }))
      expect(amountsOf(await act(admin, run, 'activate')).toSorted((a, b) => a - b)).toEqual([18, 27.5])
      await announce(await draft({ productID, to: 30, day: '2027-02-02' }))
      expect(amountsOf(await runNow(office, run)).toSorted((a, b) => a - b)).toEqual([18, 27.5])
    })

    test('is set again when it is shifted into another week’s draft (P39)', async () => {
      const { productID } = await aService([{ due: { yearNumber: 2027, monthNumber: 1 } }])
      await announce(await draft({ productID }))
      const january = (await generate({ ...FEBRUARY, monthNumber: 1 })).run
      expect(amountsOf(january)).toEqual([25])
      await make.customer({ due: { yearNumber: 2027, monthNumber: 2 } })
      const february = (await generate(FEBRUARY)).run
      await act(admin, january, 'activate')
      await act(admin, january, `assignments/${january.jobs[0]!.assignmentID}/shift`)
      const { jobs } = await runNow(office, february)
      expect(jobs.find(({ customerID }) => customerID === january.jobs[0]!.customerID)?.amount).toBe(27.5)
    })

    test('a prepaid block costs what the customer pays on the day of issue, further bags what the stop says (P39)', async () => {
      const { productID, customers } = await aService([{ due: { yearNumber: 2027, monthNumber: 1 } }], {
        paymentScheme: 'PREPAID',
      })
      await announce(await draft({ productID }))
      const { run, driver } = await generate({ ...FEBRUARY, monthNumber: 1 })
      const active = await act(admin, run, 'activate')
      const device = deviceOf(office, driver, active)
      await device.send([device.done(active.jobs[0]!, 4)])
      await on('2027-02-02')
      await act(admin, run, 'complete')
      const { body } = await admin.get<{ items: { amount: number }[] }>(
        `/v1/invoices?customerID=${customers[0]!.customerID}`,
      )
      // The block of the one that was used, and the next.
      expect(body.items.map(({ amount }) => amount)).toEqual([3 * 25 + 2 * 27.5])
    })
  })

  test('several are computed one on the other, and the newest is cancelled first; those told are told (P40)', async () => {
    const { productID, customers } = await aService()
    const first = await announce(await draft({ productID, kind: 'by', by: 2 }))
    const second = await announce(
      await draft({ productID, kind: 'percent', percent: 10, roundTo: 1, day: '2027-06-01' }),
    )
    expect((await rowsOf(second.priceChangeID)).items).toMatchObject([{ oldPrice: 27, newPrice: 29.7 }])
    const third = await draft({ productID, to: 40, day: '2027-06-01' })
    expect((await rowsOf(third.priceChangeID)).items).toMatchObject([{ reason: 'later_change' }])
    const path = (change: { priceChangeID: string }) => `/v1/price-changes/${change.priceChangeID}/cancel`
    expect(await admin.put(path(first), {})).toMatchObject({ body: { code: 'later_change_pending' } })
    mailServer.received.length = 0
    expect(await admin.put(path(second), {})).toMatchObject({ status: 200 })
    expect(await admin.put(path(first), {})).toMatchObject({ status: 200, body: { state: 'cancelled' } })
    await sendWaitingMails(office.deps)
    expect(mailServer.received.map(({ subject }) => subject)).toEqual(
      Array(2).fill('A change of your price is cancelled'),
    )
    await on('2027-07-01')
    expect((await customerNow(customers[0]!.customerID)).amount).toBe(25)
    expect((await office.call(admin, getProduct, { productID })).price).toBe(25)
  })

  test('an email of the second of two changes doesn’t say that its old price is paid today', async () => {
    const { productID } = await aService()
    await announce(await draft({ productID, kind: 'by', by: 2 }))
    await sendWaitingMails(office.deps)
    mailServer.received.length = 0
    const second = await announce(await draft({ productID, kind: 'by', by: 3, day: '2027-06-01' }))
    await sendWaitingMails(office.deps)
    await admin.put(`/v1/price-changes/${second.priceChangeID}/cancel`, {})
    await sendWaitingMails(office.deps)
    // $25 until the first change.
    const [notice, cancelled] = mailServer.received.map(({ text }) => text)
    expect(notice).toContain('From 01/06/2027 you pay $30.00 a bag, instead of $27.00 a bag.')
    expect(cancelled).toContain(
      'We told you that your price would change from $27.00 a bag, to $30.00 a bag. It won’t.',
    )
    for (const text of [notice, cancelled]) expect(text).not.toMatch(/still|until/iu)
  })

  test('a price changed by hand meanwhile asks whether the announced one is kept or dropped (P41)', async () => {
    const { productID, customers } = await aService([{}, {}])
    const { priceChangeID } = await announce(await draft({ productID }))
    const [kept, dropped] = customers.map(({ customerID }) => customerID)
    const change = (customerID: string, some: object) => admin.put(`/v1/users/customers/${customerID}`, some)
    expect(await change(kept!, { amount: 26 })).toMatchObject({
      status: 409,
      body: { code: 'pending_price_undecided' },
    })
    expect(await change(kept!, { notes: 'Side gate' })).toMatchObject({ status: 200 })
    await office.call(admin, updateCustomer, { customerID: kept!, amount: 26, pendingPrice: 'keep' })
    await office.call(admin, updateCustomer, { customerID: dropped!, amount: 26, pendingPrice: 'drop' })
    expect((await customerNow(dropped!)).pendingPrices).toEqual([])
    expect(await shown(priceChangeID)).toMatchObject({ state: 'announced', customers: 1, dropped: 1, leftOut: 0 })
    expect((await rowsOf(priceChangeID)).items.find(({ customerID }) => customerID === dropped)).toMatchObject({
      state: 'dropped',
      noticedOn: '2026-11-10',
      from: null,
    })
    await on(DAY)
    expect((await customerNow(kept!)).amount).toBe(27.5)
    expect((await customerNow(dropped!)).amount).toBe(26)
  })

  test('another package asks too (P41)', async () => {
    const { productID, customers } = await aService()
    await announce(await draft({ productID }))
    const other = await make.product({ price: 30 })
    expect(
      await admin.put(`/v1/users/customers/${customers[0]!.customerID}`, { productID: other.productID }),
    ).toMatchObject({ body: { code: 'pending_price_undecided' } })
  })

  test('a service’s own price asks too, and its preview counts the customers who were told another (P41)', async () => {
    const { productID, customers } = await aService([{}, { amount: 22 }])
    const preview = () => office.call(admin, previewPrice, { productID })
    expect(await preview()).toMatchObject({ samePrice: 1, announced: 0 })
    const { priceChangeID } = await announce(await draft({ productID }))
    expect(await preview()).toMatchObject({ samePrice: 1, announced: 1 })
    const change = { productID, price: 26, alsoCustomers: true }
    expect(await admin.put(`/v1/products/${productID}`, { price: 26, alsoCustomers: true })).toMatchObject({
      body: { code: 'pending_price_undecided' },
    })
    await office.call(admin, updateProduct, { ...change, pendingPrice: 'drop' })
    const dropped = { state: 'dropped', customers: 1, firstDay: null, toAdd: 0, packagePrice: { isDropped: true } }
    expect(await shown(priceChangeID)).toMatchObject(dropped)
    const inState = async (state: PriceChangeState) =>
      (await office.call(admin, listPriceChanges, { productID, state })).total
    expect([await inState('announced'), await inState('dropped')]).toEqual([0, 1])
    for (const act of ['cancel', 'announce'])
      expect(await admin.put(`/v1/price-changes/${priceChangeID}/${act}`, {})).toMatchObject({
        body: { code: 'wrong_state' },
      })
    await on(DAY)
    expect([await inState('applied'), await inState('dropped')]).toEqual([0, 1])
    expect((await customerNow(customers[0]!.customerID)).amount).toBe(26)
    expect((await office.call(admin, getProduct, { productID })).price).toBe(26)
  })

  test('the date decides: the answer is the same before and after prices were brought up (P42)', async () => {
    const { productID, customers } = await aService()
    const { customerID } = customers[0]!
    const change = await announce(await draft({ productID }))
    const answers = async () => [
      (await customerNow(customerID)).amount,
      (await office.call(admin, getProduct, { productID })).price,
      (await office.call(office.nobody, listAvailableProducts, {})).items.find((one) => one.productID === productID)
        ?.price,
    ]
    await on('2027-01-31')
    await applyPrices(office.deps)
    expect(await answers()).toEqual([25, 25, 25])
    await on(DAY)
    expect(await answers()).toEqual([27.5, 27.5, 27.5])
    await applyPrices(office.deps)
    await applyPrices(office.deps)
    expect(await answers()).toEqual([27.5, 27.5, 27.5])
    expect(await admin.put(`/v1/price-changes/${change.priceChangeID}/cancel`, {})).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    })
    await office.call(admin, updateCustomer, { customerID, amount: 26 })
    await applyPrices(office.deps)
    expect((await customerNow(customerID)).amount).toBe(26)
  })

  test('a new price of a package says how many customers keep theirs (P43)', async () => {
    const { productID } = await aService([{}, {}, { amount: 20 }])
    const changed = await office.call(admin, updateProduct, { productID, price: 28 })
    expect(changed.warnings).toEqual([{ code: 'price_kept', message: '2 customers keep $25.00.' }])
    const renamed = await office.call(admin, updateProduct, { productID, name: 'Garden bag, large' })
    expect(renamed.warnings).toBeUndefined()
  })

  test('a quoted price stands for 30 days, also once the request is official (P44)', async () => {
    await admin.put('/v1/settings/price.noticeDays', { value: 7 }, { 'if-match': '"0"' })
    await make.calendarYear()
    const { productID, customers } = await aService([{ status: 'PENDING', due: undefined }, {}])
    const [quoted, other] = customers.map(({ customerID }) => customerID)
    for (const [act, body] of [
      ['send-quotation', {}],
      ['make-official', { runNumber: 1, invoiceType: '1C' }],
    ] as const)
      expect(await admin.put(`/v1/users/customers/requests/${quoted!}/${act}`, body)).toMatchObject({ status: 200 })
    expect(await announce(await draft({ productID, day: '2026-11-20' }))).toMatchObject({ customers: 2 })
    await on('2026-12-09')
    expect((await customerNow(quoted!)).amount).toBe(25)
    expect((await customerNow(other!)).amount).toBe(27.5)
    await on('2026-12-10')
    expect((await customerNow(quoted!)).amount).toBe(27.5)
  })

  test('a service’s new price for its customers too leaves a fixed, a quoted and a registered price as they are (P35, P44)', async () => {
    await make.calendarYear()
    const { productID, suburbID, customers } = await aService([
      { status: 'PENDING', due: undefined },
      { priceFixedUntil: '2026-12-09' },
      {},
    ])
    const [quoted, fixed, other] = customers.map(({ customerID }) => customerID)
    await office.call(admin, sendQuotation, { customerID: quoted! })
    const { customerID } = await registered(office, { productID, suburbID })
    for (const request of [quoted!, customerID])
      await admin.put(`/v1/users/customers/requests/${request}/make-official`, { runNumber: 1, invoiceType: '1C' })
    const prices = async () => {
      const all = [quoted!, fixed!, customerID, other!].map(async (each) => (await customerNow(each)).amount)
      return Promise.all(all)
    }
    await on('2026-12-09')
    expect(await office.call(admin, previewPrice, { productID })).toMatchObject({ samePrice: 1, ownPrice: 3 })
    const raised = await office.call(admin, updateProduct, { productID, price: 28, alsoCustomers: true })
    expect(raised.warnings).toEqual([{ code: 'price_kept', message: '3 customers keep $25.00.' }])
    expect(await prices()).toEqual([25, 25, 25, 28])
    // The day after it is free again.
    await office.call(admin, updateProduct, { productID, price: 25 })
    await on('2026-12-10')
    expect(await office.call(admin, previewPrice, { productID })).toMatchObject({ samePrice: 3, ownPrice: 1 })
  })

  test('a registered price stands for 30 days, also once the registration is official (P44)', async () => {
    await admin.put('/v1/settings/price.noticeDays', { value: 7 }, { 'if-match': '"0"' })
    await make.calendarYear()
    const { productID, suburbID, customers } = await aService([{}])
    const { customerID } = await registered(office, { productID, suburbID })
    const official = { runNumber: 1, invoiceType: '1C' }
    expect(await admin.put(`/v1/users/customers/requests/${customerID}/make-official`, official)).toMatchObject({
      status: 200,
    })
    expect(await announce(await draft({ productID, day: '2026-11-20' }))).toMatchObject({ customers: 2 })
    await on('2026-12-09')
    expect((await customerNow(customerID)).amount).toBe(25)
    expect((await customerNow(customers[0]!.customerID)).amount).toBe(27.5)
    await on('2026-12-10')
    expect((await customerNow(customerID)).amount).toBe(27.5)
  })

  test.each([
    [{ kind: 'to', to: 0 }, 'to'],
    [{ kind: 'to' }, 'to'],
    [{ kind: 'percent', percent: 101 }, 'percent'],
    [{ kind: 'percent', percent: -50.01 }, 'percent'],
    [{ kind: 'by', by: 0 }, 'by'],
    [{ kind: 'to', to: 27.5, day: '2026-11-10' }, 'day'],
    [{ kind: 'to', to: 27.5, productID: null }, 'productID'],
    [{ kind: 'percent', percent: 5, roundTo: 7 }, 'roundTo'],
  ])('%o is refused at its field (P56)', async (some, field) => {
    const { productID } = await make.product()
    const answer = await admin.post('/v1/price-changes', { productID, day: DAY, ...some })
    expect(answer).toMatchObject({ status: 422 })
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field])
  })

  test('announcing twice at once announces once, and again changes nothing', async () => {
    const { productID } = await aService()
    const { priceChangeID } = await draft({ productID })
    const path = `/v1/price-changes/${priceChangeID}/announce`
    const both = await Promise.all([admin.put(path, {}), admin.put(path, {})])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await sendWaitingMails(office.deps)
    expect(mailServer.received).toHaveLength(1)
  })
})
