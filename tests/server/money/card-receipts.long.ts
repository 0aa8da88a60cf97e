import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTransaction, mailReceipt } from '#contract/v1/transactions.ts'
import { listMails } from '#contract/v1/mails.ts'
import { openCheckout } from '#contract/v1/payments.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { askProvider } from '#server/features/payments/ask-provider.ts'
import { type CardEvents, cardEvents } from '../../support/card-events.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { invoiceOf, paidByCard } from './card-fixture.ts'

describe.each(databases)('The receipt of a card payment, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let provider: CardEvents
  beforeAll(async () => {
    mailServer = await openMailServer()
    office = await openOffice(kind, { environment: { SMTP_URL: mailServer.url } })
    provider = cardEvents(office)
  })
  afterAll(async () => {
    await office.close()
    await mailServer.close()
  })
  beforeEach(async () => {
    await office.reset()
    mailServer.received.length = 0
    await office.admin.put('/v1/settings/checkout.enabled', { value: 'ON' })
  })

  const receipts = async () =>
    (await office.call(office.admin, listMails, { perPage: 100 })).items.filter(({ attachments }) =>
      attachments[0]?.startsWith('Receipt'),
    )

  test('goes to the customer by itself, with its PDF, once, however often the provider says it', async () => {
    const { customerID } = await office.make.customer({ firstName: 'Anna', email: 'anna@customers.example' })
    const { invoiceID } = await invoiceOf(office, customerID, 50)
    const { url } = await office.call(office.admin, openCheckout, { invoiceIDs: [invoiceID] })
    await provider.press(url, 'card', 'twice')
    office.clock.pass(3_600_000)
    await askProvider(office.deps)
    await sendWaitingMails(office.deps)
    expect(mailServer.received).toMatchObject([
      {
        to: [{ address: 'anna@customers.example' }],
        subject: 'Your receipt from Bagrun',
        text: expect.stringContaining('We received your payment of $50.00 on 10/11/2026.'),
        attachments: [{ filename: 'Receipt T000001.pdf', mimeType: 'application/pdf' }],
      },
    ])
  })

  test('goes with a payment that is found by asking, because its webhook never came', async () => {
    const { customerID } = await office.make.customer()
    const { invoiceID } = await invoiceOf(office, customerID, 50)
    const { url } = await office.call(office.admin, openCheckout, { invoiceIDs: [invoiceID] })
    await provider.press(url, 'card', 'never')
    expect(await receipts()).toEqual([])
    office.clock.pass(3_600_000)
    await askProvider(office.deps)
    expect(await receipts()).toHaveLength(1)
  })

  test('goes to whom the invoices go, and to nobody without email or who wants none; the payment is booked', async () => {
    const managed = await office.make.customer({
      email: undefined,
      billToName: 'Ray Estate Agents',
      billToEmail: 'accounts@ray.example',
    })
    const none = await office.make.customer({ email: undefined })
    const unwanted = await office.make.customer({ doNotSendInvoiceEmail: true })
    for (const { customerID } of [managed, none, unwanted]) {
      const { payment } = await paidByCard(office, provider, customerID, 20)
      expect(payment).toMatchObject({ amount: 20, paymentType: 'CARD' })
    }
    expect((await receipts()).map(({ to }) => to)).toEqual(['accounts@ray.example'])
  })

  test('is not sent for a payment by hand, which the office sends itself; and it may be sent again', async () => {
    const byHand = await office.make.customer()
    await office.call(office.admin, createTransaction, {
      type: 'CUSTOMER_INBOUND',
      customerID: byHand.customerID,
      amount: 20,
      paymentType: 'CASH',
    })
    expect(await receipts()).toEqual([])
    const { customerID } = await office.make.customer()
    const { payment } = await paidByCard(office, provider, customerID, 20)
    await office.call(office.admin, mailReceipt, { transactionID: payment.transactionID })
    expect(await receipts()).toHaveLength(2)
  })

  test('is neither sent nor lost when the transaction that books the payment fails', async () => {
    const { customerID } = await office.make.customer()
    const { invoiceID } = await invoiceOf(office, customerID, 50)
    const { url } = await office.call(office.admin, openCheckout, { invoiceIDs: [invoiceID] })
    const { pool } = office.deps.database
    // As a server that is killed before the commit: the event's row is the last to be written.
    await pool.query({ text: "alter table provider_events add constraint broken check (outcome <> 'booked')" })
    await provider.press(url, 'card')
    await pool.query({ text: 'alter table provider_events drop constraint broken' })
    expect(await receipts()).toEqual([])
    office.clock.pass(3_600_000)
    await askProvider(office.deps)
    expect(await receipts()).toHaveLength(1)
  })

  test('says of the sandbox that no money moved', async () => {
    const { customerID } = await office.make.customer()
    await paidByCard(office, provider, customerID, 50)
    const { rows } = await office.deps.database.pool.query<{ reference: string }>({
      text: "select attachment->0->'document'->>'reference' as reference from mails where attachment is not null",
    })
    expect(rows).toEqual([{ reference: 'Sandbox: no money moved' }])
  })
})
