import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import { lettersTo, tokensTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { nobodyOf, type Person, signedIn } from '../../support/person.ts'
import { refusal, wrongField } from '../../fixtures/office-bodies.ts'

const NEW = 'a numbat asleep in a log'
const MINUTE = 60_000
const PASSWORD = '/v1/users/password'
const PROFILE = '/v1/users/profile'
const SESSIONS = '/v1/users/sessions'

interface Session {
  sessionID: string
  current: boolean
  method: string | null
  device: string | null
  lastSeenAt: string
  expiresAt: string
}

describe.each(databases)('the own account on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const again = (person: Person) => signedIn(office.fetch, person)
  const isOpen = async (person: Person) => (await person.get(PROFILE)).status === 200
  const canSignIn = async (email: string, password: string) =>
    (await office.nobody.post('/v1/users/signin', { email, password })).status === 200
  const sessionsOf = async (person: Person) => (await person.get<{ items: Session[]; total: number }>(SESSIONS)).body
  const confirm = (token: string | undefined) => office.nobody.put(`/v1/users/email/${token}/confirm`)
  const audited = async (action: string) =>
    (await office.deps.database.db.execute(sql`select actor_id, subject_id, after from audit where action = ${action}`))
      .rows

  test.each(['admin', 'driver', 'customer'] as const)(
    'after a new password (%s) this session stays, the others and every link end, and a mail says so',
    async (role) => {
      const person = role === 'admin' ? office.admin : await office[role]()
      const other = await again(person)
      await office.nobody.post('/v1/users/forgot-password', { email: person.email })
      const [token] = await tokensTo(office, person.email)
      expect(await person.put(PASSWORD, { currentPassword: person.password, password: NEW })).toMatchObject({
        status: 204,
      })
      expect([await isOpen(person), await isOpen(other)]).toEqual([true, false])
      expect([await canSignIn(person.email, person.password), await canSignIn(person.email, NEW)]).toEqual([
        false,
        true,
      ])
      expect(
        await office.nobody.post('/v1/users/reset-password', { token, password: 'a bilby asleep too' }),
      ).toMatchObject(refusal(400, 'token_invalid'))
      expect(await lettersTo(office, person.email)).toContainEqual(
        expect.stringContaining('The password of your Bagrun account was changed'),
      )
      expect(await audited('user.password')).toMatchObject([{ actor_id: person.userID, subject_id: person.userID }])
    },
  )

  test('a new password needs the current one, and trying that out is limited', async () => {
    const change = (currentPassword: string) => office.admin.put(PASSWORD, { currentPassword, password: NEW })
    for (let i = 0; i < 10; i++)
      expect(await change('not this one')).toMatchObject({
        status: 422,
        body: { code: 'password_wrong', fields: { currentPassword: 'Wrong current password.' } },
      })
    expect(await change(office.admin.password)).toMatchObject(refusal(429, 'rate_limited'))
    expect(await isOpen(office.admin)).toBe(true)
    office.clock.pass(15 * MINUTE)
    expect((await change(office.admin.password)).status).toBe(204)
  })

  test('weak passwords are refused wherever a password is set', async () => {
    const driver = await office.driver()
    const customer = await office.customer()
    await office.nobody.post('/v1/users/forgot-password', { email: driver.email })
    const [token] = await tokensTo(office, driver.email)
    for (const password of ['1234567890', '          ', 'password12', 'PassWord 12', 'Bagrun2026!', 'aaaabbbbcccc']) {
      expect(await office.admin.put(PASSWORD, { currentPassword: office.admin.password, password })).toMatchObject(
        wrongField('password'),
      )
      expect(await office.nobody.post('/v1/users/reset-password', { token, password })).toMatchObject(
        wrongField('password'),
      )
      expect(await office.admin.put(`/v1/users/drivers/${driver.userID}`, { password })).toMatchObject(
        wrongField('password'),
      )
      expect(await office.admin.put(`/v1/users/customers/${customer.userID}`, { password })).toMatchObject(
        wrongField('password'),
      )
      await expect(office.make.driver({ password })).rejects.toThrow(/422/)
      await expect(office.make.customer({ password })).rejects.toThrow(/422/)
    }
    expect(await office.nobody.post('/v1/users/reset-password', { token, password: NEW })).toMatchObject({
      status: 204,
    })
  })

  test('of two tabs that set another password at the same moment one succeeds', async () => {
    const change = (password: string) =>
      office.admin.put(PASSWORD, { currentPassword: office.admin.password, password })
    const answers = await Promise.all([change(NEW), change('a bilby asleep too')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 422])
    const works = answers[0].status === 204 ? NEW : 'a bilby asleep too'
    expect(await canSignIn(office.admin.email, works)).toBe(true)
  })

  test('admins change their own name without the password, their email with it and the link mailed to it; the old address is told then', async () => {
    const other = await again(office.admin)
    expect(await office.admin.put(PROFILE, { firstName: 'Olive', lastName: 'Ott' })).toMatchObject({
      status: 200,
      body: { fullName: 'Olive Ott', firstName: 'Olive', lastName: 'Ott' },
    })
    expect(await isOpen(other)).toBe(true)
    expect(await office.admin.put(PROFILE, { email: 'olive@bagrun.example' })).toMatchObject(
      wrongField('currentPassword'),
    )
    expect(
      await office.admin.put(PROFILE, { email: 'olive@bagrun.example', currentPassword: 'not this one' }),
    ).toMatchObject({ status: 422, body: { code: 'password_wrong' } })
    const asked = await office.admin.put(PROFILE, {
      email: 'olive@bagrun.example',
      currentPassword: office.admin.password,
    })
    expect(asked).toMatchObject({
      status: 200,
      body: { email: office.admin.email, newEmail: 'olive@bagrun.example' },
    })
    expect([await isOpen(office.admin), await isOpen(other)]).toEqual([true, true])
    expect(await lettersTo(office, office.admin.email)).toEqual([])
    const [token] = await tokensTo(office, 'olive@bagrun.example')
    expect(await canSignIn('olive@bagrun.example', office.admin.password)).toBe(false)
    expect(await confirm(token)).toMatchObject({ status: 200, body: { email: 'olive@bagrun.example' } })
    expect(await confirm(token)).toMatchObject(refusal(400, 'token_invalid'))
    expect([await isOpen(office.admin), await isOpen(other)]).toEqual([true, false])
    expect((await office.admin.get(PROFILE)).body).toMatchObject({ email: 'olive@bagrun.example', newEmail: null })
    expect(await lettersTo(office, office.admin.email)).toContainEqual(
      expect.stringContaining('The email of your Bagrun account was changed'),
    )
    expect(await audited('user.update')).toMatchObject([
      { after: { changed: ['firstName', 'lastName'] } },
      { after: { changed: ['email'] } },
    ])
    expect(await canSignIn('olive@bagrun.example', office.admin.password)).toBe(true)
  })

  test('a taken email gets the answer of a free one, its owner one mail without a link, whoever asks', async () => {
    const [driver, customer] = [await office.driver(), await office.customer()]
    const taken = office.admin.email.toUpperCase()
    const ask = (person: Person, email: string) => person.put(PROFILE, { email, currentPassword: person.password })
    const [free, used] = [await ask(driver, 'free@bagrun.example'), await ask(driver, taken)]
    expect(used).toMatchObject({ status: 200, body: { email: driver.email, newEmail: taken } })
    expect({ ...used.body, newEmail: '' }).toEqual({ ...free.body, newEmail: '' })
    expect((await ask(customer, taken)).status).toBe(200)
    const letters = await lettersTo(office, office.admin.email)
    expect(letters).toHaveLength(1)
    expect(letters[0]).toContain('It stays with your account, and nothing has changed.')
    expect(letters[0]).not.toContain('token')
    // The newer request ended the link of the older one.
    const [older] = await tokensTo(office, 'free@bagrun.example')
    expect(await confirm(older)).toMatchObject(refusal(400, 'token_invalid'))
  })

  test('an account asks for five emails a day, and a stranger’s address gets three mails a day', async () => {
    const ask = (person: Person, email: string) => person.put(PROFILE, { email, currentPassword: person.password })
    const driver = await office.driver()
    const statuses: number[] = []
    for (let at = 0; at < 7; at++) statuses.push((await ask(driver, `stranger-${at}@people.example`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await lettersTo(office, 'stranger-5@people.example')).toEqual([])
    for (let at = 0; at < 5; at++) expect((await ask(await office.customer(), 'one@people.example')).status).toBe(200)
    expect(await lettersTo(office, 'one@people.example')).toHaveLength(3)
    expect(await lettersTo(office, driver.email)).toEqual([])
    office.clock.pass(24 * 60 * MINUTE)
    expect((await ask(driver, 'later@people.example')).status).toBe(200)
  })

  test('an email that another account got meanwhile, a link of yesterday and one from before a new password change nothing', async () => {
    const ask = (person: Person, email: string) => person.put(PROFILE, { email, currentPassword: person.password })
    const [driver, late, careful] = [await office.driver(), await office.customer(), await office.customer()]
    await ask(driver, 'meanwhile@people.example')
    const [token] = await tokensTo(office, 'meanwhile@people.example')
    await office.make.customer({ email: 'Meanwhile@people.example' })
    expect(await confirm(token)).toMatchObject(refusal(409, 'email_taken'))
    await ask(careful, 'careful@people.example')
    const [before] = await tokensTo(office, 'careful@people.example')
    await careful.put(PASSWORD, { currentPassword: careful.password, password: NEW })
    expect(await confirm(before)).toMatchObject(refusal(400, 'token_invalid'))
    await ask(late, 'late@people.example')
    const [old] = await tokensTo(office, 'late@people.example')
    office.clock.pass(24 * 60 * MINUTE)
    expect(await confirm(old)).toMatchObject(refusal(400, 'token_invalid'))
    for (const person of [driver, late]) expect((await person.get(PROFILE)).body['email']).toBe(person.email)
  })

  test('sending the same values changes nothing; the own email in capital letters needs no link', async () => {
    const driver = await office.driver()
    expect(await driver.put(PROFILE, { email: driver.email, firstName: 'Dan' })).toMatchObject({ status: 200 })
    const shouted = driver.email.toUpperCase()
    expect(await driver.put(PROFILE, { email: shouted, currentPassword: driver.password })).toMatchObject({
      status: 200,
      body: { email: shouted },
    })
    expect(await lettersTo(office, driver.email)).toEqual([])
    expect(await driver.put(PROFILE, { role: 'ADMIN' })).toMatchObject(wrongField('role'))
  })

  test('only the office changes a driver’s and a customer’s name', async () => {
    for (const person of [await office.driver(), await office.customer()]) {
      expect(await person.put(PROFILE, { firstName: 'Somebody', lastName: 'Else' })).toMatchObject({
        status: 422,
        body: {
          fields: { firstName: 'Ask the office to change your name', lastName: 'Ask the office to change your name' },
        },
      })
    }
  })

  test('the own sessions are listed, with how and where each began, the last used first', async () => {
    const agent = {
      'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
    }
    office.clock.pass(10 * MINUTE)
    await office.nobody.post('/v1/users/signin', { email: office.admin.email, password: office.admin.password }, agent)
    await office.driver()
    const { items, total } = await sessionsOf(office.admin)
    expect(total).toBe(2)
    expect(items).toMatchObject([
      { current: false, method: 'password', device: 'Chrome on Android', lastSeenAt: office.clock.now().toISOString() },
      { current: true, method: 'password', device: null },
    ])
    expect(Object.keys(items[0]!).toSorted()).toEqual([
      'createdAt',
      'current',
      'device',
      'expiresAt',
      'lastSeenAt',
      'method',
      'sessionID',
    ])
  })

  test('one of the own sessions can be ended, once; another user’s is not found', async () => {
    const driver = await office.driver()
    const other = await again(office.admin)
    const id = (await sessionsOf(office.admin)).items.find(({ current }) => !current)!.sessionID
    expect(await driver.delete(`${SESSIONS}/${id}`)).toMatchObject(refusal(404, 'not_found'))
    expect(await isOpen(other)).toBe(true)
    const both = await Promise.all([office.admin.delete(`${SESSIONS}/${id}`), office.admin.delete(`${SESSIONS}/${id}`)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 404])
    expect([await isOpen(office.admin), await isOpen(other)]).toEqual([true, false])
    expect(await audited('session.end')).toHaveLength(1)
  })

  test('all sessions but this one can be ended', async () => {
    const others = [await again(office.admin), await again(office.admin)]
    const driver = await office.driver()
    expect(await office.admin.post(`${SESSIONS}/end-others`)).toMatchObject({ status: 200, body: { ended: 2 } })
    expect(await Promise.all([...others, office.admin, driver].map(isOpen))).toEqual([false, false, true, true])
    expect(await office.admin.post(`${SESSIONS}/end-others`)).toMatchObject({ body: { ended: 0 } })
    expect(await audited('session.end-others')).toMatchObject([{ after: { ended: 2 } }])
  })

  test('when the office changes a driver’s email or password, the sessions end and the old address gets a mail', async () => {
    const driver = await office.driver()
    await office.admin.put(`/v1/users/drivers/${driver.userID}`, { email: 'elsewhere@bagrun.example' })
    expect(await isOpen(driver)).toBe(false)
    expect(await lettersTo(office, driver.email)).toMatchObject([
      expect.stringContaining('The email of your Bagrun account'),
    ])
    await office.admin.put(`/v1/users/drivers/${driver.userID}`, { password: NEW })
    expect(await lettersTo(office, 'elsewhere@bagrun.example')).toMatchObject([
      expect.stringContaining('The password of your Bagrun account'),
    ])
    const customer = await office.customer()
    await office.admin.put(`/v1/users/customers/${customer.userID}`, { email: 'moved@bagrun.example', password: NEW })
    expect(await lettersTo(office, customer.email)).toMatchObject([
      expect.stringContaining('The email and password of your Bagrun account'),
    ])
    expect(await lettersTo(office, 'moved@bagrun.example')).toEqual([])
  })

  test('an account without a password gets no mail, and a change of upper or lower case sends none', async () => {
    const invited = await office.make.customer({ email: 'mistyped@bagrun.example' })
    await office.admin.put(`/v1/users/customers/${invited.customerID}`, { email: 'right@bagrun.example' })
    expect(await lettersTo(office, 'mistyped@bagrun.example')).toEqual([])
    const driver = await office.driver({ email: 'dan@bagrun.example' })
    await office.admin.put(`/v1/users/drivers/${driver.userID}`, { email: 'Dan@bagrun.example' })
    expect(await isOpen(driver)).toBe(true)
    expect(await lettersTo(office, 'dan@bagrun.example')).toEqual([])
  })

  test('a session ends after 90 days in any case, and says so', async () => {
    const driver = await office.driver()
    for (let day = 0; day < 89; day += 1) {
      office.clock.pass(24 * 60 * MINUTE)
      expect(await isOpen(driver)).toBe(true)
    }
    office.clock.pass(24 * 60 * MINUTE)
    expect(await driver.get(PROFILE)).toMatchObject(refusal(401, 'session_expired'))
    const idle = await again(driver)
    office.clock.pass(31 * 24 * 60 * MINUTE)
    expect(await idle.get(PROFILE)).toMatchObject(refusal(401, 'unauthenticated'))
    expect(await nobodyOf(office.fetch, driver.token).get('/v1/config')).toMatchObject({ status: 200 })
  })
})
