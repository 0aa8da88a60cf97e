import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeAllFailedSignIns } from '#server/features/session/sign-in-audit.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

describe.each(databases)('sign-ins in the audit log on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind, { environment: { TRUST_PROXY: 'true' } })
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const signIn = (password: string, ip: string, email = office.admin.email) =>
    office.nobody.post(
      '/v1/users/signin',
      { email, password },
      { 'x-forwarded-for': ip, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/132.0' },
    )
  const audited = async (action: string) =>
    (await office.admin.get<{ items: Record<string, unknown>[] }>(`/v1/audit?action=${action}&perPage=100`)).body.items
  const flush = () => writeAllFailedSignIns(office.deps.database.db, office.clock.now())

  test('say who signed in, how, from where, with which browser, after how many failures', async () => {
    office.clock.pass(1000)
    await signIn('a wrong guess', '203.0.113.1')
    office.clock.pass(1000)
    await signIn('a wrong guess', '203.0.113.1')
    await signIn('a wrong guess', '2001:db8:1:2:3:4:5:6')
    await signIn(office.admin.password, '198.51.100.7')
    expect((await audited('session.sign-in'))[0]).toMatchObject({
      actorID: office.admin.userID,
      subjectID: office.admin.userID,
      subject: 'Admin',
      after: { method: 'password', from: '198.51.100.7', browser: 'Firefox on Windows', failedBefore: 3 },
    })
    expect(await audited('session.sign-in-failed')).toMatchObject([
      {
        actorID: null,
        subjectID: office.admin.userID,
        after: {
          count: 3,
          from: ['203.0.113.1', '2001:db8:1:2::/64'],
          between: [new Date(office.clock.now().getTime() - 1000).toISOString(), office.clock.now().toISOString()],
        },
      },
    ])
    office.clock.pass(1000)
    await signIn(office.admin.password, '198.51.100.7')
    expect(
      (await audited('session.sign-in'))
        .map(({ after }) => (after as { failedBefore: number }).failedBefore)
        .toSorted(),
    ).toEqual([0, 0, 3])
  })

  test('writing failures down goes no further than it may, and what is left is written next time', async () => {
    const driver = await office.driver()
    await signIn('a wrong guess', '203.0.113.1')
    await signIn('a wrong guess', '203.0.113.1', driver.email)
    const { database, clock } = office.deps
    let steps = 0
    await writeAllFailedSignIns(database.db, clock.now(), () => ++steps < 2)
    expect(await audited('session.sign-in-failed')).toHaveLength(1)
    await flush()
    expect(await audited('session.sign-in-failed')).toHaveLength(2)
  })

  test('failures are recorded within a quarter of an hour even without a success, once, and count at the next success', async () => {
    office.clock.pass(1000)
    for (let i = 0; i < 13; i++) await signIn('a wrong guess', `203.0.113.${i}`)
    await Promise.all([flush(), flush()])
    await flush()
    const entries = await audited('session.sign-in-failed')
    expect(entries).toMatchObject([{ after: { count: 13, addresses: 13 } }])
    expect((entries[0]!['after'] as { from: string[] }).from).toHaveLength(10)
    office.clock.pass(1000)
    await signIn('a wrong guess', '203.0.113.50')
    await signIn(office.admin.password, '198.51.100.7')
    expect((await audited('session.sign-in'))[0]).toMatchObject({ after: { failedBefore: 14 } })
    expect((await office.deps.database.db.execute(sql`select 1 from failed_sign_ins`)).rows).toEqual([])
  })

  test('failures of unknown emails are not recorded', async () => {
    await signIn('a wrong guess', '203.0.113.1', 'nobody@bagrun.example')
    await flush()
    expect(await audited('session.sign-in-failed')).toEqual([])
  })

  test('signing out is recorded', async () => {
    const driver = await office.driver()
    await driver.post('/v1/users/signout')
    expect(await audited('session.sign-out')).toMatchObject([{ actorID: driver.userID }])
  })

  test('a sign-in that runs while the password is changed does not succeed with the old one', async () => {
    for (let i = 0; i < 4; i++) {
      const driver = await office.driver()
      const [changed, signed] = await Promise.all([
        driver.put('/v1/users/password', { currentPassword: driver.password, password: 'a numbat asleep in a log' }),
        signIn(driver.password, '198.51.100.7', driver.email),
      ])
      expect(changed.status).toBe(204)
      const token = signed.body['token']
      if (token !== undefined)
        expect(
          (await office.nobody.get('/v1/users/profile', { authorization: `Bearer ${String(token)}` })).status,
        ).toBe(401)
    }
  })

  test('the request log names the user by id, and nobody when nobody is signed in', async () => {
    office.logged.length = 0
    await office.admin.get('/v1/users/sessions')
    await office.nobody.get('/v1/users/sessions')
    await (await office.driver()).get('/v1/audit')
    const lines = office.logged
      .map((line) => JSON.stringify(line))
      .filter((line) => line.includes('/v1/users/sessions') || line.includes('/v1/audit'))
    expect(lines[0]).toContain(`"userID":"${office.admin.userID}"`)
    expect(lines[1]).toContain('"userID":null')
    expect(lines[2]).toMatch(/"userID":"[0-9a-f-]{36}","status":403/)
    expect(lines.join('')).not.toContain('@')
  })
})
