import { openOffice, type Office } from '../office.ts'
import { prepareSnapshot } from '../embedded-snapshot.ts'
import { inTime } from '../in-time.ts'
import { openInThread } from './in-thread-database.ts'
import { judge } from './final-checks.ts'
import { live } from './run-day.ts'
import { storyOf } from './random-day.ts'
import { Mornings } from './prepared-devices.ts'
import { openBusiness } from './business.ts'

/** One simulated day. */
interface Day {
  seed: number
  /** The violations found in it, in sentences; empty: the day passed. */
  wrongs: string[]
  requests: number
  /** Every request and its result, without ids. */
  diary: string[]
}

/** Days after which the rows of past days are deleted. */
const TIDY_EVERY = 50
/** Real time in ms after which a day that does not end counts as a violation. */
const STUCK_MS = 120_000

/** One office, and days that run one after the other in it. */
export class Simulation {
  #office: Office | null = null
  #mornings: Mornings | null = null
  #lived = 0

  /** Runs and checks the day of one seed. Never throws for what goes wrong in it. */
  async day(seed: number): Promise<Day> {
    const mornings = (this.#mornings ??= await this.#open())
    if (++this.#lived % TIDY_EVERY === 0) await mornings.tidy()
    const zone = process.env['TZ']
    try {
      return await inTime(this.#live(mornings, seed), STUCK_MS, 'This day does not end')
    } catch (error) {
      // What this day left unfinished must not affect another day.
      this.#mornings = null
      return {
        seed,
        wrongs: [error instanceof Error ? String(error.stack ?? `${error.name}: ${error.message}`) : String(error)],
        requests: 0,
        diary: [],
      }
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  }

  async #live(mornings: Mornings, seed: number): Promise<Day> {
    const simulation = await live(mornings, storyOf(seed), seed)
    const wrongs = await judge(simulation)
    const devices = [...simulation.hands.values()]
    const requests = devices.reduce((sum, device) => sum + (device.settings.on ? 0 : device.network.requests.length), 0)
    for (const device of devices) device.kill()
    return { seed, wrongs, requests, diary: simulation.diary }
  }

  async #open(): Promise<Mornings> {
    const database = await openInThread(await prepareSnapshot())
    this.#office = await openOffice('embedded', { database })
    return new Mornings(await openBusiness(this.#office))
  }

  async close(): Promise<void> {
    await this.#office?.close()
  }
}
