import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { getCustomer, previewCancel } from '#contract/v1/customers.ts'
import {
  billRunElsewhere,
  changeInvoiceAmount,
  createInvoice,
  getInvoice,
  listInvoices,
  listUnbilledRuns,
  massInvoice,
  payInvoice,
  previewUnbilled,
  settleCustomer,
  writeOffInvoice,
} from '#contract/v1/invoices.ts'
import { getTimeline } from '#contract/v1/customer-timeline.ts'
import { previewCompletion } from '#contract/v1/runs-plan.ts'
import { createTransaction, getLedger, listTransactions, previewReversal } from '#contract/v1/transactions.ts'
import type { Run } from '#contract/v1/runs.ts'
import { jobs, runs } from '#server/db/tables/runs.ts'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { databases } from '../../support/databases.ts'
import { lettersTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { act, activeRun, deviceOf } from '../../fixtures/runs.ts'

describe.each(databases)('Invoices and payments, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())
  // Whatever a test does, everything that is stored follows from the rows.
  afterEach(async () => expect((await auditAllLedgers(office.deps.database.db)).difference).toBeNull())

  const invoicesOf = async (customerID?: string) =>
    (await office.call(office.admin, listInvoices, { ...(customerID && { customerID }), sort: 'number' })).items
  const ledgerOf = (customerID: string) => office.call(office.admin, getLedger, { customerID })

  /** A completed run of customers billed as given, each collected with so many bags. */
  async function completed(bags: number[], some: Parameters<typeof activeRun>[2] = { invoiceType: '1C' }) {
    const { run, driver } = await activeRun(office, bags.length, some)
    const device = deviceOf(office, driver, run)
    await device.send(run.jobs.map((stop, at) => device.done(stop, bags[at])))
    return { run: await act<Run>(office.admin, run, 'complete'), driver, device }
  }

  test('Ben, 1C: completing the run makes one invoice per stop, with GST once when the firm is registered', async () => {
    await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
    const { run } = await completed([1, 2])
    const made = await invoicesOf()
    expect(made).toMatchObject([
      { number: 'INV-000001', amount: 25, gst: 2.27, owing: 25, status: 'waiting_payment', dueDate: '2026-11-17' },
      { number: 'INV-000002', amount: 50, gst: 4.55, runRefs: [run.refId] },
    ])
    const one = await office.call(office.admin, getInvoice, { invoiceID: made[1]!.invoiceID })
    expect(one.lines).toMatchObject([
      { kind: 'collection', quantity: 2, price: 25, amount: 50, outcome: 'COLLECTED', runOrder: run.readableID },
    ])
    expect([one.accountBalance, one.possibleAccountBalance]).toEqual([-50, 0])
  })

  test('Anna, 1A: a collection waits for two more, and is invoiced alone only when the office asks', async () => {
    const { run } = await completed([1], { invoiceType: '1A' })
    const { customerID } = run.jobs[0]!
    expect(await invoicesOf()).toEqual([])
    expect(await ledgerOf(customerID)).toMatchObject({ accountBalance: 0, unbilled: 25 })
    const now = () => office.call(office.admin, massInvoice, { customerIDs: [customerID] })
    expect((await now()).created).toMatchObject([{ amount: 25 }])
    expect(await now()).toMatchObject({ created: [], skipped: [{ customerID, reason: 'Nothing is unbilled' }] })
  })

  test('A run is billed once, however often it is completed and mass invoiced, by two admins at once too', async () => {
    const { run, driver } = await activeRun(office, 3, { invoiceType: '1C' })
    const device = deviceOf(office, driver, run)
    await device.send(run.jobs.map((stop) => device.done(stop)))
    const { runOrderID } = run
    await Promise.all([
      office.admin.put(`/v1/runs/${runOrderID}/complete`, {}),
      office.admin.put(`/v1/runs/${runOrderID}/complete`, {}),
      office.admin.post('/v1/invoices/mass', { runOrderID }),
    ])
    await act(office.admin, run, 'complete')
    expect((await office.call(office.admin, massInvoice, { runOrderID })).created).toEqual([])
    expect(await invoicesOf()).toHaveLength(3)
  })

  test('A run completed by a version without invoices is billed by mass, once', async () => {
    const { run, driver } = await activeRun(office, 2, { invoiceType: '1C' })
    const device = deviceOf(office, driver, run)
    await device.send(run.jobs.map((stop) => device.done(stop)))
    const { db } = office.deps.database
    // As that version left it.
    await db.update(jobs).set({ state: 'completed' })
    await db.update(runs).set({ status: 'completed', completedAt: office.clock.now(), billing: null })
    expect(await invoicesOf()).toEqual([])
    const { runOrderID } = run
    const waiting = () => office.call(office.admin, listUnbilledRuns, {})
    expect((await waiting()).items).toMatchObject([{ runOrderID, amount: 50, invoices: [{ amount: 25 }, {}] }])
    expect((await office.call(office.admin, massInvoice, { runOrderID })).created).toHaveLength(2)
    expect((await waiting()).items).toEqual([])
    expect((await office.call(office.admin, massInvoice, { runOrderID })).created).toEqual([])
    expect(await invoicesOf()).toHaveLength(2)
  })

  test('A run billed in the old program makes no invoices here', async () => {
    const { run } = await activeRun(office, 1, { invoiceType: '1C' })
    const { db } = office.deps.database
    await db.update(jobs).set({ state: 'completed', outcome: 'COLLECTED', pu: 1 })
    await db.update(runs).set({ status: 'completed', completedAt: office.clock.now() })
    const { runOrderID } = run
    await office.call(office.admin, billRunElsewhere, { runOrderID, billing: 'elsewhere' })
    await office.call(office.admin, billRunElsewhere, { runOrderID, billing: 'elsewhere' })
    expect((await office.call(office.admin, massInvoice, { runOrderID })).created).toEqual([])
    expect(await invoicesOf()).toEqual([])
  })

  test('The completion’s preview is what completing makes', async () => {
    const { run, driver } = await activeRun(office, 3, { invoiceType: '1C' })
    const [paid, free, waiting] = run.jobs
    await office.call(office.admin, createTransaction, {
      type: 'CUSTOMER_INBOUND',
      customerID: paid!.customerID,
      amount: 10,
      paymentType: 'CASH',
    })
    await office.admin.put(`/v1/users/customers/${waiting!.customerID}`, { invoiceType: '1B' })
    const device = deviceOf(office, driver, run)
    await device.send([device.done(paid!), device.not(free!, 'UNSAFE'), device.done(waiting!)])
    const plan = await office.call(office.admin, previewCompletion, { runOrderID: run.runOrderID })
    expect(plan.invoices).toMatchObject([
      { customerID: paid!.customerID, amount: 25, earlier: 0, inAdvance: 0, fromCredit: 10 },
    ])
    expect(plan.withoutInvoice).toMatchObject([
      { customerID: free!.customerID, why: 'free' },
      { customerID: waiting!.customerID, why: 'collecting', collected: 1, size: 2 },
    ])
    await act(office.admin, run, 'complete')
    expect(await invoicesOf()).toMatchObject([{ customerID: paid!.customerID, amount: 25, owing: 15 }])
    const unbilled = await office.call(office.admin, previewUnbilled, { accounts: 'all' })
    expect(unbilled.planned).toMatchObject([{ customerID: waiting!.customerID, amount: 25, earlier: 25 }])
  })

  test('PREPAID: a block is invoiced before the first use, and the next by the completion that uses the last one (M5)', async () => {
    const { run } = await completed([3], { invoiceType: '1B', paymentScheme: 'PREPAID' })
    const customerID = run.jobs[0]!.customerID
    const [made] = await invoicesOf(customerID)
    // Two collections in advance, and two further bags of this one.
    expect(made).toMatchObject({ amount: 100 })
    expect((await ledgerOf(customerID)).prepaidLeft).toBe(1)
  })

  test('Every invoice that completing a run announces is among the run’s invoices, those in advance too', async () => {
    const { run, driver } = await activeRun(office, 1, { invoiceType: '1A', paymentScheme: 'PREPAID' })
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!)])
    const { runOrderID } = run
    const announced = (await office.call(office.admin, previewCompletion, { runOrderID })).invoices
    await act(office.admin, run, 'complete')
    const { items } = await office.call(office.admin, listInvoices, { runOrderID, sent: 'false' })
    expect(announced).toMatchObject([{ customerID: run.jobs[0]!.customerID, amount: 75, earlier: 0, inAdvance: 75 }])
    expect(items).toMatchObject([{ customerID: run.jobs[0]!.customerID, amount: 75 }])
  })

  test('A removal paid in advance is invoiced once, and its completion invoices no further one (M5)', async () => {
    const { run, driver } = await activeRun(office, 1)
    const { productID } = await office.make.product({
      serviceType: 'RUBBISH_REMOVAL',
      collectionScheme: 'ONE_OFF',
      price: 180,
    })
    const terms = { paymentScheme: 'PREPAID', invoiceType: '1C' } as const
    const { customerID } = await office.make.customer({ productID, due: undefined, status: 'PENDING', ...terms })
    const official = `/v1/users/customers/requests/${customerID}/make-official`
    expect((await office.admin.put(official, { runNumber: 1, invoiceType: '1C' })).status).toBe(200)
    const { body } = await office.admin.put<Run>(`/v1/runs/${run.runOrderID}`, { jobs: { add: [customerID] } })
    const device = deviceOf(office, driver, run)
    await device.send(body.jobs.map((stop) => device.done(stop)))
    await act(office.admin, run, 'complete')
    expect(await invoicesOf(customerID)).toMatchObject([{ amount: 180 }])
    expect((await ledgerOf(customerID)).prepaidLeft).toBe(0)
  })

  test('A request made official pays its first block in advance; cancelled, the unused part is taken off (M5)', async () => {
    const request = await office.make.customer({
      status: 'PENDING',
      due: undefined,
      paymentScheme: 'PREPAID',
      invoiceType: '1A',
    })
    const { customerID } = request
    await office.admin.put(`/v1/users/customers/requests/${customerID}/make-official`, {
      runNumber: 1,
      invoiceType: '1A',
    })
    expect(await invoicesOf(customerID)).toMatchObject([{ amount: 75 }])
    expect((await ledgerOf(customerID)).prepaidLeft).toBe(3)
    await office.call(office.admin, settleCustomer, { customerID, amount: 75, paymentType: 'EFT' })
    expect(await office.call(office.admin, previewCancel, { customerID })).toEqual({
      invoices: 0,
      amount: 0,
      givenBack: 75,
      balance: 75,
      later: 0,
    })
    expect((await office.admin.delete(`/v1/users/customers/${customerID}/cancel`)).status).toBe(204)
    expect(await ledgerOf(customerID)).toMatchObject({ prepaidLeft: 0, credit: 75, accountBalance: 75 })
  })

  test('Settling invoices what is unbilled only when asked to (M6)', async () => {
    const { run } = await completed([1], { invoiceType: '1A' })
    const { customerID } = run.jobs[0]!
    const settle = (invoiceUnbilled: boolean) =>
      office.call(office.admin, settleCustomer, {
        customerID,
        amount: 25,
        paymentType: 'EFT',
        invoiceUnbilled,
        again: true,
      })
    expect(await settle(false)).toMatchObject({ applied: [], credit: 25 })
    expect(await invoicesOf(customerID)).toEqual([])
    expect(await settle(true)).toMatchObject({ credit: 25, owing: 0, accountBalance: 25 })
    expect(await invoicesOf(customerID)).toMatchObject([{ amount: 25, status: 'paid' }])
  })

  test('What a reversal would do is told before it, with the debit note for spent credit (M8)', async () => {
    const { run } = await completed([1], { invoiceType: '1A' })
    const { customerID } = run.jobs[0]!
    const pay = { customerID, paymentType: 'EFT' } as const
    const { transactions } = await office.call(office.admin, createTransaction, {
      ...pay,
      type: 'CUSTOMER_INBOUND',
      amount: 10,
    })
    const { transactionID } = transactions.find(({ type }) => type === 'CUSTOMER_INBOUND')!
    await office.call(office.admin, createTransaction, { ...pay, type: 'CUSTOMER_CREDIT_DEDUCT', amount: 4 })
    const shown = { owedAgain: [], credit: 6, debitNote: 4, balance: -4 }
    expect(await office.call(office.admin, previewReversal, { transactionID })).toEqual(shown)
    expect(await ledgerOf(customerID)).toMatchObject({ credit: 6, accountBalance: 6 })
    await office.call(office.admin, createTransaction, { reverses: transactionID, notes: 'Bounced' })
    expect(await ledgerOf(customerID)).toMatchObject({ credit: 0, accountBalance: -4 })
    expect((await office.admin.get(`/v1/transactions/${transactionID}/reversal`)).body).toMatchObject({
      code: 'reversed_already',
    })
  })

  test('A cancelled customer is invoiced what is unbilled (M6)', async () => {
    const { run } = await completed([2], { invoiceType: '1A' })
    const { customerID } = run.jobs[0]!
    const before = { invoices: 1, amount: 50, givenBack: 0, balance: -50, later: 0 }
    expect(await office.call(office.admin, previewCancel, { customerID })).toEqual(before)
    expect(await invoicesOf(customerID)).toEqual([])
    expect((await office.admin.delete(`/v1/users/customers/${customerID}/cancel`)).status).toBe(204)
    expect(await invoicesOf(customerID)).toMatchObject([{ amount: 50, owing: 50, number: 'INV-000001' }])
    expect((await office.admin.get(`/v1/users/customers/${customerID}/cancel`)).body).toMatchObject({
      code: 'wrong_state',
    })
    expect((await office.admin.delete(`/v1/users/customers/${customerID}`)).status).toBe(204)
    // Hidden, not deleted: the invoice stays.
    expect(await invoicesOf(customerID)).toMatchObject([{ amount: 50, customer: 'Deleted customer' }])
  })

  test.each([
    ['of an account that is not full', { invoiceType: '1A' }],
    ['of a customer who pays in advance', { invoiceType: '1A', paymentScheme: 'PREPAID' }],
  ] as const)(
    'A collection %s before the cancellation is invoiced alone when its run is completed',
    async (_, terms) => {
      const { run, driver } = await activeRun(office, 1, terms)
      const device = deviceOf(office, driver, run)
      await device.send([device.done(run.jobs[0]!, 2)])
      const { customerID } = run.jobs[0]!
      expect(await office.call(office.admin, previewCancel, { customerID })).toEqual({
        invoices: 0,
        amount: 0,
        givenBack: 0,
        balance: 0,
        later: 50,
      })
      const { email } = await office.call(office.admin, getCustomer, { customerID })
      expect((await office.admin.delete(`/v1/users/customers/${customerID}/cancel`)).status).toBe(204)
      // The email must not end with "You owe nothing": the invoice follows.
      expect((await lettersTo(office, email!)).at(-1)).toContain(
        'You owe nothing. Your last collection is still to be invoiced: $50.00.',
      )
      await act(office.admin, run, 'complete')
      expect(await invoicesOf(customerID)).toMatchObject([{ amount: 50, owing: 50 }])
      expect(await ledgerOf(customerID)).toMatchObject({ prepaidLeft: 0, unbilled: 0 })
    },
  )

  test('Opening balances of an import are credit, or a debt that is no sale (M15)', async () => {
    await office.make.suburb({ label: 'Berowra', postCode: '2081' })
    await office.make.product({ name: 'Monthly bag' })
    const file = [
      'refId,firstName,lastName,address,suburbLabel,postcode,packageName,startDate,accountType,invoiceType,openingBalance',
      '20001,Olive,Owes,1 High St,Berowra,2081,Monthly bag,2026-01-05,PERSONAL,1A,-40.50',
      '20002,Carl,Credit,2 High St,Berowra,2081,Monthly bag,2026-01-05,PERSONAL,1A,12',
    ].join('\n')
    const answer = await office.admin.post('/v1/users/customers/import?skipErrors=false', file, {
      'content-type': 'text/csv',
    })
    expect(answer.body).toMatchObject({ errors: [] })
    const [debt] = await invoicesOf()
    expect(debt).toMatchObject({ number: 'OPEN-000001', kind: 'opening', owing: 40.5, gst: 0, refId: '20001' })
    expect(await ledgerOf(debt!.customerID)).toMatchObject({ accountBalance: -40.5 })
    const [credit] = (await office.call(office.admin, listTransactions, {})).items
    expect(credit).toMatchObject({ purpose: 'opening', amount: 12, name: 'Carl Credit' })
  })

  test('A payment above what is owed is credit, and the next invoice takes it at once (M11)', async () => {
    const { run } = await completed([1])
    const customerID = run.jobs[0]!.customerID
    const [made] = await invoicesOf(customerID)
    const paid = await office.call(office.admin, payInvoice, {
      invoiceID: made!.invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 40,
      paymentType: 'EFT',
    })
    expect(paid.invoice).toMatchObject({ status: 'paid', owing: 0, datePaid: '2026-11-10', accountBalance: 15 })
    office.clock.pass(60_000)
    const next = await office.call(office.admin, createInvoice, {
      customerID,
      lines: [{ description: 'Extra bin', quantity: 1, price: 50 }],
    })
    expect(next).toMatchObject({ owing: 35, accountBalance: -35, transactions: [{ purpose: 'apply', allocated: 15 }] })
    const ledger = await ledgerOf(customerID)
    expect(ledger).toMatchObject({ accountBalance: -35, credit: 0, owing: 35 })
    expect(ledger.items.map(({ effect }) => effect)).toEqual([-25, 40, 0, -50, 0])
    expect(ledger.items.at(-1)?.balance).toBe(-35)
  })

  test('Eight people who pay one invoice at once are all booked; the excess is credit (M13)', async () => {
    const { run } = await completed([1])
    const customerID = run.jobs[0]!.customerID
    const [made] = await invoicesOf(customerID)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        office.admin.post(`/v1/invoices/${made!.invoiceID}/transactions`, {
          type: 'CUSTOMER_INBOUND',
          amount: 25,
          paymentType: 'EFT',
          clientKey: `payer ${at}`,
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(await ledgerOf(customerID)).toMatchObject({ credit: 175, owing: 0, accountBalance: 175 })
  })

  test('The same key twice is one payment; for another amount, type, payment type, day or invoice it is refused', async () => {
    const { customerID } = await office.make.customer()
    const payment = { type: 'CUSTOMER_INBOUND', customerID, amount: 30, paymentType: 'CASH', clientKey: 'k1' } as const
    await office.call(office.admin, createTransaction, payment)
    await office.call(office.admin, createTransaction, payment)
    expect((await ledgerOf(customerID)).accountBalance).toBe(30)
    const others = [
      { amount: 31 },
      { type: 'CUSTOMER_CREDIT_DEDUCT' },
      { paymentType: 'EFT' },
      { datePaid: '2026-11-01' },
    ]
    for (const change of others) {
      const other = await office.admin.post('/v1/transactions', { ...payment, ...change })
      expect([other.status, other.body.code]).toEqual([409, 'client_key_reused'])
    }
    expect((await ledgerOf(customerID)).accountBalance).toBe(30)
  })

  test('The key of a payment of one invoice pays no other one, and none again once it was reversed', async () => {
    const { customerID } = await office.make.customer()
    const lines = [{ description: 'By hand', quantity: 1, price: 50 }]
    const make = () => office.call(office.admin, createInvoice, { customerID, lines })
    const [first, second] = [await make(), await make()]
    const payment = { type: 'CUSTOMER_INBOUND', amount: 50, paymentType: 'EFT', clientKey: 'k1' } as const
    const pay = ({ invoiceID }: { invoiceID: string }) =>
      office.admin.post<Body>(`/v1/invoices/${invoiceID}/transactions`, payment)
    expect([(await pay(first)).status, (await pay(first)).status]).toEqual([201, 201])
    const reused = { status: 409, body: { code: 'client_key_reused' } }
    expect(await pay(second)).toMatchObject(reused)
    const [paid] = (await office.call(office.admin, listTransactions, { customerID })).items
    await office.call(office.admin, createTransaction, { reverses: paid!.transactionID, notes: 'Bounced' })
    expect(await pay(first)).toMatchObject(reused)
    expect(await ledgerOf(customerID)).toMatchObject({ owing: 100, credit: 0 })
  })

  test('A key like those of what the server books by itself is refused, so that nothing it books is kept out', async () => {
    const { customerID } = await office.make.customer()
    for (const kind of ['bank', 'case', 'checkout', 'task']) {
      const payment = { type: 'CUSTOMER_INBOUND', customerID, amount: 30, paymentType: 'CASH', clientKey: `${kind} 1` }
      const answer = await office.admin.post('/v1/transactions', payment)
      expect([answer.status, answer.body.fields]).toEqual([422, { clientKey: 'Choose another key' }])
    }
  })

  test('A payment of the wrong customer is moved: reversed there and entered here, in one act', async () => {
    const [wrong, right] = [await office.make.customer(), await office.make.customer()]
    const paid = await office.call(office.admin, createTransaction, {
      type: 'CUSTOMER_INBOUND',
      customerID: wrong.customerID,
      amount: 80,
      paymentType: 'EFT',
    })
    const { transactionID } = paid.transactions.find(({ type }) => type === 'CUSTOMER_INBOUND')!
    await office.call(office.admin, createTransaction, {
      reverses: transactionID,
      customerID: right.customerID,
      notes: 'Typed the wrong reference',
    })
    expect((await ledgerOf(wrong.customerID)).accountBalance).toBe(0)
    expect((await ledgerOf(right.customerID)).accountBalance).toBe(80)
    const again = await office.admin.post('/v1/transactions', { reverses: transactionID, notes: 'Again' })
    expect(again.body.code).toBe('reversed_already')
  })

  test('An invoice lowered after it was paid gives the difference back, and has an adjustment with its own number (M1)', async () => {
    await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
    const { run } = await completed([3])
    const customerID = run.jobs[0]!.customerID
    const [made] = await invoicesOf(customerID)
    await office.call(office.admin, settleCustomer, { customerID, amount: 75, paymentType: 'CASH' })
    const lowered = await office.call(office.admin, changeInvoiceAmount, {
      invoiceID: made!.invoiceID,
      amount: 50,
      reason: 'One bag was the neighbour’s',
    })
    expect(lowered).toMatchObject({
      amount: 50,
      issuedAmount: 75,
      gst: 4.55,
      status: 'paid',
      adjustments: [{ number: 'ADJ-000001', difference: -25, gstDifference: -2.27 }],
    })
    expect(await ledgerOf(customerID)).toMatchObject({ credit: 25, accountBalance: 25 })
  })

  test('An invoice brought to $0 to be billed again puts its collections on the next one (M2)', async () => {
    const { run } = await completed([2])
    const customerID = run.jobs[0]!.customerID
    const [made] = await invoicesOf(customerID)
    const zero = { invoiceID: made!.invoiceID, amount: 0, reason: 'Wrong address', rebill: true }
    expect(await office.call(office.admin, changeInvoiceAmount, zero)).toMatchObject({ status: 'paid', owing: 0 })
    expect((await ledgerOf(customerID)).unbilled).toBe(50)
    const again = await office.call(office.admin, massInvoice, { customerIDs: [customerID] })
    expect(again.created).toMatchObject([{ amount: 50 }])
  })

  test('What was waived stays waived when another invoice of the same stop is billed again (M2, M3)', async () => {
    const { run, device } = await completed([2])
    const [stop] = run.jobs
    const customerID = stop!.customerID
    const decide = async (pu: number) => {
      const event = device.done(stop!, pu)
      await device.send([event])
      await office.admin.put(`/v1/runs/exceptions/${event.eventID}`, { decision: 'accept' })
    }
    const mass = () => office.call(office.admin, massInvoice, { customerIDs: [customerID] })
    const waive = (invoiceID: string, rebill: boolean) =>
      office.call(office.admin, changeInvoiceAmount, { invoiceID, amount: 0, reason: 'Late truck', rebill })
    await decide(3)
    await mass()
    const [first, further] = await invoicesOf(customerID)
    expect([first!.amount, further!.amount]).toEqual([50, 25])
    await waive(first!.invoiceID, true)
    await waive(further!.invoiceID, false)
    expect((await mass()).created).toMatchObject([{ amount: 50 }])
    // Three bags are 75: 50 are billed again, and 25 waived.
    await decide(2)
    await decide(3)
    expect((await mass()).created).toMatchObject([{ amount: 25 }])
    expect((await invoicesOf(customerID)).map(({ amount }) => amount)).toEqual([0, 0, 25, 25])
    // It was not billed again, so it can be raised.
    const raised = { invoiceID: further!.invoiceID, amount: 10, reason: 'Agreed' }
    expect(await office.call(office.admin, changeInvoiceAmount, raised)).toMatchObject({ amount: 10 })
    const refused = await office.admin.put(`/v1/invoices/${first!.invoiceID}/amount`, { amount: 10, reason: 'Agreed' })
    expect(refused.body.code).toBe('billed_again')
  })

  test('A written-off debt is paid without money, and stays among the sales (M10)', async () => {
    const { run } = await completed([1])
    const customerID = run.jobs[0]!.customerID
    const [made] = await invoicesOf(customerID)
    const off = await office.call(office.admin, writeOffInvoice, { invoiceID: made!.invoiceID, reason: 'Moved away' })
    expect(off).toMatchObject({ status: 'paid', writtenOff: true, amount: 25, accountBalance: 0 })
    expect(await invoicesOf(customerID)).toMatchObject([{ writtenOff: true }])
    const { items } = await office.call(office.admin, getTimeline, { customerID })
    expect(items.filter((item) => item.kind === 'payment')).toMatchObject([{ purpose: 'write_off', amount: 25 }])
    const again = await office.admin.put(`/v1/invoices/${made!.invoiceID}/write-off`, { reason: 'Again' })
    expect(again.body.code).toBe('nothing_owing')
  })

  test('A record accepted after completion adjusts the invoice down, and puts more on the next one (M3)', async () => {
    const { run, device } = await completed([3])
    const [stop] = run.jobs
    const customerID = stop!.customerID
    const decide = async (pu: number) => {
      const event = device.done(stop!, pu)
      await device.send([event])
      await office.admin.put(`/v1/runs/exceptions/${event.eventID}`, { decision: 'accept' })
    }
    await decide(1)
    expect(await invoicesOf(customerID)).toMatchObject([{ amount: 25, owing: 25 }])
    await decide(4)
    expect(await invoicesOf(customerID)).toMatchObject([{ amount: 25 }])
    expect((await ledgerOf(customerID)).unbilled).toBe(75)
  })

  test.each([
    ['an attempt was charged', { type: 'not-collected', outcome: 'NOT_OUT' }, { amount: 25 }, { amount: 0 }, {}],
    [
      'only an extra was charged',
      { type: 'not-collected', outcome: 'CONTAMINATED', extraAmount: 10 },
      { amount: 10 },
      { amount: 10 },
      { extraAmount: 10 },
    ],
  ])('PREPAID: a stop where %s, corrected to collected, uses a prepaid collection (M3, M5)', async (...given) => {
    const [, what, charged, left, more] = given
    const { run, driver } = await activeRun(office, 1, { invoiceType: '1A', paymentScheme: 'PREPAID' })
    const [stop] = run.jobs
    const customerID = stop!.customerID
    const device = deviceOf(office, driver, run)
    await device.send([device.tap(stop!, what)])
    await act(office.admin, run, 'complete')
    expect(await invoicesOf(customerID)).toMatchObject([charged])
    const prepaid = (await ledgerOf(customerID)).prepaidLeft
    const event = device.done(stop!, 1, more)
    await device.send([event])
    await office.admin.put(`/v1/runs/exceptions/${event.eventID}`, { decision: 'accept' })
    expect(await invoicesOf(customerID)).toMatchObject([left])
    expect(await ledgerOf(customerID)).toMatchObject({ unbilled: 0, prepaidLeft: prepaid - 1 })
  })

  test('Fifty issuers at once leave no gap in the numbers, and the first number is a setting', async () => {
    await office.admin.put('/v1/settings/invoice.firstNumber', { value: 501 })
    const { customerID } = await office.make.customer()
    const lines = [{ description: 'By hand', quantity: 1, price: 10 }]
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => office.admin.post('/v1/invoices', { customerID, lines })),
    )
    const issued = answers.filter(({ status }) => status === 201).length
    const numbers = (await office.call(office.admin, listInvoices, { perPage: 100, sort: 'number' })).items
    expect(numbers.map(({ number }) => number)).toEqual(
      Array.from({ length: issued }, (_, at) => `INV-${String(501 + at).padStart(6, '0')}`),
    )
    expect(issued).toBe(50)
  })

  test('What was issued, paid or allocated can’t be changed or deleted, not even by SQL (M1)', async () => {
    const { run } = await completed([1])
    const customerID = run.jobs[0]!.customerID
    await office.call(office.admin, settleCustomer, { customerID, amount: 10, paymentType: 'EFT' })
    const { db } = office.deps.database
    for (const statement of [
      sql`update transactions set amount_cents = 1`,
      sql`delete from transactions`,
      sql`delete from allocations`,
      sql`update invoices set issued_amount_cents = 1`,
      sql`update invoices set number = 7`,
      sql`delete from invoices`,
      sql`update billing_lines set amount_cents = 0, quantity = 0`,
      sql`update billing_lines set invoice_id = null`,
      sql`truncate allocations`,
    ])
      await expect(db.execute(statement)).rejects.toThrow()
    expect(await ledgerOf(customerID)).toMatchObject({ accountBalance: -15 })
  })

  test.each([
    ['datePaid', { datePaid: '2026-11-11' }],
    ['datePaid', { datePaid: '1999-01-01' }],
    ['amount', { amount: 0 }],
    ['amount', { amount: -5 }],
    ['amount', { amount: 1.005 }],
    ['amount', { amount: 1_000_001 }],
    ['customerID', { customerID: '00000000-0000-7000-8000-000000000000' }],
  ])('A payment with a wrong %s is refused with the field named: %o', async (field, wrong) => {
    const { customerID } = await office.make.customer()
    const answer = await office.admin.post('/v1/transactions', {
      type: 'CUSTOMER_INBOUND',
      customerID,
      amount: 10,
      paymentType: 'CASH',
      ...wrong,
    })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
  })

  test.each([
    ['lines', { lines: [{ description: 'Bin', quantity: 9_999, price: 1_000 }] }],
    ['lines', { lines: [{ description: 'Bin', quantity: 1, price: 0 }] }],
    ['lines.0.price', { lines: [{ description: 'Bin', quantity: 1, price: -1 }] }],
    ['lines.0.price', { lines: [{ description: 'Bin', quantity: 1, price: 0.005 }] }],
    ['lines.0.quantity', { lines: [{ description: 'Bin', quantity: 0, price: 5 }] }],
    ['dueDate', { dueDate: '2026-11-09' }],
    ['dueDate', { dueDate: '2062-11-17' }],
  ])('An invoice by hand with wrong %s is refused with the field named: %o', async (field, wrong) => {
    const { customerID } = await office.make.customer()
    const lines = [{ description: 'Extra bin', quantity: 1, price: 10 }]
    const answer = await office.admin.post('/v1/invoices', { customerID, lines, ...wrong })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]])
  })

  test('P51 A refund can’t be dated before the money it pays back', async () => {
    const { customerID } = await office.make.customer()
    const money = { customerID, amount: 30, paymentType: 'EFT' } as const
    await office.call(office.admin, createTransaction, { ...money, type: 'CUSTOMER_INBOUND', datePaid: '2026-11-06' })
    const refund = (datePaid: string) =>
      office.admin.post('/v1/transactions', { ...money, type: 'CUSTOMER_CREDIT_DEDUCT', datePaid })
    const early = await refund('2026-11-05')
    expect([early.status, early.body.code, early.body.fields]).toEqual([
      422,
      'refund_too_early',
      { datePaid: 'This credit came on 06/11/2026, so it can’t be paid back before' },
    ])
    expect((await refund('2026-11-06')).status).toBe(201)
    expect(await ledgerOf(customerID)).toMatchObject({ credit: 0, accountBalance: 0 })
  })

  test('Settling takes no payment dated in the future', async () => {
    const { customerID } = await office.make.customer()
    const body = { amount: 10, paymentType: 'CASH', datePaid: '2026-12-01' }
    const answer = await office.admin.post(`/v1/invoices/settle/${customerID}`, body)
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, ['datePaid']])
  })

  test('Nothing is dated into a closed period (M16)', async () => {
    await office.admin.put('/v1/settings/books.lockedThrough', { value: '2026-11-05' })
    const { customerID } = await office.make.customer()
    const answer = await office.admin.post('/v1/transactions', {
      type: 'CUSTOMER_INBOUND',
      customerID,
      amount: 10,
      paymentType: 'CASH',
      datePaid: '2026-11-05',
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'books_closed'])
  })

  test('While the books are closed no run is completed with invoices, and nobody is cancelled or corrected (M16)', async () => {
    const { run, device } = await completed([2])
    const [stop] = run.jobs
    const [made] = await invoicesOf()
    const { run: next, driver } = await activeRun(office, 2, { invoiceType: '1C' })
    const phone = deviceOf(office, driver, next)
    await phone.send(next.jobs.map((one) => phone.done(one)))
    const request = await office.make.customer({ status: 'PENDING', due: undefined, paymentScheme: 'PREPAID' })
    const correction = device.done(stop!, 1)
    await device.send([correction])
    await office.admin.put('/v1/settings/books.lockedThrough', { value: '2026-11-10' })
    const preview = await office.call(office.admin, previewCompletion, { runOrderID: next.runOrderID })
    expect(preview.refusal).toMatchObject({ code: 'books_closed' })
    const official = `/v1/users/customers/requests/${request.customerID}/make-official`
    for (const refused of [
      await office.admin.put(`/v1/runs/${next.runOrderID}/complete`, {}),
      await office.admin.put(`/v1/runs/exceptions/${correction.eventID}`, { decision: 'accept' }),
      await office.admin.put(official, { runNumber: 1, invoiceType: '1A' }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'books_closed'])
    expect(await invoicesOf()).toEqual([made])
    await office.admin.put('/v1/settings/books.lockedThrough', { value: '2026-11-09' })
    await act(office.admin, next, 'complete')
    expect(await invoicesOf()).toHaveLength(3)
  })

  test('While the books are closed a customer with something to invoice or take back is not cancelled (M16)', async () => {
    const { run } = await completed([1], { invoiceType: '1A' })
    const { customerID } = run.jobs[0]!
    await office.admin.put('/v1/settings/books.lockedThrough', { value: '2026-11-10' })
    const cancel = () => office.admin.delete(`/v1/users/customers/${customerID}/cancel`)
    const refused = await cancel()
    expect([refused.status, refused.body.code]).toEqual([409, 'books_closed'])
    const preview = await office.admin.get<{ code: string }>(`/v1/users/customers/${customerID}/cancel`)
    expect([preview.status, preview.body.code]).toEqual([409, 'books_closed'])
    await office.admin.put('/v1/settings/books.lockedThrough', { value: '2026-11-09' })
    expect((await cancel()).status).toBe(204)
    expect(await invoicesOf(customerID)).toMatchObject([{ amount: 25 }])
  })

  test('A customer sees their own invoices, payments and ledger only', async () => {
    const own = await office.customer()
    const other = await office.make.customer()
    const lines = [{ description: 'Extra bin', quantity: 2, price: 12.5 }]
    const [mine, theirs] = [
      await office.call(office.admin, createInvoice, { customerID: own.userID, lines }),
      await office.call(office.admin, createInvoice, { customerID: other.customerID, lines }),
    ]
    expect((await office.call(own, listInvoices, {})).items).toMatchObject([{ number: mine.number }])
    expect((await office.call(own, getLedger, {})).accountBalance).toBe(-25)
    expect((await office.call(own, listTransactions, {})).items).toEqual([])
    expect((await own.get(`/v1/invoices/${theirs.invoiceID}`)).status).toBe(404)
    expect((await own.get(`/v1/invoices?customerID=${other.customerID}`)).status).toBe(404)
    expect((await own.get(`/v1/transactions/ledger?customerID=${other.customerID}`)).status).toBe(404)
    expect((await own.post(`/v1/invoices/${mine.invoiceID}/transactions`, {})).status).toBe(403)
  })
})
