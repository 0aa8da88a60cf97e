import { afterAll, beforeAll, expect, test } from 'vitest'
import { Simulation } from './run-days.ts'
import { storyOf } from './random-day.ts'

/** Defines the test that runs the days of these seeds, both included. Two files share the thousand: one for each core. */
export function everyTapArrivesOnce(first: number, last: number): void {
  let simulation: Simulation
  beforeAll(() => {
    simulation = new Simulation()
  })
  afterAll(() => simulation.close())

  test(
    `every tap that was shown as saved arrives exactly once, on the seeded days ${first} to ${last}`,
    { timeout: 900_000 },
    async () => {
      for (let seed = first; seed <= last; seed++) {
        const { wrongs } = await simulation.day(seed)
        expect(wrongs, `npm run sim -- --seed ${seed}\n${JSON.stringify(storyOf(seed))}`).toEqual([])
      }
    },
  )
}
