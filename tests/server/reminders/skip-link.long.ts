import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listNoPickups } from '#contract/v1/no-pickups.ts'
import { getSkipLink, skipByLink } from '#contract/v1/skip-links.ts'
import { skipToken } from '#server/features/reminders/skip-token.ts'
import { act } from '../../fixtures/runs.ts'
import { CUTOFF, driveNextWeek, dueNextWeek, NEXT_WEEK, readyToRemind } from '../../fixtures/reminders.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { signedIn } from '../../support/person.ts'

describe.each(databases)('The skip link of a reminder, on %s', (kind) => {
  let office: Office
  let customerID: string
  let token: string
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    await readyToRemind(office)
    const [customer] = await dueNextWeek(office, 1)
    customerID = customer!.customerID
    token = skipToken(office.deps.secrets, customerID, NEXT_WEEK)
  })

  const look = () => office.call(office.nobody, getSkipLink, { skipToken: token })
  const press = () => office.call(office.nobody, skipByLink, { skipToken: token })
  const skipped = async () =>
    (await office.call(await signedIn(office.fetch, office.admin), listNoPickups, { customerID })).items

  test('Opening it, as a mail scanner does, changes nothing', async () => {
    for (let time = 0; time < 3; time++)
      expect(await look()).toMatchObject({
        businessName: 'Green Bags',
        phone: '0299991234',
        firstName: 'Anna',
        fromDate: '2026-11-16',
        toDate: '2026-11-22',
        cutoff: 'Sunday 15 November, 11:59 pm',
        state: 'open',
        skippedAt: null,
        justNow: false,
      })
    const head = await office.fetch(`/v1/skip-links/${token}`, { method: 'HEAD' })
    expect(head.status).toBeLessThan(500)
    // A form or a script of another site has no XSRF cookie to repeat.
    const foreign = await office.fetch(`/v1/skip-links/${token}`, { method: 'POST', body: '{}' })
    expect(foreign.status).toBe(400)
    expect(await skipped()).toEqual([])
  })

  test('Pressed, it makes the customer’s no pickup; pressed twice it says so', async () => {
    expect(await press()).toMatchObject({ state: 'skipped', justNow: true })
    expect(await skipped()).toMatchObject([{ ...NEXT_WEEK, late: false, customerID, reason: null }])
    office.clock.pass(60_000)
    expect(await press()).toMatchObject({ state: 'skipped', justNow: false, skippedAt: expect.any(String) })
    expect(await look()).toMatchObject({ state: 'skipped' })
    expect(await skipped()).toHaveLength(1)
  })

  test('Pressed in several windows at once it is made once', async () => {
    const answers = await Promise.all([press(), press(), press(), press()])
    expect(answers.every(({ state }) => state === 'skipped')).toBe(true)
    expect(answers.filter(({ justNow }) => justNow)).toHaveLength(1)
    expect(await skipped()).toHaveLength(1)
  })

  test('Of a week whose collection is over, or moved, there is nothing to skip', async () => {
    const run = await driveNextWeek(office, { [customerID]: (device, stop) => device.done(stop) })
    expect(await look()).toMatchObject({ state: 'not_due' })
    expect(await press()).toMatchObject({ state: 'not_due', justNow: false })
    await act(office.admin, run, 'complete')
    expect(await press()).toMatchObject({ state: 'not_due' })
    expect(await skipped()).toEqual([])
  })

  test('From the cut-off on it only explains', async () => {
    office.clock.set(new Date(new Date(CUTOFF).getTime() - 1).toISOString())
    expect((await look()).state).toBe('open')
    office.clock.set(CUTOFF)
    expect((await look()).state).toBe('too_late')
    expect(await press()).toMatchObject({ state: 'too_late', justNow: false })
    expect(await skipped()).toEqual([])
  })

  test('Another person’s, an altered, a cut and an old link open nothing', async () => {
    const [other] = await dueNextWeek(office, 1)
    const [, week, signature = ''] = token.split('.')
    const altered = [
      `${other!.customerID}.${week}.${signature}`,
      `${customerID}.2026-12-3.${signature}`,
      `${customerID}.${week}.${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`,
      token.slice(0, -1),
      `${token}0`,
      'x',
      skipToken({ hmac: () => 'a'.repeat(64) }, customerID, NEXT_WEEK),
    ]
    for (const wrong of altered) {
      const path = `/v1/skip-links/${encodeURIComponent(wrong)}`
      expect(await office.nobody.get(path)).toMatchObject(refusal(400, 'token_invalid'))
      expect(await office.nobody.post(path, {})).toMatchObject(refusal(400, 'token_invalid'))
    }
    expect((await office.call(office.admin, listNoPickups, {})).total).toBe(0)
  })

  test('Of a customer who has left, and of a week that is no longer in the calendar, it opens nothing', async () => {
    await office.admin.delete(`/v1/users/customers/${customerID}/cancel`)
    expect(await office.nobody.post(`/v1/skip-links/${token}`, {})).toMatchObject(refusal(400, 'token_invalid'))
    const gone = skipToken(office.deps.secrets, customerID, { ...NEXT_WEEK, yearNumber: 2030 })
    expect(await office.nobody.get(`/v1/skip-links/${gone}`)).toMatchObject(refusal(400, 'token_invalid'))
  })
})
