import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Office, openOffice } from '../support/office.ts'
import { judge } from '../support/simulation/judges.ts'
import { live } from '../support/simulation/live.ts'
import { storyOf } from '../support/simulation/story.ts'
import { type Town, openTown } from '../support/simulation/town.ts'

const ONE_SEED = process.env['SIM_SEED']
const FIRST = Number(process.env['SIM_FIRST'] ?? 1)
const RUNS = Number(process.env['SIM_RUNS'] ?? 200)

describe('whatever goes wrong between phone and office', () => {
  let office: Office
  let town: Town
  beforeAll(async () => {
    office = await openOffice('embedded')
    town = await openTown(office)
  }, 60_000)
  afterAll(() => office.close())

  test(`every tap that was shown as saved arrives exactly once, in ${RUNS} seeded days`, { timeout: 600_000 }, async () => {
    const seeds = ONE_SEED === undefined ? Array.from({ length: RUNS }, (_, at) => FIRST + at) : [Number(ONE_SEED)]
    for (const seed of seeds) {
      const story = storyOf(seed)
      const again = `SIM_SEED=${seed} npx vitest run tests/offline/simulation.test.ts\n${JSON.stringify(story)}`
      const lived = await live(town, story, seed).catch((error: unknown) => {
        throw new Error(`${again}\n${error instanceof Error ? error.stack : String(error)}`)
      })
      const wrongs = await judge(town, lived)
      expect(wrongs, again).toEqual([])
      await lived.phone.close()
      if (process.env['SIM_LOG']) process.stderr.write(`seed ${seed}: ${lived.saved.length} saved, ${lived.phone.network.requests.length} requests\n`)
    }
  })
})
