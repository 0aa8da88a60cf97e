import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listCharges } from '#contract/v1/autopay.ts'
import { listAlerts } from '#contract/v1/alerts.ts'
import { listMails } from '#contract/v1/mails.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { autopayOffice, type AutopayOffice } from '../../fixtures/autopay-office.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'

/** Invoices of Tuesday 10/11/2026 are due on 17/11. */
describe.each(databases)('What the office and the customer read of late money, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let story: AutopayOffice
  beforeAll(async () => {
    mailServer = await openMailServer()
    office = await openOffice(kind, { environment: { SMTP_URL: mailServer.url } })
  })
  beforeEach(async () => {
    await office.reset()
    office.clock.set('2026-11-09T21:00:00Z')
    story = autopayOffice(office, mailServer)
    await story.switchOn()
  })
  afterAll(async () => {
    await office.close()
    await mailServer.close()
  })

  test('A debit that the bank returned says so to the customer and the office (P18)', async () => {
    const anna = await story.saved('debit_returned')
    await story.owes(anna)
    await story.work()
    await story.day('2026-11-17')
    await story.day('2026-11-17', '10:30')
    await story.day('2026-11-18')
    const back = { day: '2026-11-17', state: 'returned', message: null }
    expect((await story.own(anna)).last).toMatchObject([back])
    expect(await story.charges()).toMatchObject([back])
    expect(await story.charges({ state: 'paid' })).toEqual([])
    expect(await office.call(story.admin, listCharges, { state: 'returned' })).toMatchObject({
      items: [back],
      sums: [{ state: 'returned', count: 1, amount: 50 }],
    })
    await checkAlerts(office.deps)
    const alerts = (await office.call(story.admin, listAlerts, { status: 'open' })).items
    expect(alerts.find(({ kind: one }) => one === 'payment-disputed')).toMatchObject({
      title: expect.stringMatching(/^The bank returned a debit of Anna /),
      advice: expect.not.stringContaining('Stripe'),
    })
  })

  test('Where the server reminds by itself, nobody is asked to send reminders', async () => {
    await story.owes(await story.customer({ firstName: 'Ben' }))
    const kinds = async (day: string) => {
      await story.at(day)
      await checkAlerts(office.deps)
      return (await office.call(story.admin, listAlerts, {})).items.map(({ kind: one }) => one)
    }
    expect(await kinds('2026-11-26')).toContain('reminders-due')
    await story.set('remind.auto', true)
    expect(await kinds('2026-11-27')).not.toContain('reminders-due')
    // Without a mail server none goes by itself, so the office is asked again.
    await story.at('2026-11-30')
    await checkAlerts({ ...office.deps, mail: { ...office.deps.mail, kind: 'kept' } })
    const { items } = await office.call(story.admin, listAlerts, { status: 'open' })
    expect(items.map(({ kind: one }) => one)).toContain('reminders-due')
    const mails = (await office.call(story.admin, listMails, { keyword: 'ready for a reminder' })).items
    const told = mails.map(({ text = '' }) => /No mail server|aren’t sent automatically/.exec(text)?.[0])
    expect(told).toEqual(['No mail server', 'aren’t sent automatically'])
  })
})
