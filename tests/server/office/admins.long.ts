import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Admin } from '#contract/v1/admins.ts'
import { users } from '#server/db/tables/users.ts'
import { databases } from '../../support/databases.ts'
import { tokensTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'
import { another, ids, made, refusal, wrongField } from '../../fixtures/office-bodies.ts'

const ADMINS = '/v1/users/admins'
const PASSWORD = 'chosen by herself'

describe.each(databases)('Admins on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const path = ({ adminID }: { adminID: string }) => `${ADMINS}/${adminID}`
  const add = (fields: object = {}) =>
    made<Admin>(office.admin, ADMINS, {
      firstName: 'Ada',
      lastName: 'Abel',
      email: `ada${another()}@rounds.example`,
      ...fields,
    })
  const choose = (token: string) => office.nobody.post('/v1/users/reset-password', { token, password: PASSWORD })

  /** The tokens mailed to the admin, oldest first. */
  const mailed = (email: string) => tokensTo(office, email)

  /** An admin who has chosen a password and is signed in. */
  async function joined(): Promise<Person & { adminID: string }> {
    const { adminID, email } = await add()
    expect(await choose((await mailed(email)).at(-1)!)).toMatchObject({ status: 204 })
    return { ...(await signedIn(office.fetch, { email, password: PASSWORD })), adminID }
  }

  test('the first admin is in the list, seen just now', async () => {
    expect(await office.admin.get(ADMINS)).toMatchObject({
      status: 200,
      body: {
        total: 1,
        items: [
          {
            adminID: office.admin.userID,
            email: office.admin.email,
            invited: false,
            lastSeenAt: office.clock.now().toISOString(),
            version: 1,
          },
        ],
      },
    })
  })

  test('a new admin is invited by a mail whose link works once, and then has the rights of the others', async () => {
    const ada = await add({ email: 'ada@rounds.example' })
    expect(ada).toMatchObject({ fullName: 'Ada Abel', invited: true, lastSeenAt: null, version: 1 })
    const [token] = await mailed('ada@rounds.example')
    expect(await choose(token!)).toMatchObject({ status: 204 })
    expect(await choose(token!)).toMatchObject(refusal(400, 'token_invalid'))
    const person = await signedIn(office.fetch, { email: 'ada@rounds.example', password: PASSWORD })
    expect(await person.get(path(ada))).toMatchObject({
      status: 200,
      body: { adminID: ada.adminID, invited: false, lastSeenAt: office.clock.now().toISOString() },
    })
  })

  test('an admin without a password is invited again, which ends the first link; one with a password is not', async () => {
    const ada = await add()
    const [first] = await mailed(ada.email)
    office.clock.pass(1000)
    expect(await office.admin.post(`${path(ada)}/invite`)).toMatchObject({ status: 204 })
    const [second] = await mailed(ada.email)
    expect(second).not.toBe(first)
    expect(await choose(first!)).toMatchObject(refusal(400, 'token_invalid'))
    expect(await choose(second!)).toMatchObject({ status: 204 })
    expect(await office.admin.post(`${path(ada)}/invite`)).toMatchObject(refusal(409, 'wrong_state'))
  })

  test('name and e-mail can be changed; the link sent to the old mailbox then no longer works', async () => {
    const ada = await add()
    const [token] = await mailed(ada.email)
    const email = `right${another()}@rounds.example`
    expect(await office.admin.put(path(ada), { email, lastName: 'Able' })).toMatchObject({
      status: 200,
      body: { email, fullName: 'Ada Able', version: 2 },
    })
    expect(await choose(token!)).toMatchObject(refusal(400, 'token_invalid'))
    expect(await office.admin.put(path(ada), { email, firstName: 'Ada' })).toMatchObject({ body: { version: 2 } })
    expect(await office.admin.put(path(ada), { firstName: 'A' }, { 'if-match': '"1"' })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
    expect(await office.admin.put(path(ada), { email: office.admin.email.toUpperCase() })).toMatchObject(
      refusal(409, 'email_taken', { email: expect.any(String) }),
    )
  })

  test('a wrong field is refused by its name, and a password or a role is not accepted', async () => {
    const ada = { firstName: 'Ada', lastName: 'Abel', email: 'ada@rounds.example' }
    for (const [field, value] of Object.entries({ firstName: '', email: 'ada', password: PASSWORD, role: 'DRIVER' })) {
      expect(await office.admin.post(ADMINS, { ...ada, [field]: value })).toMatchObject(wrongField(field))
    }
  })

  test('a deleted admin is signed out at once, the name stays in the history, and the e-mail can be used again', async () => {
    const ada = await joined()
    const suburb = await made(ada, '/v1/users/suburbs', { label: `Ada’s ${another()}`, postCode: '2076', state: 'NSW' })
    await office.nobody.post('/v1/users/forgot-password', { email: ada.email })
    const open = (await mailed(ada.email)).at(-1)!
    expect(await office.admin.delete(path(ada), undefined, { 'if-match': '"7"' })).toMatchObject(
      refusal(412, 'version_conflict'),
    )
    expect(await office.admin.delete(path(ada))).toMatchObject({ status: 204 })
    expect(await ada.get('/v1/users/profile')).toMatchObject(refusal(401, 'unauthenticated'))
    expect(await office.nobody.post('/v1/users/signin', { email: ada.email, password: PASSWORD })).toMatchObject(
      refusal(401, 'credentials_wrong'),
    )
    expect(await choose(open)).toMatchObject(refusal(400, 'token_invalid'))
    expect(await office.admin.get(path(ada))).toMatchObject(refusal(404, 'not_found'))
    expect(await office.admin.delete(path(ada))).toMatchObject(refusal(404, 'not_found'))
    expect(ids(await office.admin.get(ADMINS), 'adminID')).toEqual([office.admin.userID])
    expect(await office.admin.get(`/v1/audit?subjectID=${String(suburb['suburbID'])}`)).toMatchObject({
      body: { items: [{ action: 'suburb.create', actorID: ada.adminID, actor: 'Ada Abel' }] },
    })
    expect(await add({ email: ada.email })).toMatchObject({ email: ada.email })
  })

  test('the last admin who can sign in can’t be deleted, whatever invitations are still open', async () => {
    const invited = await add()
    expect(await office.admin.delete(`${ADMINS}/${office.admin.userID}`)).toMatchObject(refusal(409, 'last_admin'))
    expect(await office.admin.delete(path(invited))).toMatchObject({ status: 204 })
  })

  test('an admin may delete their own account while another remains', async () => {
    const ada = await joined()
    expect(await ada.delete(path(ada))).toMatchObject({ status: 204 })
    expect(await ada.get(ADMINS)).toMatchObject({ status: 401 })
    expect(await office.admin.get(ADMINS)).toMatchObject({ body: { total: 1 } })
  })

  test('of admins who delete each other at the same moment one always stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ada, bea] = [await joined(), await joined()]
      await office.deps.database.db
        .update(users)
        .set({ disabledAt: office.clock.now() })
        .where(eq(users.userID, office.admin.userID))
      const answers = await Promise.all([
        ada.delete(path(bea)),
        bea.delete(path(ada)),
        ada.delete(path(ada)),
        bea.delete(path(bea)),
      ])
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      const left = await office.deps.database.db.execute(
        sql`select 1 from users where role = 'ADMIN' and disabled_at is null and signs_in = 1`,
      )
      expect(left.rows).toHaveLength(1)
      await office.reset()
    }
  })

  test('a driver or a customer is not found as an admin', async () => {
    const driver = await office.driver()
    expect(await office.admin.get(`${ADMINS}/${driver.userID}`)).toMatchObject(refusal(404, 'not_found'))
    expect(await office.admin.delete(`${ADMINS}/${driver.userID}`)).toMatchObject(refusal(404, 'not_found'))
    expect(await driver.get(ADMINS)).toMatchObject(refusal(403, 'forbidden'))
  })

  test('the list can be searched by name and e-mail and is sorted', async () => {
    const zoe = await add({ firstName: 'Zoe', lastName: 'Quoll' })
    const abe = await add({ firstName: 'abe', lastName: 'Quoll' })
    const list = async (query: string) => ids(await office.admin.get(`${ADMINS}?${query}`), 'adminID')
    expect(await list('keyword=quoll')).toEqual([abe.adminID, zoe.adminID])
    expect(await list('keyword=quoll&sort=-fullName')).toEqual([zoe.adminID, abe.adminID])
    expect(await list(`keyword=${encodeURIComponent(zoe.email)}`)).toEqual([zoe.adminID])
    expect(await list('keyword=quoll&to=2026-11-09')).toEqual([])
    expect(await office.admin.get(`${ADMINS}?keyword=qu`)).toMatchObject(refusal(400, 'keyword_too_short'))
  })

  test('adding, changing, inviting and deleting an admin is in the audit log without name or address', async () => {
    const ada = await add()
    await office.admin.put(path(ada), { email: `right${another()}@rounds.example` })
    await office.admin.post(`${path(ada)}/invite`)
    await office.admin.delete(path(ada))
    const { rows } = await office.deps.database.db.execute<{ action: string }>(
      sql`select action, before, after from audit where subject_id = ${ada.adminID}`,
    )
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'admin.create',
      'admin.delete',
      'admin.invite',
      'admin.update',
    ])
    expect(JSON.stringify(rows)).toContain('"changed":["email"]')
    expect(JSON.stringify(rows)).not.toMatch(/@rounds|Abel/)
  })
})
