import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acceptBankLine, type importBankFile, listBankLines, splitBankLine } from '#contract/v1/bank.ts'
import { getCustomer } from '#contract/v1/customers.ts'
import { listInvoices, settleCustomer } from '#contract/v1/invoices.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { paymentReference } from '#domain/identifiers.ts'
import { autopayOffice } from '../../fixtures/autopay-office.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { bankCsv } from './bank-fixture.ts'

const DAY = '2026-11-17'
const WARNINGS = [
  {
    code: 'payment_pending',
    message: 'A card payment or bank debit of $50.00 is on its way too. What is paid twice becomes credit.',
  },
]

describe.each(databases)('Money in the bank while a debit of the customer is under way, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let story: ReturnType<typeof autopayOffice>
  let customerID: string
  let other: string
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
    office.clock.set('2026-11-09T21:00:00Z')
    story = autopayOffice(office, mailServer)
    await story.switchOn()
    const anna = await story.saved('debit_pays')
    customerID = anna.customerID
    other = (await story.customer({ firstName: 'Ben' })).customerID
    await story.owes(anna)
    await story.work()
    await story.day(DAY)
    expect(await story.charges()).toMatchObject([{ state: 'pending' }])
  })

  /** A line of the bank with the customer's reference and what is owed. */
  const imported = async () => {
    const { refId } = await office.call(story.admin, getCustomer, { customerID })
    const file = bankCsv([[DAY, 50, `ANNA ${paymentReference(refId)}`]])
    const type = { 'content-type': 'application/octet-stream' }
    const path = '/v1/bank/files?name=bank.csv'
    const { body } = await story.admin.post<OutputOf<typeof importBankFile>>(path, file, type)
    const [line] = (await office.call(story.admin, listBankLines, {})).items
    return { result: body.result, line: line! }
  }

  test('An exact line is proposed and not booked by itself, and the proposal says why (P13)', async () => {
    const { result, line } = await imported()
    expect(result).toMatchObject({ posted: 0, toCheck: 1 })
    expect(line).toMatchObject({ state: 'waiting', proposals: [{ customerID }] })
    expect(line.proposals[0]?.reason).toMatch(/^Reference and amount match .* of \$50\.00 is on its way too\.$/)
    const { bankLineID } = line
    const accepted = await office.call(story.admin, acceptBankLine, { bankLineID, customerID })
    expect(accepted).toMatchObject({ state: 'posted', warnings: WARNINGS })
  })

  test('Dividing the line and settling the account say so too (P13)', async () => {
    const { line } = await imported()
    const parts = [customerID, other].map((id) => ({ customerID: id, amount: 25 }))
    const divided = await office.call(story.admin, splitBankLine, { bankLineID: line.bankLineID, parts })
    expect(divided).toMatchObject({ state: 'split', warnings: WARNINGS })
    const settled = await office.call(story.admin, settleCustomer, { customerID, amount: 5, paymentType: 'EFT' })
    expect(settled).toMatchObject({ warnings: WARNINGS })
    const nothing = await office.call(story.admin, settleCustomer, { customerID })
    expect(nothing.warnings ?? []).toEqual([])
  })

  test('The list of invoices names it to the office, which may record a payment of the same invoice (P13)', async () => {
    const listed = async () => (await office.call(story.admin, listInvoices, { customerID })).items
    expect(await listed()).toMatchObject([{ owing: 50, onItsWay: 50 }])
    await office.call(story.admin, settleCustomer, { customerID, amount: 50, paymentType: 'EFT' })
    expect(await listed()).toMatchObject([{ owing: 0, onItsWay: 0 }])
  })
})
