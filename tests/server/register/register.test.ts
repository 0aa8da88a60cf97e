import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getRequest } from '#contract/v1/requests.ts'
import { databases } from '../../support/databases.ts'
import { lettersTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body } from '../../support/person.ts'
import { inShort, statementsOf } from '../../support/statements.ts'
import { refusal, wrongField } from '../../fixtures/office-bodies.ts'
import { confirmToken, PASSWORD, REGISTER, registered, registrationForm } from '../../fixtures/registrations.ts'

const DAY_MS = 86_400_000

describe.each(databases)('Registering on %s', (kind) => {
  let office: Office
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(() => bringBack())
  afterEach(() => vi.restoreAllMocks())

  const signIn = async (email: string, password = PASSWORD) =>
    (await office.nobody.post('/v1/users/signin', { email, password })).status
  const confirm = (token: string, password = PASSWORD) =>
    office.nobody.put(`${REGISTER}/${token}/confirm`, { password })
  const requestOf = (customerID: string) => office.call(office.admin, getRequest, { customerID })
  const tokenTo = async (email: string, at = 0) =>
    (await lettersTo(office, email)).map(confirmToken).filter(Boolean)[at] ?? ''

  test('A stranger’s registration is a request with all they said, and which terms they accepted when', async () => {
    const { suburbID } = await office.make.suburb({ label: 'Glen Iris', weekNumber: 3 })
    const body = await registrationForm(office, {
      suburbID,
      cycle: 'QUARTERLY',
      title: 'Dr',
      company: 'Newman & Co',
      accountType: 'BUSINESS',
      propertyManagement: true,
      notes: 'Ring first.\nThe dog is friendly.',
      bagPlace: 'Behind the carport',
      gateNotes: 'Code 4711',
    })
    const answer = await office.nobody.post<{ customerID: string }>(REGISTER, body)
    expect(answer).toMatchObject({ status: 201, body: { customerID: expect.any(String) } })
    const request = await requestOf(answer.body.customerID)
    expect(request).toMatchObject({
      status: 'PENDING',
      firstName: 'Rita',
      email: body.email,
      title: 'Dr',
      company: 'Newman & Co',
      accountType: 'BUSINESS',
      propertyManagement: true,
      suburb: 'Glen Iris',
      weekNumber: 3,
      collectionScheme: 'QUARTERLY',
      startDate: '2026-11-12',
      amount: 25,
      notes: 'Ring first.\nThe dog is friendly.',
      adminNotes: 'Place: Behind the carport\nGate: Code 4711',
      sourceOfLead: 'Web',
      possibleDouble: null,
      registration: {
        acceptedAt: office.clock.now().toISOString(),
        termsVersion: body.termsVersion,
        privacyVersion: body.privacyVersion,
        terms: expect.stringContaining('Registering is a request'),
        emailConfirmedAt: null,
      },
    })
  })

  test('The password is chosen on the page of the mailed link; before, nothing signs in', async () => {
    const { email, customerID } = await registered(office)
    expect(await signIn(email)).toBe(401)
    const letters = await lettersTo(office, email)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toContain('Thank you for registering with Bagrun')
    const token = await tokenTo(email)
    const seen = await office.nobody.get(`${REGISTER}/${token}`)
    expect(seen).toMatchObject({ status: 200, body: { firstName: 'Rita', confirmed: false, signsIn: false } })
    // A mail scanner has opened the link: nothing has happened.
    expect(await signIn(email)).toBe(401)
    for (const weak of ['short', 'Rita Newman', 'password12'])
      expect(await confirm(token, weak)).toMatchObject(wrongField('password'))
    for (const password of [PASSWORD, 'typed by whoever opens it again'])
      expect(await confirm(token, password)).toMatchObject({ status: 200, body: { confirmed: true, signsIn: true } })
    expect(await signIn(email)).toBe(200)
    expect(await signIn(email, 'typed by whoever opens it again')).toBe(401)
    expect((await requestOf(customerID)).registration?.emailConfirmedAt).toBe(office.clock.now().toISOString())
  })

  test('Who lost the mail asks for the link again as for a forgotten password, three times a day', async () => {
    const { email } = await registered(office)
    const again = () => office.nobody.post('/v1/users/forgot-password', { email: email.toUpperCase() })
    for (let asked = 0; asked < 4; asked += 1) expect((await again()).status).toBe(204)
    const letters = await lettersTo(office, email)
    expect(letters).toHaveLength(4)
    for (const letter of letters) expect(letter).toContain('Thank you for registering with Bagrun')
    expect(await confirm(confirmToken(letters.at(-1)!))).toMatchObject({ status: 200, body: { signsIn: true } })
    expect(await signIn(email)).toBe(200)
    office.clock.pass(DAY_MS)
    expect((await again()).status).toBe(204)
    expect((await lettersTo(office, email)).at(-1)).not.toContain('Thank you for registering')
  })

  test('Asking for the link of an e-mail takes the same statements, known or not', async () => {
    const { email } = await registered(office)
    const owner = await office.customer()
    const asked = (address: string) =>
      statementsOf(() => office.nobody.post('/v1/users/forgot-password', { email: address }))
    await asked('first@people.example')
    const ofNobody = await asked('nobody@people.example')
    expect(await asked(email)).toHaveLength(ofNobody.length)
    expect(await asked(owner.email)).toHaveLength(ofNobody.length)
  })

  test('A link that is wrong, a week old, or of a deleted request confirms nothing', async () => {
    const late = await registered(office)
    const gone = await registered(office)
    const [lateToken, goneToken] = [await tokenTo(late.email), await tokenTo(gone.email)]
    await office.admin.delete(`/v1/users/customers/requests/${gone.customerID}`)
    office.clock.pass(7 * DAY_MS)
    for (const token of ['x'.repeat(43), lateToken, goneToken]) {
      expect(await confirm(token)).toMatchObject(refusal(400, 'token_invalid'))
      expect((await office.nobody.get(`${REGISTER}/${token}`)).status).toBe(400)
    }
    expect(await signIn(late.email)).toBe(401)
  })

  test('A known e-mail gets the same answer, its owner one friendly mail in 24 hours, the office a possible double', async () => {
    const owner = await office.customer({ email: 'owner@people.example' })
    const answers: Body[] = []
    for (const email of ['owner@people.example', 'OWNER@people.example', 'stranger@people.example']) {
      const { customerID, payment } = await registered(office, { email })
      answers.push({ customerID: typeof customerID, payment: typeof payment })
      if (email === 'stranger@people.example') continue
      expect((await requestOf(customerID)).possibleDouble?.customerID).toBe(owner.userID)
    }
    expect(answers[0]).toEqual(answers[2])
    const letters = await lettersTo(office, owner.email)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toContain('Hello Anna,')
    expect(letters[0]).toContain('You already have an account with us, and it hasn’t changed.')
    expect(letters[0]).not.toContain('token')
    expect(await signIn(owner.email, 'the password of a stranger')).toBe(401)
    expect(await signIn(owner.email, owner.password)).toBe(200)
    const { suburbID } = await office.make.suburb()
    const { productID } = await office.make.product()
    office.clock.pass(DAY_MS)
    await registered(office, { email: owner.email, suburbID, productID })
    expect(await lettersTo(office, owner.email)).toHaveLength(2)
  })

  test('An admin’s e-mail reveals nothing either', async () => {
    const { email } = office.admin
    const { customerID } = await registered(office, { email })
    expect((await requestOf(customerID)).possibleDouble).toBeNull()
    expect(await signIn(email, office.admin.password)).toBe(200)
    expect((await lettersTo(office, email)).filter((text) => text.includes('already have an account'))).toHaveLength(1)
  })

  test('Known and unknown e-mails take the same statements in the same order, so the same time', async () => {
    const owner = await office.customer()
    const [known, unknown] = [await registrationForm(office, { email: owner.email }), await registrationForm(office)]
    // The first registration prepares what later ones reuse.
    await registered(office)
    const statementsOfRegistering = (body: object) =>
      statementsOf(async () => expect((await office.nobody.post(REGISTER, body)).status).toBe(201))
    const [ofKnown, ofUnknown] = [await statementsOfRegistering(known), await statementsOfRegistering(unknown)]
    expect(ofKnown.length).toBeGreaterThan(15)
    expect(ofKnown.map(inShort)).toEqual(ofUnknown.map(inShort))
  })

  test('Whoever registers somebody’s e-mail in advance has no password there: a newer registration ends that link', async () => {
    const email = 'victim@people.example'
    expect(
      await office.nobody.post(REGISTER, { ...(await registrationForm(office, { email })), password: PASSWORD }),
    ).toMatchObject(wrongField('password'))
    await registered(office, { email })
    await registered(office, { email: 'Victim@People.example' })
    const [taken, own] = [await tokenTo(email, 0), await tokenTo(email, 1)]
    expect(await confirm(taken, 'known to the attacker')).toMatchObject(refusal(400, 'token_invalid'))
    expect(await confirm(own, 'chosen by its real owner')).toMatchObject({ body: { signsIn: true } })
    expect(await signIn(email, 'chosen by its real owner')).toBe(200)
    expect(await signIn(email, 'known to the attacker')).toBe(401)
  })

  test('A registration that gets no mail any more ends no link: its owner can still confirm', async () => {
    const { suburbID } = await office.make.suburb()
    const { productID } = await office.make.product()
    for (const _time of [1, 2, 3, 4]) await registered(office, { email: 'rita@people.example', suburbID, productID })
    expect(await confirm(await tokenTo('rita@people.example', 2))).toMatchObject({ body: { signsIn: true } })
  })

  test('The same e-mail twice at once is two requests, of which one signs in', async () => {
    const email = 'both@people.example'
    const bodies = [await registrationForm(office, { email }), await registrationForm(office, { email })]
    const answers = await Promise.all(bodies.map((body) => office.nobody.post<{ customerID: string }>(REGISTER, body)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const tokens = [await tokenTo(email, 0), await tokenTo(email, 1)]
    const confirmed = await Promise.all(tokens.map((token) => confirm(token)))
    expect(confirmed.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await signIn(email)).toBe(200)
  })

  test('The same form sent again after a lost answer, with its key, is one request', async () => {
    const body = await registrationForm(office)
    const headers = { 'idempotency-key': 'the-form-of-rita' }
    const first = await office.nobody.post(REGISTER, body, headers)
    const again = await office.nobody.post(REGISTER, body, headers)
    expect(again.body).toEqual(first.body)
    expect(await lettersTo(office, body.email)).toHaveLength(1)
  })

  test('A stranger’s address gets at most three links in 24 hours, however often it is registered', async () => {
    const { suburbID } = await office.make.suburb()
    const { productID } = await office.make.product()
    for (const _time of [1, 2, 3, 4, 5])
      await registered(office, { email: 'bombed@people.example', suburbID, productID })
    expect(await lettersTo(office, 'bombed@people.example')).toHaveLength(3)
  })

  test('Made official before it is confirmed, it has no password until the link of one of its mails sets it', async () => {
    const { email, customerID } = await registered(office)
    const path = `/v1/users/customers/requests/${customerID}/make-official`
    expect((await office.admin.put(path, { runNumber: 1, invoiceType: '1C' })).status).toBe(200)
    expect(await signIn(email)).toBe(401)
    const confirmLink = await tokenTo(email)
    const token = /recover\?token=([\w-]+)/.exec((await lettersTo(office, email)).join('\n'))?.[1]
    await office.nobody.post('/v1/users/reset-password', { token, password: 'chosen by its real owner' })
    expect(await signIn(email, 'chosen by its real owner')).toBe(200)
    expect(await confirm(confirmLink)).toMatchObject(refusal(400, 'token_invalid'))
    expect(await signIn(email)).toBe(401)
  })

  test('Made official before it is confirmed, the link of the registration lets its person choose the password', async () => {
    const { email, customerID } = await registered(office)
    const path = `/v1/users/customers/requests/${customerID}/make-official`
    expect((await office.admin.put(path, { runNumber: 1, invoiceType: '1C' })).status).toBe(200)
    expect(await confirm(await tokenTo(email))).toMatchObject({ body: { confirmed: true, signsIn: true } })
    expect(await signIn(email)).toBe(200)
  })

  test('Made official after it is confirmed, its password goes on working', async () => {
    const { email, customerID } = await registered(office)
    await confirm(await tokenTo(email))
    const path = `/v1/users/customers/requests/${customerID}/make-official`
    expect((await office.admin.put(path, { runNumber: 1, invoiceType: '1C' })).status).toBe(200)
    expect(await signIn(email)).toBe(200)
    const welcome = (await lettersTo(office, email)).find((text) => text.includes('Your customer number'))
    expect(welcome).toMatch(/with the password you chose:\nhttp:\/\/office\.test\/login\n/)
    expect(welcome).not.toContain('/recover')
  })

  test('A hidden field that is filled in, and a form sent in a second, are told to press Register again', async () => {
    const form = await registrationForm(office)
    const again = refusal(409, 'press_again')
    expect(await office.nobody.post(REGISTER, { ...form, website: 'https://bots.example' })).toMatchObject(again)
    const { body } = await office.nobody.get(REGISTER)
    office.clock.pass(1_000)
    const fast = { ...form, formToken: body['formToken'] }
    expect(await office.nobody.post(REGISTER, fast)).toMatchObject({
      ...again,
      body: { message: 'Press Register again' },
    })
    expect(await office.nobody.post(REGISTER, { ...form, formToken: `${Date.now()}.${'0'.repeat(64)}` })).toMatchObject(
      again,
    )
    expect(await lettersTo(office, form.email)).toEqual([])
    office.clock.pass(3_000)
    expect((await office.nobody.post(REGISTER, fast)).status).toBe(201)
    office.clock.pass(DAY_MS + 1)
    expect(await office.nobody.post(REGISTER, fast)).toMatchObject(again)
  })

  test('A program without a form’s token may register a few times an hour, then waits', async () => {
    const { formToken: _none, ...form } = await registrationForm(office)
    const statuses: number[] = []
    for (let at = 0; at < 11; at++)
      statuses.push((await office.nobody.post(REGISTER, { ...form, email: `bot-${at}@people.example` })).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])
  })

  test('Terms that changed since they were shown are accepted only after they were read', async () => {
    const before = await registrationForm(office)
    await office.admin.put('/v1/settings/register.terms', { value: 'No glass in the bags.' })
    expect(await office.nobody.post(REGISTER, before)).toMatchObject(refusal(409, 'terms_changed'))
    const { customerID } = await registered(office)
    expect((await requestOf(customerID)).registration).toMatchObject({ terms: 'No glass in the bags.' })
    await office.admin.put('/v1/settings/register.terms', { value: 'No soil either.' })
    expect((await requestOf(customerID)).registration).toMatchObject({ terms: 'No glass in the bags.' })
  })

  test('A price that changed since it was shown is not agreed to; the new one is, once it was shown', async () => {
    const { productID } = await office.make.product({ price: 25 })
    const shown = await registrationForm(office, { productID, price: 25 })
    const product = await office.admin.get<{ version: number }>(`/v1/products/${productID}`)
    await office.admin.put(`/v1/products/${productID}`, { price: 27 }, { 'if-match': `"${product.body.version}"` })
    expect(await office.nobody.post(REGISTER, shown)).toMatchObject(refusal(409, 'price_changed'))
    const { customerID } = await registered(office, { productID, price: 27 })
    expect(await requestOf(customerID)).toMatchObject({ amount: 27 })
  })

  test('What is wrong is said at its field', async () => {
    const form = await registrationForm(office)
    const hidden = await office.make.product({ isPublic: false })
    const removal = await office.make.product({ serviceType: 'RUBBISH_REMOVAL', collectionScheme: 'ONE_OFF' })
    const wrong: [object, string][] = [
      [{ acceptTerms: false }, 'acceptTerms'],
      [{ email: 'rita@' }, 'email'],
      [{ mobilePhone: '' }, 'mobilePhone'],
      [{ startDate: '2028-01-01' }, 'startDate'],
      [{ startDate: '2026-11-09' }, 'startDate'],
      [{ productID: hidden.productID }, 'productID'],
      [{ productID: removal.productID, cycle: 'MONTHLY' }, 'cycle'],
      [{ suburbID: '00000000-0000-7000-8000-000000000000' }, 'suburbID'],
      [{ role: 'ADMIN' }, 'role'],
      [{ amount: 1 }, 'amount'],
    ]
    for (const [over, field] of wrong)
      expect(await office.nobody.post(REGISTER, { ...form, ...over }), field).toMatchObject(wrongField(field))
  })

  test('A suburb that isn’t listed is a request of its own, which the office answers and deletes', async () => {
    const { formToken, email } = await registrationForm(office)
    const asked = { suburb: 'Far Away', postcode: '2880', firstName: 'Rita', lastName: 'Newman', email, formToken }
    expect((await office.nobody.post('/v1/suburb-requests', asked)).status).toBe(204)
    expect(await office.nobody.post('/v1/suburb-requests', { ...asked, website: 'x' })).toMatchObject(
      refusal(409, 'press_again'),
    )
    const list = () => office.admin.get<{ items: Body[]; total: number }>('/v1/suburb-requests?keyword=far')
    const { body } = await list()
    expect(body).toMatchObject({ total: 1, items: [{ suburb: 'Far Away', postcode: '2880', email }] })
    expect((await office.nobody.get('/v1/suburb-requests')).status).toBe(401)
    const path = `/v1/suburb-requests/${String(body.items[0]!['suburbRequestID'])}`
    expect((await office.admin.delete(path)).status).toBe(204)
    expect((await list()).body.total).toBe(0)
    expect((await office.admin.delete(path)).status).toBe(404)
  })
})

describe.each(databases)('With ALLOW_REGISTER=false on %s', (kind) => {
  test('nobody can register, and a link mailed before still confirms', async () => {
    const open = await openOffice(kind)
    const { email } = await registered(open)
    const token = confirmToken((await lettersTo(open, email))[0]!)
    const form = await registrationForm(open)
    const closed = await openOffice(kind, {
      environment: { ALLOW_REGISTER: 'false' },
      database: open.deps.database,
      at: open.clock.now().toISOString(),
    })
    const { nobody } = closed
    expect(await nobody.get(REGISTER)).toMatchObject(refusal(409, 'registration_closed'))
    expect(await nobody.post(REGISTER, form)).toMatchObject(refusal(409, 'registration_closed'))
    const asked = { suburb: 'Far', postcode: '2880', firstName: 'R', lastName: 'N', email }
    expect(await nobody.post('/v1/suburb-requests', asked)).toMatchObject(refusal(409, 'registration_closed'))
    expect((await nobody.get('/v1/config')).body['allowRegister']).toBe(false)
    expect((await nobody.put(`${REGISTER}/${token}/confirm`, { password: PASSWORD })).status).toBe(200)
    await open.close()
  })
})
