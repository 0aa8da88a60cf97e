import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compose } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { reseal } from '#server/sealed-values.ts'
import { aSuburb } from '../fixtures/office-bodies.ts'
import { databases } from '../support/databases.ts'
import { tokensTo } from '../support/mailed-links.ts'
import { type Office, openOffice } from '../support/office.ts'

const OLD = 'the key of the first year which is long'
const NEW = 'the key of the second year which is long'

describe.each(databases)('replacing SECRET_KEY on %s', (kind) => {
  let office: Office
  const others: Office[] = []
  beforeEach(async () => {
    office = await openOffice(kind, { environment: { SECRET_KEY: OLD } })
  })
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close()
    await office.close()
  })

  /** The same database, which stays open when a server that uses it is closed. */
  const shared = () => ({ ...office.deps.database, close: () => Promise.resolve() })

  /** Another server on the same database. */
  async function serverWith(environment: Record<string, string>): Promise<Office> {
    const other = await openOffice(kind, { database: shared(), environment })
    others.push(other)
    return other
  }

  async function sealSomething(): Promise<string> {
    const driver = await office.driver({ taxFileNumber: '123 456 782', bsb: '062-000', accountNumber: '12345678' })
    await office.nobody.post('/v1/users/forgot-password', { email: office.admin.email })
    expect(await addSuburb(office)).toMatchObject({ status: 201 })
    return driver.userID
  }

  const suburb = aSuburb()
  const addSuburb = (at: Office) => at.admin.post('/v1/users/suburbs', suburb, { 'idempotency-key': 'once' })

  test('while two servers have the keys in another order, a repeated request gets its first answer from both', async () => {
    await sealSomething()
    const other = await serverWith({ SECRET_KEY: NEW, OLD_SECRET_KEYS: OLD })
    const { total } = (await other.admin.get<{ total: number }>(`/v1/users/suburbs?keyword=${suburb.label}`)).body
    expect(await addSuburb(other)).toMatchObject({ status: 201 })
    expect((await other.admin.get(`/v1/users/suburbs?keyword=${suburb.label}`)).body).toMatchObject({ total })
  })

  test('while one server after the other takes each of the two steps, every one opens what any of them seals', async () => {
    // Each step of docs/operations.md is carried out by one server while the other is still at the step before.
    const steps = [
      { SECRET_KEY: OLD, OLD_SECRET_KEYS: NEW },
      { SECRET_KEY: NEW, OLD_SECRET_KEYS: OLD },
    ]
    let before = office
    for (const step of steps) {
      const after = await serverWith(step)
      for (const [sealing, opening] of [
        [before, after],
        [after, before],
      ] as const) {
        const driver = await sealing.driver({ taxFileNumber: '123 456 782', bsb: '062-000', accountNumber: '12345678' })
        for (const server of [opening, sealing])
          expect(await server.admin.get(`/v1/users/drivers/${driver.userID}/private`)).toMatchObject({
            status: 200,
            body: { taxFileNumber: '123456782' },
          })
      }
      before = after
    }
  })

  test('the old key can be removed once every value is sealed anew, and not before', async () => {
    const driverID = await sealSomething()
    const both = await serverWith({ SECRET_KEY: NEW, OLD_SECRET_KEYS: OLD })
    await expect(compose(readConfig({ SECRET_KEY: NEW }), { database: shared() })).rejects.toThrow(
      'OLD_SECRET_KEYS lacks a key',
    )

    expect(await reseal(both.deps.database.db, both.deps.secrets)).toBeGreaterThanOrEqual(5)
    expect(await reseal(both.deps.database.db, both.deps.secrets)).toBe(0)

    const after = await serverWith({ SECRET_KEY: NEW })
    expect((await after.admin.get(`/v1/users/drivers/${driverID}/private`)).body).toMatchObject({
      taxFileNumber: '123456782',
      bsb: '062-000',
      accountNumber: '12345678',
    })
    expect(await tokensTo(after, office.admin.email)).toHaveLength(1)
    // Its body can no longer be compared: it is refused rather than carried out twice.
    expect(await addSuburb(after)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })
})
