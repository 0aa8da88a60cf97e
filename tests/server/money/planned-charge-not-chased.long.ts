import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { autopayOffice } from '../../fixtures/autopay-office.ts'
import { chasingOffice, LADDER } from '../../fixtures/chasing-office.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** The working day before the second reminder. */
const DAY_BEFORE = '2026-12-01'

describe.each(databases)('Overdue invoices that are charged in some days, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
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
    mailServer.received.length = 0
  })

  test('Who saves a card for an overdue invoice isn’t reminded while its charge is planned (P25)', async () => {
    const charging = autopayOffice(office, mailServer)
    const chasing = chasingOffice(office, mailServer)
    await charging.switchOn()
    await chasing.switchOn('remind.auto')
    const [anna, other] = [await charging.customer(), await charging.customer({ firstName: 'Ben' })]
    const invoice = await charging.owes(anna)
    await charging.owes(other)
    expect(await chasing.morning(LADDER.first)).toHaveLength(2)

    await charging.at(DAY_BEFORE)
    await charging.provider.press(await charging.opened(anna), 'card_pays')
    await charging.work()
    await charging.work()
    expect(await charging.invoice(invoice)).toMatchObject({ charge: { day: '2026-12-04', state: 'planned' } })

    expect((await chasing.morning(LADDER.second)).map(({ to }) => to)).toEqual([other.email])
    const { items } = await chasing.preview({ who: 'left_out' })
    expect(items.find(({ invoiceID }) => invoiceID === invoice.invoiceID)).toMatchObject({
      reason: 'payment_pending',
      message: 'A payment is on its way.',
    })
  })
})
