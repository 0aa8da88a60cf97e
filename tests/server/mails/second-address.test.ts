import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { act, activeRun, deviceOf } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { lettersTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'

const SHARED = 'sam@home.example'

describe.each(databases)('A customer with a second address and the same email, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    await office.admin.put('/v1/settings/business.phone', { value: '02 9876 5432' })
  })

  test('is led to no page that shows the other address: they can’t sign in for this one', async () => {
    const { run, driver } = await activeRun(office, 3)
    const [home, shop, missed] = run.jobs
    for (const stop of [home, shop, missed])
      await office.admin.put(`/v1/users/customers/${stop!.customerID}`, { email: SHARED, shareEmail: true })
    const device = deviceOf(office, driver, run)
    await device.send([device.done(home!), device.done(shop!)])
    await act(office.admin, run, 'complete', { outstanding: 'shift' })
    await office.admin.post(`/v1/runs/${run.runOrderID}/not-reached/mail`, {})
    await office.admin.delete(`/v1/users/customers/${shop!.customerID}/cancel`)
    const letters = await lettersTo(office, SHARED)
    const about = (words: string) => letters.filter((text) => text.includes(words))
    expect(about('Something wrong? Tell us: http://office.test/schedules')).toHaveLength(1)
    expect(about('Something wrong? Tell us: call 02 9876 5432')).toHaveLength(1)
    expect(about('Your collections: call 02 9876 5432')).toHaveLength(1)
    expect(about('You can still see and pay your invoices: call 02 9876 5432')).toHaveLength(1)
  })
})
