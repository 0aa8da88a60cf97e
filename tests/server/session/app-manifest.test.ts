import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appManifest } from '#client/app/app-manifest.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

describe.each(databases)('the manifest of a customer’s app on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  test('has the firm’s name, a customer’s shortcuts, and is otherwise the app’s own', async () => {
    const { id, start_url, scope, display, lang, dir, orientation, background_color, theme_color, icons } = appManifest
    const shared = { id, start_url, scope, display, lang, dir, orientation, background_color, theme_color, icons }
    await office.admin.put('/v1/settings/business.name', { value: 'Grün & Söhne' })
    const answer = await office.fetch('/v1/app-manifest')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/manifest+json'])
    expect(await answer.json()).toEqual({
      ...shared,
      name: 'Grün & Söhne',
      short_name: 'Grün & Söhne',
      shortcuts: [expect.objectContaining({ url: '/schedules' }), expect.objectContaining({ url: '/invoices' })],
    })
  })
})
