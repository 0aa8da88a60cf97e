import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listBankLines } from '#contract/v1/bank.ts'
import { createInvoice, getInvoice, type Invoice, listInvoices, payInvoice } from '#contract/v1/invoices.ts'
import { listMails } from '#contract/v1/mails.ts'
import { listTransactions } from '#contract/v1/transactions.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'
import { hasPoppler, pagesOf } from '../pdf/poppler.ts'
import { bankCsv, imported, payer } from './bank-fixture.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { registered } from '../../fixtures/registrations.ts'

const DAY = 86_400_000

describe.each(databases)('Sending invoices and reminders, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let admin: Person
  beforeAll(async () => {
    mailServer = await openMailServer()
    office = await openOffice(kind, { environment: { SMTP_URL: mailServer.url } })
  })
  afterAll(async () => {
    await office.close()
    await mailServer.close()
  })
  beforeEach(async () => {
    await office.reset()
    admin = office.admin
    mailServer.received.length = 0
    mailServer.refuse = null
  })

  const invoiced = async (customerID: string, price = 25): Promise<Invoice> =>
    office.call(admin, createInvoice, { customerID, lines: [{ description: 'Bin', quantity: 1, price }] })
  const now = (invoiceID: string) => office.call(admin, getInvoice, { invoiceID })
  const send = (invoiceID: string) => admin.post<Invoice>(`/v1/invoices/${invoiceID}/send`)
  const remind = (invoiceID: string) => admin.put<Invoice>(`/v1/invoices/${invoiceID}/remind`)
  const pass = async (days: number) => {
    office.clock.pass(days * DAY)
    // Sessions last a night.
    admin = await signedIn(office.fetch, office.admin)
  }
  const pdfAt = async (path: string) => {
    const { token } = admin
    const answer = await office.fetch(`http://office.test${path}`, { headers: { authorization: `Bearer ${token}` } })
    return Buffer.from(await answer.arrayBuffer())
  }
  const attached = (at: number) => {
    const file = mailServer.received[at]?.attachments[0]
    return { name: file?.filename, type: file?.mimeType, bytes: Buffer.from(file?.content as ArrayBuffer) }
  }

  test('Without card payments there is no pay link', async () => {
    const { invoiceID } = await invoiced((await office.make.customer()).customerID)
    await send(invoiceID)
    await sendWaitingMails(office.deps)
    expect(mailServer.received[0]?.text).not.toMatch(/Pay online|\/pay\//)
  })

  test('An invoice arrives with its PDF, which is the one the office and the customer see', async () => {
    await admin.put('/v1/settings/checkout.enabled', { value: 'ON' })
    const { customerID } = await office.make.customer({ firstName: 'Anna', email: 'anna@customers.example' })
    await admin.put('/v1/settings/bank.accountName', { value: 'Green Bags' })
    await admin.put('/v1/settings/bank.bsb', { value: '062000' })
    await admin.put('/v1/settings/bank.accountNumber', { value: '12345678' })
    const { invoiceID } = await invoiced(customerID)
    expect((await send(invoiceID)).status).toBe(200)
    await sendWaitingMails(office.deps)
    expect(await now(invoiceID)).toMatchObject({ sentAt: office.clock.now().toISOString() })
    const [mail] = mailServer.received
    expect(mail).toMatchObject({
      to: [{ address: 'anna@customers.example' }],
      subject: 'Invoice INV-000001 from Bagrun',
    })
    expect(mail?.text).toMatch(/^Hello Anna,\n[\s\S]*\$25\.00[\s\S]*by 17\/11\/2026/)
    expect(mail?.text).toMatch(/Pay online: http:\/\/office\.test\/pay\/[\w.-]+\n/)
    expect(mail?.text).toMatch(/BSB 062-000, account 12345678, reference \d+/)
    expect(attached(0)).toMatchObject({ name: 'INV-000001.pdf', type: 'application/pdf' })
    expect(attached(0).bytes.equals(await pdfAt(`/v1/invoices/${invoiceID}/pdf`))).toBe(true)
    const { items } = await office.call(admin, listMails, {})
    expect(items).toMatchObject([{ state: 'sent', attachments: ['INV-000001.pdf'] }])
    expect((await pdfAt(`/v1/mails/${items[0]!.mailID}/attachment`)).equals(attached(0).bytes)).toBe(true)
  })

  test('The office may send it again, in words of its own', async () => {
    const { customerID } = await office.make.customer()
    const { invoiceID } = await invoiced(customerID)
    await admin.put('/v1/settings/mail.invoice.subject', { value: '{number}: {owing} owing' })
    await admin.put('/v1/settings/checkout.enabled', { value: 'ON' })
    await admin.put('/v1/settings/mail.invoice.text', { value: 'Pay {payLink} by {dueDate}' })
    await send(invoiceID)
    office.clock.pass(1000)
    await send(invoiceID)
    await sendWaitingMails(office.deps)
    expect(mailServer.received.map(({ subject }) => subject)).toEqual(Array(2).fill('INV-000001: $25.00 owing'))
    expect(mailServer.received[0]?.text).toMatch(/^Pay http\S+ by 17\/11\/2026\n$/)
  })

  test('An invoice goes by email only to who wants it that way', async () => {
    const none = await office.make.customer({ email: undefined })
    const unwanted = await office.make.customer({ doNotSendInvoiceEmail: true })
    const managed = await office.make.customer({
      email: undefined,
      billToName: 'Ray Estate Agents',
      billToEmail: 'accounts@ray.example',
    })
    const [first, second, third] = [
      await invoiced(none.customerID),
      await invoiced(unwanted.customerID),
      await invoiced(managed.customerID),
    ]
    expect(await send(first.invoiceID)).toMatchObject(refusal(409, 'email_missing'))
    expect(await send(second.invoiceID)).toMatchObject(refusal(409, 'email_unwanted'))
    expect((await send(third.invoiceID)).status).toBe(200)
    await sendWaitingMails(office.deps)
    expect(mailServer.received).toMatchObject([
      { to: [{ address: 'accounts@ray.example' }], text: expect.stringContaining('Hello Ray Estate Agents') },
    ])
  })

  test('A tax invoice without an ABN is not sent', async () => {
    await admin.put('/v1/settings/business.gstRegistered', { value: true })
    await admin.put('/v1/settings/business.name', { value: 'Green Bags' })
    const { customerID } = await office.make.customer()
    const { invoiceID } = await invoiced(customerID)
    expect(await send(invoiceID)).toMatchObject({ status: 409, body: { code: 'document_incomplete' } })
    await admin.put('/v1/settings/business.abn', { value: '51 824 753 556' })
    expect((await send(invoiceID)).status).toBe(200)
  })

  test('From $1,000 a name that the PDF can’t show has to be written in English letters first', async () => {
    await admin.put('/v1/settings/business.gstRegistered', { value: true })
    await admin.put('/v1/settings/business.name', { value: 'Green Bags' })
    await admin.put('/v1/settings/business.abn', { value: '51 824 753 556' })
    const customer = await office.make.customer({ firstName: '小龙', lastName: '李' })
    const { customerID } = customer
    expect(customer.warnings).toContainEqual({
      code: 'letters_not_printed',
      message: 'Invoices can’t show 小 龙 李. Use English letters for the name and address.',
    })
    expect((await send((await invoiced(customerID, 999.99)).invoiceID)).status).toBe(200)
    // Mails that wait together may arrive in any order.
    await sendWaitingMails(office.deps)
    const { invoiceID } = await invoiced(customerID, 1000)
    expect(await send(invoiceID)).toMatchObject({
      status: 409,
      body: { code: 'document_incomplete', message: expect.stringMatching(/the customer’s name is needed.*小 龙 李/) },
    })
    const renamed = await admin.put(`/v1/users/customers/${customerID}`, { firstName: 'Xiaolong', lastName: 'Li' })
    expect(renamed).toMatchObject({ status: 200, body: { warnings: [] } })
    expect((await send(invoiceID)).status).toBe(200)
    await sendWaitingMails(office.deps)
    if (hasPoppler) expect(pagesOf(attached(1).bytes).join(' ')).toContain('Xiaolong Li')
  })

  test('The first reminder, the second at least 7 days later, and no third (M7)', async () => {
    const { customerID } = await office.make.customer()
    const { invoiceID } = await invoiced(customerID)
    await pass(7)
    expect(await remind(invoiceID)).toMatchObject(refusal(409, 'not_overdue'))
    await pass(9)
    expect((await now(invoiceID)).reminderDue).toBe('first')
    expect(await remind(invoiceID)).toMatchObject({ status: 200, body: { firstRemindAt: expect.any(String) } })
    await pass(6)
    expect(await remind(invoiceID)).toMatchObject(refusal(409, 'reminded_recently'))
    await pass(1)
    expect((await now(invoiceID)).reminderDue).toBe('second')
    expect((await remind(invoiceID)).status).toBe(200)
    await pass(30)
    expect(await remind(invoiceID)).toMatchObject(refusal(409, 'reminded_twice'))
    await sendWaitingMails(office.deps)
    expect(mailServer.received.map(({ subject }) => subject).toSorted()).toEqual([
      'Reminder: invoice INV-000001 is overdue',
      'Second reminder: invoice INV-000001 is overdue',
    ])
    expect(attached(0).name).toBe('INV-000001.pdf')
  })

  test('A customer whose payment may wait among the bank lines is not reminded before it is dealt with', async () => {
    const { customerID } = await office.make.customer({ lastName: 'Featherstone' })
    const { invoiceID } = await invoiced(customerID)
    await pass(16)
    await admin.post('/v1/bank/files?name=bank.csv', '20/11/2026,"+25.00","Direct Credit FEATHERSTONE","+90.00"\n', {
      'content-type': 'application/octet-stream',
    })
    expect(await remind(invoiceID)).toMatchObject(refusal(409, 'payment_may_be_waiting'))
    const { items } = await office.call(admin, listBankLines, { state: 'waiting' })
    await admin.put(`/v1/bank/lines/${items[0]!.bankLineID}/dismiss`, { reason: 'Another Featherstone' })
    expect((await remind(invoiceID)).status).toBe(200)
  })

  test('Two admins who remind at once send one reminder; a paid invoice gets none', async () => {
    const { customerID } = await office.make.customer()
    const [open, paid] = [await invoiced(customerID), await invoiced(customerID)]
    await pass(8)
    const answers = await Promise.all([remind(open.invoiceID), remind(open.invoiceID)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await office.call(admin, payInvoice, {
      invoiceID: paid.invoiceID,
      type: 'CUSTOMER_INBOUND',
      amount: 25,
      paymentType: 'EFT',
    })
    expect(await remind(paid.invoiceID)).toMatchObject(refusal(409, 'nothing_owing'))
    await sendWaitingMails(office.deps)
    expect(mailServer.received).toHaveLength(1)
  })

  test('A customer whose payment waits in a bank file is not reminded', async () => {
    const { customerID, reference } = await payer(office, [25])
    const { items } = await office.call(admin, listInvoices, { customerID })
    // Another amount than the invoice's: it does not post itself.
    await imported(office, bankCsv([['2026-11-09', 24, `Garden ${reference}`]]))
    await pass(8)
    expect(await remind(items[0]!.invoiceID)).toMatchObject(refusal(409, 'payment_may_be_waiting'))
    expect((await send(items[0]!.invoiceID)).status).toBe(200)
  })

  test('A receipt and a statement go by mail with their PDFs', async () => {
    const { customerID } = await office.make.customer()
    const { invoiceID } = await invoiced(customerID)
    const pay = { invoiceID, type: 'CUSTOMER_INBOUND', amount: 30, paymentType: 'CASH' } as const
    await office.call(admin, payInvoice, pay)
    const { items } = await office.call(admin, listTransactions, { customerID, purpose: 'payment' })
    const { transactionID } = items[0]!
    expect((await admin.post(`/v1/transactions/${transactionID}/receipt`)).status).toBe(204)
    await sendWaitingMails(office.deps)
    expect((await admin.post('/v1/transactions/ledger/statement', { customerID })).status).toBe(204)
    await sendWaitingMails(office.deps)
    expect(mailServer.received.map(({ subject }) => subject)).toEqual([
      'Your receipt from Bagrun',
      'Your account statement from Bagrun',
    ])
    expect(mailServer.received[1]?.text).toContain('You have $5.00 in credit.')
    expect(attached(0).bytes.equals(await pdfAt(`/v1/transactions/${transactionID}/receipt`))).toBe(true)
    const statement = await pdfAt(`/v1/transactions/ledger/statement?customerID=${customerID}`)
    expect(attached(1).bytes.equals(statement)).toBe(true)
    const statementsOf = (id: string) => office.call(admin, listMails, { customerID: id, statements: 'true' })
    expect(await statementsOf(customerID)).toMatchObject({
      total: 1,
      items: [{ subject: 'Your account statement from Bagrun', state: 'sent', sentAt: expect.any(String) }],
    })
    expect((await statementsOf((await office.make.customer()).customerID)).total).toBe(0)
  })

  test('Reminders that are due are offered once each business day, and never sent by themselves', async () => {
    const { customerID } = await office.make.customer()
    const { invoiceID } = await invoiced(customerID)
    const offered = async () => {
      await checkAlerts(office.deps)
      await checkAlerts(office.deps)
      const { items } = await office.call(admin, listMails, { keyword: 'ready for a reminder', perPage: 100 })
      return items.length
    }
    expect(await offered()).toBe(0)
    // Thursday 26/11: 9 days overdue.
    await pass(16)
    expect(await offered()).toBe(1)
    await pass(1)
    expect(await offered()).toBe(2)
    await pass(1)
    expect(await offered()).toBe(2)
    await pass(2)
    expect(await offered()).toBe(3)
    await remind(invoiceID)
    expect(await offered()).toBe(3)
    expect((await now(invoiceID)).secondRemindAt).toBeNull()
  })

  test('A deleted customer’s mails go too, also those to the property manager of one without an email', async () => {
    const mails = async () => (await office.call(admin, listMails, { keyword: 'Invoice' })).items.length
    for (const email of ['dora@customers.example', null]) {
      const { customerID } = await office.make.customer({ email, billToEmail: 'accounts@ray.example' })
      const { invoiceID } = await invoiced(customerID)
      await send(invoiceID)
      expect(await mails()).toBe(1)
      expect((await admin.delete(`/v1/users/customers/${customerID}`)).status).toBe(204)
      expect(await mails()).toBe(0)
    }
  })

  test('Who is deleted with the email of others’ property manager takes none of their mails along', async () => {
    const billToEmail = 'accounts@ray.example'
    const [sent, waiting] = [await office.make.customer({ billToEmail }), await office.make.customer({ billToEmail })]
    const [one, two] = [await invoiced(sent.customerID), await invoiced(waiting.customerID)]
    await send(one.invoiceID)
    await sendWaitingMails(office.deps)
    await send(two.invoiceID)
    const stranger = await registered(office, { email: billToEmail })
    const double = await registered(office, { email: 'ACCOUNTS@ray.example' })
    const manager = await office.make.customer({ email: billToEmail, shareEmail: true })
    const requests = '/v1/users/customers/requests'
    expect((await admin.delete(`${requests}/${stranger.customerID}`)).status).toBe(204)
    expect((await admin.put(`${requests}/${double.customerID}/merge`, { into: sent.customerID })).status).toBe(200)
    expect((await admin.delete(`/v1/users/customers/${manager.customerID}`)).status).toBe(204)
    expect(await now(one.invoiceID)).toMatchObject({ delivery: 'sent' })
    expect(await now(two.invoiceID)).toMatchObject({ delivery: 'waiting' })
    await sendWaitingMails(office.deps)
    expect(await now(two.invoiceID)).toMatchObject({ delivery: 'sent' })
  })
})
