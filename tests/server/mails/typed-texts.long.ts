import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { NAME_ONE_LINE, NAME_ONLY } from '#domain/typed-names.ts'
import { REGISTER, registered, registrationForm } from '../../fixtures/registrations.ts'
import { act, activeRun, deviceOf } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'

const LURE = 'winner! Claim $500: https://evil.example/win or www.evil.example, me@evil.example {link}'

describe.each(databases)('What strangers type, in mails to others on %s', (kind) => {
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
    mailServer.received.length = 0
  })

  test.each([
    [LURE, NAME_ONLY],
    ['www.evil.example', NAME_ONLY],
    ['evil.example/win', NAME_ONLY],
    ['Rita\nwins', NAME_ONE_LINE],
  ])('the registration and the suburb form refuse the name %j in words', async (name, sentence) => {
    const form = await registrationForm(office)
    const { formToken, email } = form
    const suburb = { suburb: 'Far', postcode: '2880', firstName: 'Rita', lastName: 'Newman', email, formToken }
    for (const field of ['firstName', 'lastName', 'title'] as const) {
      const refused = { status: 422, body: { code: 'fields_invalid', fields: { [field]: sentence } } }
      expect(await office.nobody.post(REGISTER, { ...form, [field]: name })).toMatchObject(refused)
      if (field === 'title') continue
      expect(await office.nobody.post('/v1/suburb-requests', { ...suburb, [field]: name })).toMatchObject(refused)
    }
    await sendWaitingMails(office.deps)
    expect(mailServer.received.filter(({ to }) => String(to).includes(email))).toEqual([])
  })

  test('a name and an address stored before print no link in any mail', async () => {
    const { db } = office.deps.database
    const rita = await registered(office)
    const { run, driver } = await activeRun(office, 1)
    await db.execute(sql`update users set first_name = ${LURE}`)
    await db.execute(sql`update customers set address = ${LURE}`)
    await db.execute(sql`update jobs set address = ${LURE}`)
    await registered(office, { email: office.admin.email })
    await office.nobody.post('/v1/users/forgot-password', { email: driver.email })
    const [stop] = run.jobs
    await deviceOf(office, driver, run).send([deviceOf(office, driver, run).done(stop!, 1)])
    await act(office.admin, run, 'complete')
    await office.admin.delete(`/v1/users/customers/${stop!.customerID}/cancel`)
    await office.admin.put(`/v1/users/customers/requests/${rita.customerID}/make-official`, {
      runNumber: 1,
      invoiceType: '1C',
    })
    await sendWaitingMails(office.deps)
    const lured = mailServer.received.filter(({ text }) => text!.includes('Claim $500'))
    expect(lured.map(({ subject }) => subject).toSorted()).toEqual(
      expect.arrayContaining([
        'Welcome to Bagrun',
        'You already have an account with Bagrun',
        'Choose a new password for Bagrun',
        'Your service with Bagrun has ended',
        expect.stringMatching(/^Your collection on/),
      ]),
    )
    for (const { text, html } of lured) {
      expect(text).not.toMatch(/\w:\/\/evil|www\.evil|evil\.example/)
      expect(html).not.toMatch(/\w:\/\/evil|www\.evil|evil\.example/)
      expect(text!.match(/token=/g)?.length ?? 0).toBeLessThanOrEqual(1)
    }
  })
})
