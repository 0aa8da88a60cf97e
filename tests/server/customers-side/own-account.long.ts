import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addToCase, openCase } from '#contract/v1/cases.ts'
import { getCustomer } from '#contract/v1/customers.ts'
import { createInvoice, sendInvoice } from '#contract/v1/invoices.ts'
import { setPlace } from '#contract/v1/places.ts'
import { getOwnAccount, getOwnData, ownData, type OwnData, updateOwnAccount } from '#contract/v1/own-account.ts'

import { makeCalendarFeed } from '#contract/v1/calendar-feeds.ts'
import { openPhotoOffice, type PhotoOffice, photographed } from '../../fixtures/photo-office.ts'
import { aRound, collected, report, type Round } from '../../fixtures/cases-office.ts'
import { refusal, wrongField } from '../../fixtures/office-bodies.ts'
import { act } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { signedIn } from '../../support/person.ts'

const PATH = '/v1/users/own-account'

describe.each(databases)('A customer’s own account on %s', (kind) => {
  let office: PhotoOffice
  let mine: Round
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openPhotoOffice('embedded', kind)
    await office.admin.put('/v1/settings/business.abn', { value: '51824753556' })
    mine = await aRound(office, {
      address: '12 Banksia Street',
      notes: 'Bag is behind the shed',
      adminNotes: 'Rings up a lot',
      sourceOfLead: 'Told by Mrs Jones',
    })
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await bringBack()
    mine = { ...mine, customer: await signedIn(office.fetch, mine.customer) }
  })

  const own = () => office.call(mine.customer, getOwnAccount, {})
  const seen = () => office.call(office.admin, getCustomer, { customerID: mine.customer.userID })

  test('shows contact and what comes by email, and nothing of the office’s', async () => {
    expect(await own()).toEqual({
      refId: expect.any(String),
      address: '12 Banksia Street',
      suburb: expect.stringContaining('Wattle Grove'),
      state: 'NSW',
      postcode: '2173',
      mobilePhone: '+61498765432',
      homePhone: null,
      status: 'ACTIVE',
      reminders: true,
      invoicesByEmail: true,
      invoicesToOther: false,
      signsInUntil: null,
      requests: { addressChange: null, closeAccount: null },
      version: expect.any(Number),
    })
  })

  test('the customer changes phones and what is mailed; the office sees it, and who changed it', async () => {
    const { version } = await own()
    const changed = await mine.customer.put(
      PATH,
      { mobilePhone: '0412 345 678', homePhone: '(02) 9999 1234', reminders: false, invoicesByEmail: false },
      { 'if-match': `"${version}"` },
    )
    expect(changed).toMatchObject({
      status: 200,
      body: {
        mobilePhone: '+61412345678',
        homePhone: '+61299991234',
        reminders: false,
        invoicesByEmail: false,
        version: version + 1,
      },
    })
    expect(await seen()).toMatchObject({
      mobilePhone: '+61412345678',
      homePhone: '+61299991234',
      doNotRemind: true,
      doNotSendInvoiceEmail: true,
    })
    const { items } = (
      await office.admin.get<{ items: { action: string }[] }>(`/v1/audit?subjectID=${mine.customer.userID}`)
    ).body
    const written = items.filter(({ action }) => action === 'customer.update')
    expect(written).toMatchObject([{ actorID: mine.customer.userID }])
    expect(JSON.stringify(written)).not.toContain('412345678')
    // By keyword it is found under the new number.
    const found = await office.admin.get<{ total: number }>('/v1/users/customers?keyword=0412345678')
    expect(found.body.total).toBe(1)
    // The same again changes nothing.
    expect(await office.call(mine.customer, updateOwnAccount, { reminders: false })).toMatchObject({
      version: version + 1,
    })
    expect(await office.call(mine.customer, updateOwnAccount, { homePhone: null })).toMatchObject({ homePhone: null })
  })

  test('the flag of reminders is the one of the mail’s link; invoices go by it', async () => {
    await office.admin.put(`/v1/users/customers/${mine.customer.userID}`, { doNotRemind: true })
    expect(await own()).toMatchObject({ reminders: false })
    await office.call(mine.customer, updateOwnAccount, { reminders: true, invoicesByEmail: false })
    expect(await seen()).toMatchObject({ doNotRemind: false, doNotSendInvoiceEmail: true })
    const { invoiceID } = await office.call(office.admin, createInvoice, {
      customerID: mine.customer.userID,
      lines: [{ description: 'Two bags', quantity: 2, price: 25 }],
    })
    expect(await office.admin.post(`/v1/invoices/${invoiceID}/send`, {})).toMatchObject(refusal(409, 'email_unwanted'))
    await office.call(mine.customer, updateOwnAccount, { invoicesByEmail: true })
    expect(await office.call(office.admin, sendInvoice, { invoiceID })).toMatchObject({ delivery: 'kept' })
  })

  test('invoices that go to another payer stay the office’s to decide', async () => {
    await office.admin.put(`/v1/users/customers/${mine.customer.userID}`, {
      billToName: 'Harbour Strata',
      billToEmail: 'accounts@strata.example',
    })
    expect(await own()).toMatchObject({ invoicesToOther: true })
    expect(await mine.customer.put(PATH, { invoicesByEmail: false })).toMatchObject(refusal(409, 'wrong_state'))
    // A form that sends back what is there changes nothing.
    expect((await mine.customer.put(PATH, { invoicesByEmail: true, reminders: false })).status).toBe(200)
    expect(JSON.stringify((await mine.customer.get(PATH)).body)).not.toMatch(/Strata|strata/)
  })

  test('refuses what is not the customer’s, wrong values, and a change of what has changed', async () => {
    for (const field of [
      'address',
      'suburbID',
      'adminNotes',
      'doNotRemind',
      'amount',
      'status',
      'billToEmail',
      'customerID',
      'email',
    ])
      expect([field, (await mine.customer.put(PATH, { [field]: 'x' })).status]).toEqual([field, 422])
    expect(await mine.customer.put(PATH, { mobilePhone: '12' })).toMatchObject(wrongField('mobilePhone'))
    expect(await mine.customer.put(PATH, { reminders: 'yes' })).toMatchObject(wrongField('reminders'))
    const { version } = await own()
    await office.call(mine.customer, updateOwnAccount, { reminders: false })
    expect(await mine.customer.put(PATH, { reminders: true }, { 'if-match': `"${version}"` })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
    for (const person of [office.admin, mine.driver])
      for (const path of [PATH, `${PATH}/data`]) expect((await person.get(path)).status).toBe(403)
    // Two at once: each change is kept.
    await Promise.all([
      mine.customer.put(PATH, { reminders: true }),
      mine.customer.put(PATH, { invoicesByEmail: false }),
      mine.customer.put(PATH, { homePhone: '0299991234' }),
    ])
    expect(await own()).toMatchObject({ reminders: true, invoicesByEmail: false, homePhone: '+61299991234' })
  })

  test('names the open requests to the office', async () => {
    const { caseID: moving } = await office.call(mine.customer, openCase, {
      kind: 'address_change',
      text: '1 New Street, from May',
    })
    const { caseID: closing } = await office.call(mine.customer, openCase, { kind: 'close_account', text: 'We move' })
    expect((await own()).requests).toEqual({ addressChange: moving, closeAccount: closing })
    await office.admin.put(`/v1/cases/${closing}/close`, {})
    expect((await own()).requests).toEqual({ addressChange: moving, closeAccount: null })
    expect(await office.call(await office.customer(), getOwnAccount, {})).toMatchObject({
      requests: { addressChange: null, closeAccount: null },
    })
  })

  describe('as a file', () => {
    const file = () => office.call(mine.customer, getOwnData, {})

    test('has what is held about the customer, each thing once', async () => {
      await collected(mine, 2)
      const photoID = await photographed(office, mine.driver, mine.run, mine.stop)
      await act(office.admin, mine.run, 'complete')
      const opened = await report(office, mine, { reason: 'bags', text: 'I had one bag only' })
      await office.call(mine.customer, addToCase, { caseID: opened.caseID, text: 'Really' })
      await office.call(mine.customer, makeCalendarFeed, {})
      const customerID = mine.customer.userID
      await office.call(office.admin, setPlace, { customerID, latitude: -33.7561, longitude: 151.1535 })
      const data = await file()
      expect(z.encode(ownData, ownData.parse(data))).toEqual(data)
      expect(data).toMatchObject({
        account: {
          firstName: 'Anna',
          email: mine.customer.email,
          notes: 'Bag is behind the shed',
          price: 25,
          place: { source: 'placed' },
        },
        registration: null,
        collections: [
          { outcome: 'COLLECTED', bags: 2, address: expect.stringContaining('12 Banksia'), photos: [{ photoID }] },
        ],
        balance: -50,
        invoices: [{ owing: 50, lines: [{ quantity: 2, price: 25 }] }],
        cases: [{ kind: 'outcome', messages: [{ fromOffice: false, text: 'I had one bag only' }, { text: 'Really' }] }],
        calendarFeed: { readAt: null },
      })
      expect(data.signIns.length).toBeGreaterThan(0)
    })

    test('has neither the office’s notes nor other people in it, and no secret', async () => {
      const { customer, device, stop, run, driver } = mine
      await office.admin.put(`/v1/users/customers/${customer.userID}`, {
        billToName: 'Harbour Strata',
        billToEmail: 'accounts@strata.example',
      })
      await device.send([device.done(stop, 1), device.note(stop, 'Grumpy Mr Neighbour helped')])
      await act(office.admin, run, 'complete')
      const opened = await report(office, mine, { reason: 'bags', text: 'Hello' })
      await office.admin.put(`/v1/cases/${opened.caseID}/answer`, {
        messageID: crypto.randomUUID(),
        text: 'Sorry about that',
      })
      const { url } = await office.call(customer, makeCalendarFeed, {})
      const other = await office.customer()
      const text = JSON.stringify(await file())
      for (const word of [
        'Rings up',
        'Mrs Jones',
        'Harbour',
        'strata',
        'Grumpy',
        'Dawson',
        driver.userID,
        driver.email,
        office.admin.userID,
        other.email,
        customer.token,
        url,
        'argon2',
      ])
        expect([word, text.includes(word)]).toEqual([word, false])
      expect(text).toContain('Sorry about that')
    })

    test('is each customer’s own, and asked for too often it is refused', async () => {
      const other = await office.customer()
      const theirs = await office.call(other, getOwnData, {})
      expect(theirs.account.email).toBe(other.email)
      expect(theirs.collections).toEqual([])
      const answers: number[] = []
      for (let time = 0; time < 25; time++) answers.push((await mine.customer.get<OwnData>(`${PATH}/data`)).status)
      expect(answers.slice(0, 20).every((status) => status === 200)).toBe(true)
      expect(answers.at(-1)).toBe(429)
    })
  })
})
