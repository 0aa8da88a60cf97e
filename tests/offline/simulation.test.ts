import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '#server/package-root.ts'
import { BREAKS, notFound } from '../support/simulation/breaks.ts'
import { Simulation } from '../support/simulation/run-days.ts'
import { storyOf } from '../support/simulation/random-day.ts'

/** Most planted breaks are seen by the hundredth day; `npm run proof` runs a thousand and ten thousand. */
const DAYS = 120

describe('whatever goes wrong between phone and office', () => {
  test('the same seed gives the same day', { timeout: 120_000 }, async () => {
    const [simulation, another] = [new Simulation(), new Simulation()]
    for (const seed of [5_003, 5_008]) {
      const [one, other] = [await simulation.day(seed), await another.day(seed)]
      expect(other.diary).toEqual(one.diary)
      expect(one.diary.length).toBeGreaterThan(2)
    }
    await Promise.all([simulation.close(), another.close()])
  })

  describe('on seeded days', () => {
    let simulation: Simulation
    beforeAll(() => {
      simulation = new Simulation()
    })
    afterAll(() => simulation.close())

    test('every tap that was shown as saved arrives exactly once', { timeout: 300_000 }, async () => {
      for (let seed = 1; seed <= DAYS; seed++) {
        const { wrongs } = await simulation.day(seed)
        expect(wrongs, `npm run sim -- --seed ${seed}\n${JSON.stringify(storyOf(seed))}`).toEqual([])
      }
    })
  })

  test('the code that each planted fault changes still exists', () => {
    expect(BREAKS.flatMap((one) => notFound(one, packageRoot()) ?? [])).toEqual([])
    expect(new Set(BREAKS.map(({ name }) => name)).size).toBe(BREAKS.length)
    expect(BREAKS.length).toBeGreaterThanOrEqual(16)
  })
})
