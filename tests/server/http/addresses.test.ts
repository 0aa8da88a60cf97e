import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/http/app.ts'
import { inProcess } from '../../support/in-process.ts'
import { nobodyOf } from '../../support/person.ts'
import { activeRun } from '../../fixtures/runs.ts'
import {
  announced,
  jpeg,
  openPhotoOffice,
  photographed,
  type PhotoOffice,
  type Signed,
} from '../../fixtures/photo-office.ts'
import { databases } from '../../support/databases.ts'

describe('addresses in answers', () => {
  let office: PhotoOffice
  beforeAll(async () => {
    office = await openPhotoOffice('embedded', databases[0]!)
  })
  afterAll(() => office?.close())
  beforeEach(() => office.reset())

  /** A second server for the office, started with this PUBLIC_URL or without one. */
  async function server(origin: string | null, trustProxy = false) {
    const fetch = inProcess(
      await buildApp(office.deps, office.routes, { trustProxy, tls: null, origin, clientDir: null }),
    )
    return { fetch, admin: nobodyOf(fetch, office.admin.token) }
  }

  const made: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: 'evil.example', 'x-forwarded-host': 'worse.example', 'x-forwarded-proto': 'https' },
    { host: 'localhost:3000' },
  ]

  test.each(made)('without PUBLIC_URL they are relative, whatever host the caller names: %j', async (headers) => {
    const { fetch, admin } = await server(null, true)
    const bytes = jpeg()
    const one = await admin.post<Signed>(
      '/v1/users/signed-url',
      { purpose: 'customer-photo', ...announced(bytes) },
      headers,
    )
    expect(one).toMatchObject({ status: 201, body: { url: expect.stringMatching(/^\/v1\/files\//) } })
    expect(
      (await fetch(one.body.url, { method: 'PUT', headers: one.body.headers, body: new Uint8Array(bytes) })).status,
    ).toBe(204)
    const { run, driver } = await activeRun(office, 1)
    const several = await nobodyOf(fetch, driver.token).post<{ uploads: { upload: Signed }[] }>(
      '/v1/users/signed-urls',
      { photos: [{ ...announced(bytes), assignmentID: run.jobs[0]!.assignmentID }] },
      headers,
    )
    expect(several.body.uploads[0]?.upload.url).toMatch(/^\/v1\/files\//)
    const seen = await admin.get<{ url: string }>(
      `/v1/photos/${await photographed(office, driver, run, run.jobs[0]!)}`,
      headers,
    )
    expect([seen.status, seen.headers.get('location')]).toEqual([302, seen.body.url])
    expect(seen.body.url).toMatch(/^\/v1\/files\//)
    expect((await fetch(seen.body.url)).status).toBe(200)
  })

  test('with PUBLIC_URL they begin with it, whatever host the caller names', async () => {
    const { admin } = await server('https://rounds.example')
    for (const headers of made) {
      const { body } = await admin.post<Signed>(
        '/v1/users/signed-url',
        { purpose: 'customer-photo', ...announced(jpeg()) },
        headers,
      )
      expect(body.url).toMatch(/^https:\/\/rounds\.example\/v1\/files\//)
    }
  })

  test('no answer repeats the host of its caller', async () => {
    const { fetch, admin } = await server(null, true)
    for (const path of [
      '/v1/config',
      '/v1/users/profile',
      '/v1/openapi.json',
      '/v1/nothing',
      '/',
      '/v1/users/customers',
    ]) {
      const answer = await admin.get(path, made[1])
      expect(JSON.stringify([answer.body, [...answer.headers]])).not.toMatch(/evil|worse/)
    }
    const redirected = await fetch('/v1', { headers: made[1] })
    expect(JSON.stringify([...redirected.headers])).not.toMatch(/evil|worse/)
  })
})
