import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Ledger } from '#client/features/transactions/ledger.tsx'
import { OwnLedgerPage } from '#client/features/transactions/own-ledger-page.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { getMailAttachment, listMails } from '#contract/v1/mails.ts'
import { getLedger, mailStatement } from '#contract/v1/transactions.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'
afterEach(() => vi.restoreAllMocks())

const anna = newID()
const invoiceID = newID()
const ledger: OutputOf<typeof getLedger> = {
  customerID: anna,
  customer: 'Anna Bright',
  refId: '10042',
  paymentReference: '100420',
  openingBalance: 10,
  items: [
    {
      day: '2026-11-01',
      kind: 'invoice',
      number: 'INV-000123',
      description: 'Invoice',
      invoiceID,
      transactionID: null,
      details: [{ text: 'Garden bag collection, 28/10/2026', amount: 75, assignmentID: newID() }],
      effect: -75,
      balance: -65,
    },
    {
      day: '2026-11-03',
      kind: 'transaction',
      number: 'T000042',
      description: 'Payment',
      invoiceID: null,
      transactionID: newID(),
      details: [],
      effect: 40,
      balance: -25,
    },
  ],
  credit: 0,
  owing: 25,
  accountBalance: -25,
  unbilled: 50,
  prepaidLeft: 2,
}
const answer = ({ endpoint }: Sent) => (endpoint === getLedger ? ok(ledger) : pageOfRows([]))

test('The ledger adds up: the latest change first, each with the balance after it, the balance before them last', async () => {
  showOffice(<Ledger customerID={anna} />, { at: `/customers/${anna}/ledger?from=2026-11-01&to=2026-11-05`, answer })
  const rows = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toEqual([
    expect.stringContaining('Date'),
    'Balance on 05/11/2026-$25.00',
    '03/11/2026T000042Payment$40.00-$25.00',
    '01/11/2026INV-000123InvoiceGarden bag collection, 28/10/2026 $75.00-$75.00-$65.00',
    'Balance before 01/11/2026$10.00',
  ])
})

test('A statement is sent at once; without a mail server it is said first that nothing will be sent', async () => {
  const user = userEvent.setup()
  const shown = showOffice(<Ledger customerID={anna} />, { answer })
  await user.click(await screen.findByRole('button', { name: 'Send statement' }))
  await waitFor(() => expect(shown.sentTo(mailStatement)).toHaveLength(1))
  cleanup()

  const { sentTo } = showOffice(<Ledger customerID={anna} />, { answer, config: { mailServer: false } })
  await user.click(await screen.findByRole('button', { name: 'Send statement' }))
  const question = within(await screen.findByRole('dialog', { name: 'Send this statement?' }))
  expect(question.getByText(/Nothing will be sent: no mail server is set up\./)).toBeVisible()
  expect(question.getByRole('button', { name: 'Statement PDF' })).toBeVisible()
  expect(sentTo(mailStatement)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sentTo(mailStatement)).toMatchObject([{ input: { customerID: anna } }]))
})

test('A customer reads what they owe above the ledger, as a sum without a minus', async () => {
  showOffice(<OwnLedgerPage />, { at: '/invoices/ledger', answer })
  const owed = (await screen.findByText('You owe')).parentElement!
  expect(owed).toHaveTextContent('You owe$25.00')
  const table = screen.getByRole('table')
  expect(owed.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.queryByText('Owing')).toBeNull()
})

test('What is not in the balance yet is said beside it', async () => {
  showOffice(<Ledger customerID={anna} />, { answer })
  expect((await screen.findByText('Not invoiced yet')).parentElement).toHaveTextContent('$50.00')
  expect(screen.getByText('Prepaid collections left').parentElement).toHaveTextContent('2')
  expect(screen.getByText('Payment reference').parentElement).toHaveTextContent('100420')
})

test('For the office an invoice and a payment are links', async () => {
  showOffice(<Ledger customerID={anna} />, { answer })
  expect(await screen.findByRole('link', { name: 'INV-000123' })).toHaveAttribute('href', `/invoices/${invoiceID}`)
  expect(screen.getByRole('link', { name: 'T000042' })).toHaveAttribute('href', '/transactions?keyword=T000042')
})

test('A customer sees the same ledger of their own, without links into the office', async () => {
  const { sentTo } = showOffice(<OwnLedgerPage />, { at: '/invoices/ledger', answer })
  expect(await screen.findByRole('link', { name: 'INV-000123' })).toBeVisible()
  expect(screen.getByText('T000042')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'T000042' })).toBeNull()
  expect(sentTo(getLedger)[0]!.input).toEqual({})
})

test('For the office each emailed statement says when it was sent, with its PDF', async () => {
  const user = userEvent.setup()
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const mail = { to: 'anna@example.com', error: null, attachments: ['Statement 10042 2026-01-01 2026-11-16.pdf'] }
  const sentMails = [
    { ...mail, mailID: newID(), state: 'sent', sentAt: '2026-11-16T01:00:00Z' },
    { ...mail, mailID: newID(), state: 'failed', sentAt: null, attachments: [] },
  ]
  const mailed = (sent: Sent) =>
    sent.endpoint === listMails
      ? pageOfRows(sentMails)
      : sent.endpoint === getMailAttachment
        ? ok(new Blob(['%PDF-']))
        : answer(sent)
  const { sentTo } = showOffice(<Ledger customerID={anna} />, { answer: mailed })
  const list = within(await screen.findByRole('region', { name: 'Emailed statements' }))
  expect(list.getByText(/^Sent on 16\/11\/2026 \d\d:00 to anna@example\.com$/)).toBeVisible()
  expect(list.getByText('Couldn’t be sent to anna@example.com')).toBeVisible()
  expect(sentTo(listMails)[0]!.input).toMatchObject({ customerID: anna, statements: 'true' })
  await user.click(list.getByRole('button', { name: 'Statement 10042 2026-01-01 2026-11-16' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  expect(sentTo(getMailAttachment)[0]!.input).toEqual({ at: 0, mailID: sentMails[0]!.mailID })
})

test('A customer’s own ledger asks for no emails', async () => {
  const { sentTo } = showOffice(<OwnLedgerPage />, { at: '/invoices/ledger', answer })
  await screen.findByRole('link', { name: 'INV-000123' })
  expect(sentTo(listMails)).toHaveLength(0)
})

test('The range is in the address and is asked of the server', async () => {
  const user = userEvent.setup()
  const { sentTo } = showOffice(<Ledger customerID={anna} />, { at: '/customers/x/ledger', answer })
  await user.type(await screen.findByLabelText('From'), '01/11/2026')
  await waitFor(() => expect(sentTo(getLedger).at(-1)!.input).toEqual({ customerID: anna, from: '2026-11-01' }))
  expect(location.search).toBe('?from=2026-11-01')
  await user.click(screen.getByRole('button', { name: 'All dates' }))
  await waitFor(() => expect(location.search).toBe(''))
})

test('The CSV has the lines in the order of their days, after the balance before them', async () => {
  const user = userEvent.setup()
  let saved: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => ((saved = file as Blob), 'blob:x'))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  showOffice(<Ledger customerID={anna} />, { answer })
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  const text = (await saved!.text()).replace('\uFEFF', '')
  expect(text.split('\r\n')).toEqual([
    'Date,Number,Description,Change,Balance',
    ',,Opening balance,,10',
    '2026-11-01,INV-000123,Invoice,-75,-65',
    '2026-11-03,T000042,Payment,40,-25',
  ])
})
