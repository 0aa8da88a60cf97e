import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareSnapshot } from '../support/embedded-snapshot.ts'
import { type Office, openOffice } from '../support/office.ts'
import { openInThread } from '../support/simulation/in-thread-database.ts'
import { judge } from '../support/simulation/final-checks.ts'
import { killedAt } from '../support/simulation/run-day.ts'
import { type SimulatedBusiness, openBusiness } from '../support/simulation/business.ts'

describe('an app that is killed at one step and opened again', () => {
  let office: Office
  let business: SimulatedBusiness
  beforeAll(async () => {
    const database = await openInThread(await prepareSnapshot())
    office = await openOffice('embedded', { database })
    business = await openBusiness(office)
  })
  afterAll(() => office.close())

  test.each([
    ['saving a photo', 'tap', 8],
    ['opening, sending, uploading and acknowledging', 'sync', 60],
  ] as const)(
    'loses and doubles nothing, whichever step of %s it is',
    { timeout: 600_000 },
    async (_name, during, atLeast) => {
      let step = 1
      for (; ; step++) {
        const { simulation, killed } = await killedAt(business, during, step)
        expect(await judge(simulation), `killed at step ${step}`).toEqual([])
        for (const device of simulation.hands.values()) device.kill()
        if (!killed) break
      }
      expect(step).toBeGreaterThan(atLeast)
    },
  )
})
