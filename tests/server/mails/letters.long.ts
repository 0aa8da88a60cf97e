import { previewCompletion } from '#contract/v1/runs-plan.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { jpeg } from '../../fixtures/jpeg.ts'
import { act, activeRun, deviceOf, generated, nextPeriod, photograph } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'

const SETTINGS = {
  'business.name': 'Green Bags',
  'business.legalName': 'Green Bags Pty Ltd',
  'business.abn': '51824753556',
  'business.phone': '02 9876 5432',
  'business.email': 'office@greenbags.example',
}
const PIXELS = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.each(databases)('the mails a customer gets on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
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
    mailServer.refuse = null
    for (const [key, value] of Object.entries(SETTINGS)) await office.admin.put(`/v1/settings/${key}`, { value })
  })

  const received = async () => {
    mailServer.received.length = 0
    await sendWaitingMails(office.deps)
    return mailServer.received.filter(({ subject }) => !subject?.startsWith('Your account at'))
  }
  const customerOf = async (stop: { customerID?: string | null } | undefined) =>
    (await office.admin.get<{ customerID: string; email: string }>(`/v1/users/customers/${stop!.customerID}`)).body

  test('completing a run confirms each recorded stop once, with its photo and the new invoice', async () => {
    const { run, driver } = await activeRun(office, 3)
    const device = deviceOf(office, driver, run)
    const [collected, notOut, cancelled] = run.jobs
    const photo = await photograph(office, driver, device, collected!)
    await device.send([
      photo,
      device.done(collected!, 2),
      device.not(notOut!, 'NOT_OUT'),
      device.not(cancelled!, 'CUSTOMER_CANCELLED'),
    ])
    await act(office.admin, run, 'complete')
    await act(office.admin, run, 'complete')
    const mails = (await received()).toSorted((a, b) => a.text!.localeCompare(b.text!))
    expect(mails).toHaveLength(2)
    const of = async (stop: typeof collected) => {
      const { email } = await customerOf(stop)
      return mails.find(({ to }) => to?.[0]?.address === email)!
    }
    const one = await of(collected)
    expect(one.subject).toMatch(/^Your collection on \d\d\/\d\d\/2026$/)
    expect(one.text).toMatch(/we collected 2 bags from \d+ Banksia Street, Wattle Grove/)
    expect(one.text).toMatch(/Your invoice INV-\d+ for \$50\.00 is attached\. Please pay \$50\.00 by/)
    expect(one.text).toContain('-- \nGreen Bags Pty Ltd · ABN 51 824 753 556\n')
    expect(one.html).toMatch(/we collected 2 bags from[^<]+<\/p>\n<img src="cid:photo"/)
    expect(one.html).toContain('href="http://office.test/schedules">Something wrong? Tell us</a>')
    expect(one.attachments.map(({ mimeType, disposition }) => [mimeType, disposition])).toEqual([
      ['image/jpeg', 'inline'],
      ['application/pdf', 'attachment'],
    ])
    expect(one.attachments.find(({ mimeType }) => mimeType === 'image/jpeg')?.contentId).toBe('<photo>')
    const other = await of(notOut)
    expect(other.text).toMatch(/but nothing was out for us/)
    expect(other.html).not.toContain('cid:')
    expect(await received()).toEqual([])
    const { body } = await office.admin.get<{ items: { sentAt: string | null; customerID: string }[] }>('/v1/invoices')
    expect(body.items.find(({ customerID }) => customerID === collected!.customerID)?.sentAt).not.toBeNull()
  })

  test('several invoices of one completion are all attached, each with its own sentence', async () => {
    const { run, driver } = await activeRun(office, 2, { invoiceType: '1A' })
    const first = deviceOf(office, driver, run)
    await first.send(run.jobs.map((stop) => first.done(stop, 1)))
    await act(office.admin, run, 'complete')
    const early = await received()
    expect(early.map(({ attachments }) => attachments.length)).toEqual([0, 0])
    // Nothing is owed yet, but it is not free.
    expect(early[0]!.text).toMatch(/\$25\.00 for this visit goes on a later invoice\.\s+You owe nothing\./)
    // From now on each collection has an invoice of its own, the earlier one too.
    const { customerID } = run.jobs[0]!
    await office.deps.database.db.execute(
      sql`update customers set invoice_type = '1C' where customer_id = ${customerID}`,
    )
    const draft = await generated(office, { ...nextPeriod, drivers: [{ runNumber: 1, driverID: driver.userID }] })
    const second = await act<typeof run>(office.admin, draft, 'activate')
    const phone = deviceOf(office, driver, second)
    await phone.send(second.jobs.map((stop) => phone.done(stop, 1)))
    await act(office.admin, second, 'complete')
    const mails = await received()
    const { email } = await customerOf(run.jobs[0])
    const one = mails.find(({ to }) => to?.[0]?.address === email)!
    const names = one.attachments.map(({ filename }) => filename)
    expect(names).toEqual(['INV-000001.pdf', 'INV-000002.pdf'])
    expect(one.text!.match(/Your invoice INV-00000[12] for \$25\.00 is attached\./g)).toHaveLength(2)
    expect(mails.find((mail) => mail !== one)!.attachments).toEqual([])
    const { body } = await office.admin.get<{ items: { mailID: string; attachments: string[]; state: string }[] }>(
      `/v1/mails?customerID=${customerID}&sort=-createdAt`,
    )
    const kept = body.items.find(({ attachments }) => attachments.length > 0)!
    expect(kept).toMatchObject({ state: 'sent', attachments: names })
    const pdfAt = (query: string) => office.admin.get(`/v1/mails/${kept.mailID}/attachment${query}`)
    expect([(await pdfAt('')).status, (await pdfAt('?at=1')).status, (await pdfAt('?at=2')).status]).toEqual([
      200, 200, 404,
    ])
  })

  test('a photo over 500 kB stays out of the mail', async () => {
    const { run, driver } = await activeRun(office, 1)
    const device = deviceOf(office, driver, run)
    const large = Buffer.from(jpeg({ size: 500_001, fill: (at) => at % 251 }).buffer)
    const photo = await photograph(office, driver, device, run.jobs[0]!, large)
    await device.send([photo, device.done(run.jobs[0]!, 1)])
    await act(office.admin, run, 'complete')
    const [mail] = await received()
    expect(mail?.html).not.toContain('cid:')
    expect(mail?.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf'])
  })

  test('no confirmation without email, for those without account emails, and while the setting is off', async () => {
    const { run, driver } = await activeRun(office, 2)
    const device = deviceOf(office, driver, run)
    const [noMail, unwanted] = await Promise.all(run.jobs.map(customerOf))
    await office.deps.database.db.execute(sql`update users set email = null where user_id = ${noMail!.customerID}`)
    await office.deps.database.db.execute(
      sql`update customers set do_not_send_invoice_email = true where customer_id = ${unwanted!.customerID}`,
    )
    await device.send(run.jobs.map((stop) => device.done(stop, 1)))
    await act(office.admin, run, 'complete')
    expect(await received()).toEqual([])

    await office.admin.put('/v1/settings/mail.confirmPickups', { value: false })
    const next = await activeRun(office, 1)
    const phone = deviceOf(office, next.driver, next.run)
    await phone.send([phone.done(next.run.jobs[0]!, 1)])
    await act(office.admin, next.run, 'complete')
    expect(await received()).toEqual([])
  })

  test('the invoice of another payer is left to the office; the customer still gets the confirmation', async () => {
    const { run, driver } = await activeRun(office, 1)
    const device = deviceOf(office, driver, run)
    await office.deps.database.db.execute(
      sql`update customers set bill_to_name = 'Strata', bill_to_email = 'strata@payers.example'`,
    )
    await device.send([device.done(run.jobs[0]!, 1)])
    const { runOrderID } = run
    expect(await office.call(office.admin, previewCompletion, { runOrderID })).toMatchObject({ confirmations: 1 })
    await act(office.admin, run, 'complete')
    const [mail] = await received()
    expect(mail?.text).toContain('we collected 1 bag')
    expect([mail?.attachments.length, mail?.text?.includes('INV-')]).toEqual([0, false])
    const { body } = await office.admin.get<{ items: { sentAt: string | null }[] }>('/v1/invoices')
    expect(body.items.map(({ sentAt }) => sentAt)).toEqual([null])
  })

  test('a customer whose service is cancelled is told, with the balance', async () => {
    const customer = await office.make.customer({ email: 'anna@customers.example' })
    await office.admin.delete(`/v1/users/customers/${customer.customerID}/cancel?reason=Moved%20away`)
    const [mail] = await received()
    expect(mail).toMatchObject({
      to: [{ address: 'anna@customers.example' }],
      subject: 'Your service with Green Bags has ended',
    })
    // Kept mails may be sent much later, so the day is named.
    expect(mail?.text).toContain('ended on 10/11/2026.')
    expect(mail?.text).toContain('You owe nothing.')
    expect(mail?.text).not.toContain('Moved away')
    expect(mail?.html).toContain('href="http://office.test/invoices">Your invoices</a>')
  })

  test('every mail has text and HTML, the firm’s logo, and loads nothing from elsewhere', async () => {
    const hash = 'a'.repeat(64)
    await office.deps.database.db.execute(
      sql`insert into logo (hash, content_type, content, created_at) values (${hash}, 'image/png', ${PIXELS}, now()) on conflict do nothing`,
    )
    await office.nobody.post('/v1/users/forgot-password', { email: office.admin.email })
    const [mail] = await received()
    const link = /http:\/\/office\.test\/recover\?token=[\w-]{43}/.exec(mail!.text!)![0]
    expect(mail!.html).toContain(`<a class="button" href="${link}">Choose a password</a>`)
    expect(mail!.html).toContain('<img src="cid:logo"')
    expect(mail!.attachments).toMatchObject([{ contentId: '<logo>', mimeType: 'image/png', disposition: 'inline' }])
    const sources = [...mail!.html!.matchAll(/\bsrc="([^"]*)"/g)].map(([, source]) => source)
    expect(sources).toEqual(['cid:logo'])
    expect(mail!.html).not.toMatch(/url\(|@import|<link|<script|background="/)
  })

  test('a name with markup is shown as it is typed', async () => {
    await office.admin.put('/v1/settings/business.name', { value: 'Bags & <b>more</b>' })
    await office.nobody.post('/v1/users/forgot-password', { email: office.admin.email })
    const [mail] = await received()
    expect(mail!.html).toContain('Bags &#38; &#60;b&#62;more&#60;/b&#62;')
    expect(mail!.html).not.toContain('<b>')
  })
})
