import type { TestDevice } from '../device.ts'
import { quiet } from './idle-detection.ts'
import type { Story } from './steps.ts'
import { type Round, STOPS, type SimulatedBusiness } from './business.ts'
import type { Write } from './invariants.ts'
import type { Morning, Prepared } from './morning.ts'
import { Simulation } from './simulation.ts'

/** All tables that phones and server write in a simulated day. */
const WRITTEN_IN_A_DAY = [
  'audit',
  'counters',
  'customers',
  'devices',
  'drivers',
  'events',
  'incomes',
  'installation',
  'job_drivers',
  'jobs',
  'photos',
  'rate_limits',
  'runs',
  'sessions',
  'users',
]

/**
 * Days with the same start begin with the same morning: the server's tables and the phones' disks are restored to it,
 * for a fifth of the cost of creating it again. The other days begin with a new phone.
 */
export class Mornings {
  readonly business: SimulatedBusiness
  readonly #known = new Map<string, Morning & { schema: string }>()
  #empty: string | null = null

  constructor(business: SimulatedBusiness) {
    this.business = business
  }

  /** Restores the office to the morning of this day; everything that happened since is gone. */
  async of({
    fresh,
    start,
    stops,
    hands,
    elsewhere = false,
  }: Story): Promise<{ round: Round; morning: Morning | null }> {
    // Waits for what the previous day left under way; it would continue in this one.
    await quiet()
    const withMate = hands.includes('mate')
    if (fresh) {
      await this.#emptied()
      return { round: await this.business.newRound({ withMate, elsewhere, start, stops }), morning: null }
    }
    const morning = await this.#prepared(start, withMate)
    await this.#query(`select ${morning.schema}.bring_back()`)
    this.business.office.clock.set(morning.at)
    return { round: morning.round, morning }
  }

  /** Rows that are replaced day after day slow down a database that is never vacuumed. */
  async tidy(): Promise<void> {
    await this.#query(`vacuum ${WRITTEN_IN_A_DAY.join()}`)
  }

  async #emptied(): Promise<void> {
    if (this.#empty === null) await this.#query(keeping('before_all'))
    this.#empty = 'before_all'
    await this.#query(`select ${this.#empty}.bring_back()`)
  }

  async #prepared(start: string, withMate: boolean): Promise<Morning & { schema: string }> {
    const known = this.#known.get(`${start} ${withMate}`)
    if (known) return known
    await this.#emptied()
    const round = await this.business.newRound({ withMate, start })
    const simulation = new Simulation(this.business, round, quietDay(start), 0)
    const prepared = { device: await prepare(simulation, 'device', 1), second: await prepare(simulation, 'second', 3) }
    if (simulation.wrongs.length > 0) throw new Error(`The morning itself is wrong: ${simulation.wrongs.join('; ')}`)
    const schema = `morning_${this.#known.size + 1}`
    await this.#query(keeping(schema))
    const morning = {
      schema,
      round,
      at: simulation.clock.now().toISOString(),
      sent: simulation.sent,
      versions: simulation.versions,
      offsets: simulation.offsets,
      ...prepared,
    }
    this.#known.set(`${start} ${withMate}`, morning)
    return morning
  }

  async #query(text: string): Promise<void> {
    await this.business.office.deps.database.pool.query({ text })
  }
}

/** A day without faults or steps. */
export const quietDay = (start: string): Story => ({
  start,
  zone: 'Australia/Sydney',
  locks: true,
  journal: true,
  fresh: true,
  hands: ['device'],
  faultRate: 0,
  faults: [],
  stops: STOPS,
  steps: [],
})

async function prepare(simulation: Simulation, hand: 'device' | 'second', seed: number): Promise<Prepared> {
  const written: [string, readonly Write[]][] = []
  const device: TestDevice = simulation.device(hand, seed, (database, writes) => void written.push([database, writes]))
  await openFirst(simulation, device)
  await simulation.clock.run(2_000)
  await device.close()
  return { disk: device.disk, xsrf: device.network.xsrf, kept: new Map(simulation.localStorages.get(hand)), written }
}

/** The driver signs in on a phone that has no data of theirs, and the week is fetched. */
export async function openFirst(simulation: Simulation, device: TestDevice): Promise<void> {
  await device.signIn(device.driver)
  simulation.signedIn.set(device.network, device.driver.userID)
  await device.open()
  await simulation.clock.run(
    10_000,
    device.onceLooked(async () => (await device.status()).lastPullAt !== null),
  )
}

/** Opens the phone in its state of the morning. */
export async function openPrepared(simulation: Simulation, device: TestDevice): Promise<void> {
  simulation.signedIn.set(device.network, device.driver.userID)
  await device.open()
}

/** Written out table by table, so that the database plans it once and not every day. */
const keeping = (schema: string) => `
  create schema ${schema};
  ${WRITTEN_IN_A_DAY.map((name) => `create table ${schema}.${name} as table public.${name};`).join(' ')}
  create function ${schema}.bring_back() returns void language plpgsql set session_replication_role = replica as $$ begin
    ${WRITTEN_IN_A_DAY.map((name) => `delete from public.${name}; insert into public.${name} overriding system value table ${schema}.${name};`).join(' ')}
  end $$`
