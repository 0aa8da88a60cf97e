import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getPushKey, listPushSubscriptions, type createPushSubscription } from '#contract/v1/push.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { pushKeys } from '#server/features/push/push-keys.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'
import { openPushService, type PushService } from '../../support/push-service.ts'
import { switchOn } from '../../fixtures/push.ts'

const PASSWORD = 'a long customer password'

describe.each(databases)('Switching notifications on and off, on %s', (kind) => {
  let service: PushService
  let office: Office
  let anna: Person
  beforeAll(async () => {
    service = await openPushService()
    office = await openOffice(kind, { environment: { PUSH_TEST_ORIGIN: service.origin } })
  })
  afterAll(async () => {
    await office.close()
    await service.close()
  })
  beforeEach(async () => {
    await office.reset()
    anna = await office.customer({ email: 'anna@customers.example' })
  })

  const listed = async (person: Person, of?: Person) =>
    (await office.call(person, listPushSubscriptions, of ? { customerID: of.userID } : {})).items
  const valid = (): CallOf<typeof createPushSubscription> => service.device('phone').subscription
  const on = (person: Person, body: unknown) => person.post('/v1/push/subscriptions', body)
  const seen = async (person: Person, name: string) => {
    const answer = await person.post('/v1/push/subscriptions/seen', { endpoint: `${service.origin}/push/${name}` })
    expect(answer.status).toBe(200)
    return answer.body['pushSubscriptionID']
  }

  test('The same browser again keeps its row; list and office show no address and no key', async () => {
    const first = await on(anna, valid())
    expect(first.status).toBe(201)
    office.clock.pass(60_000)
    const again = await on(anna, valid())
    expect(again.body).toEqual(first.body)
    await switchOn(office, service, anna, 'tablet')
    expect(await listed(anna)).toHaveLength(2)
    const shown = await listed(office.admin, anna)
    expect(shown).toHaveLength(2)
    expect(Object.keys(shown[0]!)).toEqual(['pushSubscriptionID', 'device', 'createdAt', 'sentAt'])
    expect(JSON.stringify([shown, first.body, office.logged])).not.toContain(service.origin)
  })

  test.each([
    ['an address elsewhere', { endpoint: 'https://evil.example/push/a' }],
    ['an address inside the network', { endpoint: 'http://127.0.0.1:1/push/a' }],
    ['plain http', { endpoint: 'http://fcm.googleapis.com/fcm/send/a' }],
    ['another port', { endpoint: 'https://fcm.googleapis.com:444/fcm/send/a' }],
    ['a very long address', { endpoint: `https://fcm.googleapis.com/fcm/send/${'a'.repeat(1_500)}` }],
    ['no address', { endpoint: undefined }],
    ['a short key', { keys: { p256dh: 'BA', auth: 'a'.repeat(22) } }],
    ['a key off the curve', { keys: { p256dh: `BA${'A'.repeat(85)}`, auth: 'a'.repeat(22) } }],
    ['a long secret', { keys: { p256dh: 'B', auth: 'a'.repeat(23) } }],
    ['another field', { expirationTime: null }],
    ['another customer', { customerID: '01990000-0000-7000-8000-000000000000' }],
  ])('%s is refused, and nothing is stored', async (_what, wrong) => {
    const answer = await on(anna, { ...valid(), ...wrong })
    expect(answer.status).toBe(422)
    expect(await listed(anna)).toEqual([])
  })

  test('A browser that changes hands belongs to the new customer alone', async () => {
    const bob = await office.customer({ email: 'bob@customers.example' })
    await switchOn(office, service, anna, 'shared')
    const { subscription } = service.device('shared')
    await on(bob, subscription)
    expect([await listed(anna), (await listed(bob)).length]).toEqual([[], 1])
    expect(await seen(anna, 'shared')).toBeNull()
    expect(await listed(bob)).toEqual([])
  })

  test('Another customer can neither see nor end it', async () => {
    const bob = await office.customer({ email: 'bob@customers.example' })
    const pushSubscriptionID = await switchOn(office, service, anna, 'phone')
    expect((await bob.delete(`/v1/push/subscriptions/${pushSubscriptionID}`)).status).toBe(404)
    expect((await bob.get(`/v1/push/subscriptions?customerID=${anna.userID}`)).status).toBe(404)
    expect(await listed(bob)).toEqual([])
    expect(await seen(anna, 'phone')).toBe(pushSubscriptionID)
    expect((await anna.delete(`/v1/push/subscriptions/${pushSubscriptionID}`)).status).toBe(204)
    expect((await anna.delete(`/v1/push/subscriptions/${pushSubscriptionID}`)).status).toBe(404)
  })

  test('It ends with the sign-out of its own session, not of another, and not when a session only expires', async () => {
    const onTablet = await signedIn(office.fetch, anna)
    await switchOn(office, service, anna, 'phone')
    await switchOn(office, service, onTablet, 'tablet')
    await onTablet.post('/v1/users/signout')
    expect(await listed(anna)).toHaveLength(1)
    office.clock.pass(40 * 86_400_000)
    expect((await anna.get('/v1/push/subscriptions')).status).toBe(401)
    const back = await signedIn(office.fetch, anna)
    expect(await listed(back)).toHaveLength(1)
    // Visited again, it belongs to the new session.
    expect(await seen(back, 'phone')).not.toBeNull()
    await back.post('/v1/users/signout')
    expect(await listed(await signedIn(office.fetch, anna))).toEqual([])
  })

  test('Signing out elsewhere, all others, or a new password end those devices', async () => {
    const others = [await signedIn(office.fetch, anna), await signedIn(office.fetch, anna)]
    await switchOn(office, service, anna, 'here')
    for (const [at, other] of others.entries()) await switchOn(office, service, other, `other-${at}`)
    const { body } = await anna.get<{ items: { sessionID: string; current: boolean }[] }>('/v1/users/sessions')
    const one = body.items.find(({ current }) => !current)!
    await anna.delete(`/v1/users/sessions/${one.sessionID}`)
    expect(await listed(anna)).toHaveLength(2)
    await anna.post('/v1/users/sessions/end-others')
    expect(await listed(anna)).toHaveLength(1)
    const again = await signedIn(office.fetch, anna)
    await switchOn(office, service, again, 'again')
    await anna.put('/v1/users/password', { currentPassword: PASSWORD, password: 'another long password' })
    expect(await listed(anna)).toHaveLength(1)
  })

  test('The eleventh device replaces the one unused for longest', async () => {
    for (let n = 0; n < 10; n++) {
      await switchOn(office, service, anna, `device-${n}`)
      office.clock.pass(1000)
    }
    await seen(anna, 'device-0')
    office.clock.pass(1000)
    await switchOn(office, service, anna, 'device-10')
    expect(await listed(anna)).toHaveLength(10)
    expect([await seen(anna, 'device-1'), typeof (await seen(anna, 'device-0'))]).toEqual([null, 'string'])
  })

  test('Many at once keep to ten, and the same browser at once has one row', async () => {
    await Promise.all(Array.from({ length: 14 }, (_, n) => on(anna, service.device(`many-${n}`).subscription)))
    expect((await listed(anna)).length).toBeLessThanOrEqual(10)
    const { subscription } = service.device('twice')
    const answers = await Promise.all([1, 2, 3].map(() => on(anna, subscription)))
    expect(new Set(answers.map(({ body }) => body['pushSubscriptionID'])).size).toBe(1)
  })

  test('The key pair is made once, by however many servers, and its private half is stored encrypted', async () => {
    const { db } = office.deps.database
    const pairs = await Promise.all(Array.from({ length: 6 }, () => pushKeys(db, office.deps)))
    expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1)
    const [{ publicKey, privateKey }] = pairs as [(typeof pairs)[0]]
    expect(await office.call(anna, getPushKey, {})).toEqual({ publicKey })
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
    const { rows } = await db.execute<{ value: string }>(sql`select value from installation`)
    expect(JSON.stringify(rows)).not.toContain(privateKey)
  })
})
