import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changeInvoiceAmount,
  createInvoice,
  getInvoice,
  listInvoices,
  payInvoice,
  sendInvoice,
  writeOffInvoice,
} from '#contract/v1/invoices.ts'
import { createTransaction, getLedger, listTransactions, mailStatement } from '#contract/v1/transactions.ts'
import { newID } from '#domain/identifiers.ts'
import type { InvoiceDocument } from '#domain/documents/documents.ts'
import { payLinkOfToken } from '#server/features/invoices/public.ts'
import { adjustments as adjustmentRows, invoices } from '#server/db/tables/invoices.ts'
import { databases } from '../../support/databases.ts'
import { lettersTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Nobody } from '../../support/person.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { hasPoppler, pagesOf } from '../pdf/poppler.ts'

describe.each(databases)('Documents of issued invoices, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const invoiced = async (customerID: string, price = 25) => {
    const lines = [{ description: 'Extra bin', quantity: 1, price }]
    return office.call(office.admin, createInvoice, { customerID, lines })
  }
  const pdf = async (person: Nobody & { token?: string }, path: string) => {
    const answer = await office.fetch(`http://office.test${path}`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  /** In two steps, which the admin's session lives through. */
  const nextMorning = async () => {
    for (const hours of [10, 10]) {
      office.clock.pass(hours * 3_600_000)
      await office.call(office.admin, listInvoices, {})
    }
  }
  const text = (bytes: Buffer) => (hasPoppler ? pagesOf(bytes).join('\n') : '')
  const setFirm = async () => {
    for (const [key, value] of Object.entries({
      'business.name': 'Green Bags',
      'business.abn': '51 824 753 556',
      'business.gstRegistered': true,
      'bank.accountName': 'Green Bags Pty Ltd',
      'bank.bsb': '062-000',
      'bank.accountNumber': '12345678',
      'checkout.enabled': 'ON',
    }))
      await office.admin.put(`/v1/settings/${key}`, { value })
  }

  test('An invoice keeps what it said at issue: firm, buyer, bank and account, whatever changes later', async () => {
    await setFirm()
    const { customerID } = await office.make.customer({ lastName: 'Abel', company: 'Abel Gardens' })
    const goodwill = { type: 'CUSTOMER_CREDIT_DEPOSIT', customerID, amount: 10, notes: 'Sorry' } as const
    await office.call(office.admin, createTransaction, goodwill)
    const made = await invoiced(customerID)
    const [row] = await office.deps.database.db.select().from(invoices)
    expect(row?.document as InvoiceDocument).toMatchObject({
      number: 'INV-000001',
      firm: { name: 'Green Bags', abn: '51 824 753 556' },
      bank: { bsb: '062-000' },
      buyer: { name: 'Abel Gardens', refId: made.refId },
      lines: [{ description: 'Extra bin', amount: 2500 }],
      gst: 227,
      payUrl: null,
      account: { before: 1000, creditUsed: 1000, now: -1500 },
    })
    const before = await pdf(office.admin, `/v1/invoices/${made.invoiceID}/pdf`)
    await office.admin.put('/v1/settings/business.name', { value: 'Another name' })
    await office.admin.put(`/v1/users/customers/${customerID}`, { lastName: 'Changed', company: null })
    const after = await pdf(office.admin, `/v1/invoices/${made.invoiceID}/pdf`)
    expect(after.bytes.equals(before.bytes)).toBe(true)
    expect(Object.fromEntries(after.answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline; filename="INV-000001.pdf"',
    })
    const link = after.bytes.toString('latin1').match(/http:\/\/office\.test\/pay\/([\w.-]+)/)
    expect(payLinkOfToken(office.deps.secrets, link?.[1] ?? '')).toEqual({ invoiceID: made.invoiceID, madeOn: null })
    if (hasPoppler) expect(text(after.bytes)).toMatch(/Tax invoice[\s\S]*Abel Gardens[\s\S]*\$15\.00/)
  })

  test('Invoices of a managed house are addressed to the property manager, from then on', async () => {
    const { customerID } = await office.make.customer({ firstName: 'Anna', lastName: 'Abel' })
    const first = await invoiced(customerID)
    await office.admin.put(`/v1/users/customers/${customerID}`, {
      propertyManagement: true,
      billToName: 'Ray Estate Agents',
      billToEmail: 'accounts@ray.example',
    })
    const second = await invoiced(customerID)
    expect(first).toMatchObject({ billToName: null })
    expect(second).toMatchObject({
      billToName: 'Ray Estate Agents',
      billToEmail: 'accounts@ray.example',
      email: 'accounts@ray.example',
    })
    const { bytes } = await pdf(office.admin, `/v1/invoices/${second.invoiceID}/pdf`)
    if (hasPoppler) expect(text(bytes)).toMatch(/Ray Estate Agents[\s\S]*Anna Abel/)
    await office.admin.put(`/v1/users/customers/${customerID}`, { billToEmail: 'new@ray.example' })
    const sent = await office.call(office.admin, getInvoice, { invoiceID: second.invoiceID })
    expect(sent.email).toBe('new@ray.example')
  })

  test('An adjustment has a note of its own, with both amounts and the account (M1)', async () => {
    await setFirm()
    const { customerID } = await office.make.customer()
    const { invoiceID } = await invoiced(customerID, 100)
    await office.call(office.admin, changeInvoiceAmount, { invoiceID, amount: 80, reason: 'One bin less' })
    const { adjustments } = await office.call(office.admin, changeInvoiceAmount, {
      invoiceID,
      amount: 90,
      reason: 'Half of it after all',
    })
    const path = (at: number) => `/v1/invoices/${invoiceID}/adjustments/${adjustments[at]!.adjustmentID}/pdf`
    const { bytes } = await pdf(office.admin, path(1))
    if (hasPoppler)
      expect(text(bytes)).toMatch(/Adjustment note[\s\S]*ADJ-000002[\s\S]*INV-000001[\s\S]*\$80\.00[\s\S]*\$90\.00/)
    const other = await invoiced(customerID)
    const wrong = path(0).replace(invoiceID, other.invoiceID)
    expect((await pdf(office.admin, wrong)).answer.status).toBe(404)
  })

  test('The note of a written-off invoice has the account’s balances before and after: lowering it asks for no less (M10)', async () => {
    await setFirm()
    const { customerID } = await office.make.customer()
    await invoiced(customerID, 30)
    const { invoiceID } = await invoiced(customerID, 69)
    await office.call(office.admin, writeOffInvoice, { invoiceID, reason: 'Moved away' })
    const change = { invoiceID, amount: 10, reason: 'One bag' }
    const { adjustments } = await office.call(office.admin, changeInvoiceAmount, change)
    const { accountBalance } = await office.call(office.admin, getLedger, { customerID })
    expect(accountBalance).toBe(-30)
    const [note] = await office.deps.database.db.select({ document: adjustmentRows.document }).from(adjustmentRows)
    expect(note!.document).toMatchObject({ account: { before: -3_000, writtenOff: 5_900, now: -3_000 } })
    const { bytes } = await pdf(
      office.admin,
      `/v1/invoices/${invoiceID}/adjustments/${adjustments[0]!.adjustmentID}/pdf`,
    )
    if (hasPoppler) expect(text(bytes)).toMatch(/Balance after\s+\$30\.00 owing/)
  })

  test('Of a reversed payment the statement calls the credit it had left cancelled', async () => {
    const { customerID } = await office.make.customer()
    await invoiced(customerID, 25)
    const paid = { type: 'CUSTOMER_INBOUND', customerID, amount: 35, paymentType: 'EFT' } as const
    const { transactions } = await office.call(office.admin, createTransaction, paid)
    const reverses = transactions.find(({ purpose }) => purpose === 'payment')!.transactionID
    await office.call(office.admin, createTransaction, { reverses, notes: 'Dishonoured' })
    const { items } = await office.call(office.admin, getLedger, { customerID })
    expect(items.map(({ description }) => description).toSorted()).toEqual(
      ['Invoice', 'Payment', 'Payment kept as credit', 'Reversal', 'Credit cancelled'].toSorted(),
    )
  })

  test('The email of an invoice that is sent after its due day asks for no payment by that day', async () => {
    const { customerID } = await office.make.customer({ email: 'sam@home.example' })
    const lines = [{ description: 'Extra bin', quantity: 1, price: 25 }]
    const due = { customerID, lines, dueDate: '2026-11-10' } as const
    const { invoiceID } = await office.call(office.admin, createInvoice, due)
    await office.call(office.admin, sendInvoice, { invoiceID })
    await nextMorning()
    await office.call(office.admin, sendInvoice, { invoiceID })
    const [inTime, late] = await lettersTo(office, 'sam@home.example')
    expect(inTime).toContain('Please pay $25.00 by 10/11/2026.')
    expect(late).toContain('Please pay $25.00. It was due on 10/11/2026.')
  })

  test('The email of a statement of past days says on which day its balance was', async () => {
    const { customerID } = await office.make.customer({ email: 'sam@home.example' })
    await invoiced(customerID, 25)
    await nextMorning()
    const paid = { type: 'CUSTOMER_INBOUND', customerID, amount: 25, paymentType: 'EFT' } as const
    await office.call(office.admin, createTransaction, paid)
    await office.call(office.admin, mailStatement, { customerID, to: '2026-11-10' })
    // Two emails of one moment have no order.
    office.clock.pass(1000)
    await office.call(office.admin, mailStatement, { customerID })
    const [past, whole] = await lettersTo(office, 'sam@home.example')
    expect(past).toContain('On 10/11/2026 you owed $25.00.')
    expect(whole).toContain('You owe nothing.')
    const { bytes } = await pdf(
      office.admin,
      `/v1/transactions/ledger/statement?customerID=${customerID}&to=2026-11-10`,
    )
    if (hasPoppler) expect(text(bytes)).toMatch(/on 10\/11\/2026[\s\S]*Owing on 11\/11\/2026, by days overdue/)
  })

  test('A statement up to a day to come ends today, because nobody knows that day’s balance', async () => {
    const { customerID } = await office.make.customer()
    await invoiced(customerID, 25)
    const path = `/v1/transactions/ledger/statement?customerID=${customerID}`
    const { bytes } = await pdf(office.admin, `${path}&to=2026-12-31`)
    if (hasPoppler) expect(text(bytes)).not.toContain('31/12/2026')
    expect(await office.admin.get(`${path}&from=2026-12-01`)).toMatchObject({
      status: 422,
      body: { fields: { from: 'This date is in the future' } },
    })
  })

  test('A customer gets the documents of their own account only', async () => {
    const [own, other] = [await office.customer(), await office.customer()]
    const { invoiceID } = await invoiced(own.userID)
    await office.call(office.admin, payInvoice, {
      invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 30,
      paymentType: 'CASH',
    })
    const { items } = await office.call(office.admin, listTransactions, { customerID: own.userID })
    const payment = items.find(({ purpose }) => purpose === 'payment')!
    const excess = items.find(({ purpose }) => purpose === 'excess')!
    const paths = [
      `/v1/invoices/${invoiceID}/pdf`,
      `/v1/transactions/${payment.transactionID}/receipt`,
      `/v1/transactions/ledger/statement?customerID=${own.userID}`,
    ]
    for (const path of paths) {
      expect((await pdf(own, path)).answer.status).toBe(200)
      expect((await pdf(other, path)).answer.status).toBe(404)
    }
    const [, receipt, statement] = await Promise.all(paths.map((path) => pdf(office.admin, path)))
    if (hasPoppler) {
      expect(text(receipt!.bytes)).toMatch(/Receipt[\s\S]*Cash[\s\S]*INV-000001[\s\S]*\$25\.00[\s\S]*\$5\.00/)
      expect(text(statement!.bytes)).toMatch(/Account statement[\s\S]*-\$25\.00[\s\S]*\+\$30\.00[\s\S]*\$5\.00/)
    }
    const none = await office.admin.get(`/v1/transactions/${excess.transactionID}/receipt`)
    expect(none).toMatchObject(refusal(409, 'no_receipt'))
  })

  test('A tax invoice without an ABN is shown to the office only, and complete once the ABN is set', async () => {
    await office.admin.put('/v1/settings/business.gstRegistered', { value: true })
    await office.admin.put('/v1/settings/business.name', { value: 'Green Bags' })
    const own = await office.customer()
    const { invoiceID } = await invoiced(own.userID)
    const path = `/v1/invoices/${invoiceID}/pdf`
    expect((await pdf(office.admin, path)).answer.status).toBe(200)
    expect(await own.get(path)).toMatchObject(refusal(409, 'document_incomplete'))
    await office.admin.put('/v1/settings/business.abn', { value: '51 824 753 556' })
    const { answer, bytes } = await pdf(own, path)
    expect(answer.status).toBe(200)
    if (hasPoppler) expect(text(bytes)).toContain('51 824 753 556')
  })

  test('The print list has the invoices of customers without email, in the order of their numbers', async () => {
    const mailed = await office.make.customer()
    const paper = await office.make.customer({ email: undefined, lastName: 'Paper' })
    const unwanted = await office.make.customer({ doNotSendInvoiceEmail: true })
    expect(await office.admin.get('/v1/invoices/print')).toMatchObject(refusal(409, 'nothing_to_print'))
    for (const { customerID } of [mailed, paper, unwanted]) await invoiced(customerID)
    const { answer, bytes } = await pdf(office.admin, '/v1/invoices/print')
    expect(answer.status).toBe(200)
    if (!hasPoppler) return
    expect(pagesOf(bytes).map((page) => /INV-\d+/.exec(page)?.[0])).toEqual(['INV-000002', 'INV-000003'])
    const all = await pdf(office.admin, '/v1/invoices/print?hasEmail=true')
    expect(pagesOf(all.bytes)).toHaveLength(1)
  })

  test('Selected invoices are printed, with or without an email address', async () => {
    for (const email of [undefined, 'anna@example.com', undefined])
      await invoiced((await office.make.customer({ email })).customerID)
    const [last, , first] = (await office.call(office.admin, listInvoices, { sort: '-number' })).items
    const selected = { invoiceIDs: [last!.invoiceID, first!.invoiceID] }
    const answer = await office.admin.post('/v1/invoices/print', selected)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const none = { invoiceIDs: [newID()] }
    expect(await office.admin.post('/v1/invoices/print', none)).toMatchObject(refusal(409, 'nothing_to_print'))
  })
})
