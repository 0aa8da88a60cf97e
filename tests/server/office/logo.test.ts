import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LOGO_MAX_BYTES } from '#domain/limits.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { ascii, jpeg, segment } from '../../fixtures/jpeg.ts'
import { chunk, png } from '../../fixtures/png.ts'
import { type Fields, refusal } from '../../fixtures/office-bodies.ts'

const addressOf = (bytes: Uint8Array) => `/v1/logo/${createHash('sha256').update(bytes).digest('hex')}`

describe.each(databases)('The firm’s logo on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const put = (bytes: Uint8Array | undefined) =>
    office.admin.put('/v1/settings/logo', bytes, { 'content-type': 'application/octet-stream' })
  const shown = async () => {
    const config = await office.nobody.get<Fields>('/v1/config')
    const profile = await office.admin.get<{ business: Fields }>('/v1/users/profile')
    return [config.body['logoUrl'], profile.body.business['logoUrl']]
  }
  const changes = async () =>
    (
      await office.deps.database.db.execute<{ action: string; before: Fields; after: Fields }>(
        sql`select action, before, after from audit where subject_id = 'logo' order by created_at`,
      )
    ).rows

  test('there is none until the office uploads one', async () => {
    expect(await shown()).toEqual([null, null])
    expect(await office.nobody.get(addressOf(png()))).toMatchObject(refusal(404, 'not_found'))
    expect(await office.nobody.get('/v1/logo/none')).toMatchObject(refusal(404, 'not_found'))
  })

  test.each([
    ['png', 'image/png', png()],
    ['jpg', 'image/jpeg', jpeg()],
  ])(
    'a %s is on the login page and in every user’s profile, at an address of this server',
    async (_name, type, bytes) => {
      expect(await put(bytes)).toMatchObject({ status: 200, body: { logoUrl: addressOf(bytes) } })
      expect(await shown()).toEqual([addressOf(bytes), addressOf(bytes)])
      const answer = await office.fetch(addressOf(bytes))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
    },
  )

  test('any browser may cache it for ever, no script hidden in it can run, and it sets no cookie', async () => {
    const bytes = png()
    await put(bytes)
    const { headers } = await office.fetch(addressOf(bytes))
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('a new one replaces it and its old address is gone; an empty one removes it', async () => {
    const [one, other] = [png(), png({ size: 200 })]
    await put(one)
    office.clock.pass(1000)
    await put(other)
    office.clock.pass(1000)
    expect(await shown()).toEqual([addressOf(other), addressOf(other)])
    expect((await office.nobody.get(addressOf(one))).status).toBe(404)
    expect(await put(undefined)).toMatchObject({ status: 200, body: { logoUrl: null } })
    expect(await shown()).toEqual([null, null])
    expect((await changes()).map(({ action }) => action)).toEqual(['logo.update', 'logo.update', 'logo.delete'])
  })

  test('the same one again changes nothing and makes no audit entry; nor does removing a missing one', async () => {
    await put(undefined)
    await put(jpeg())
    await put(jpeg())
    expect(await changes()).toMatchObject([
      { action: 'logo.update', before: { hash: null }, after: { hash: addressOf(jpeg()).slice('/v1/logo/'.length) } },
    ])
  })

  test('a file that is no jpg or png by its first bytes is refused, whatever type it names', async () => {
    const drawing = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect(await office.admin.put('/v1/settings/logo', drawing, { 'content-type': 'image/png' })).toMatchObject(
      refusal(422, 'not_a_photo'),
    )
    expect(await shown()).toEqual([null, null])
  })

  test.each([
    ['a position', jpeg({ size: 300, beside: [segment(0xe1, ascii('Exif\0\0MM\0*'))] }), 'photo_has_metadata'],
    ['a text', png({ size: 300, beside: [chunk('tEXt', ascii('Made with'))] }), 'photo_has_metadata'],
    ['30,000 by 30,000 pixels', png({ width: 30_000, height: 30_000 }), 'photo_too_many_pixels'],
    ['half of it', png().slice(0, 60), 'photo_incomplete'],
  ])('one with %s is refused', async (_what, bytes, reason) => {
    expect(await put(bytes)).toMatchObject({ status: 422, body: { code: 'not_a_photo', reason } })
    expect(await shown()).toEqual([null, null])
  })

  test('one of 200 kB is accepted, one a byte larger is not', async () => {
    expect((await put(png({ size: LOGO_MAX_BYTES }))).status).toBe(200)
    expect(await put(png({ size: LOGO_MAX_BYTES + 1 }))).toMatchObject({
      status: 413,
      body: { code: 'logo_too_large', message: 'Max file size: 200 kB' },
    })
  })

  test('of two uploads at once one stays', async () => {
    const [one, other] = [png(), jpeg()]
    expect((await Promise.all([put(one), put(other)])).map(({ status }) => status)).toEqual([200, 200])
    expect([addressOf(one), addressOf(other)]).toContain((await shown())[0])
    const { rows } = await office.deps.database.db.execute(sql`select hash from logo`)
    expect(rows).toHaveLength(1)
  })

  test('only an admin changes it', async () => {
    const driver = await office.driver()
    expect(await driver.put('/v1/settings/logo', png())).toMatchObject(refusal(403, 'forbidden'))
    expect(await office.nobody.put('/v1/settings/logo', png())).toMatchObject(refusal(401, 'unauthenticated'))
  })
})
