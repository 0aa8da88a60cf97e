import type { Office } from '../../support/office.ts'
import { officeClock, TestDevice } from '../../support/device.ts'
import { seeded } from '#domain/seeded.ts'
import type { SimulatedBusiness } from '../../support/simulation/business.ts'

/** How the server and thirty phones reconnect. */
export interface Reconnected {
  /** Requests that reached the server in the busiest second. */
  peak: number
  /** Minutes from the server's return until it has everything. */
  allIn: number
}

export const PHONES = 30
const OUTAGE_MS = 20 * 60_000
const LONGEST_MS = 15 * 60_000

/**
 * Thirty production cores, each with its own database and records, one production server, and a clock that advances
 * only when nothing else is pending: all come online at one moment, while the server is down. No phone is used when the
 * server is back.
 * @param jitter false: the same retry delays without the random part
 */
export async function reconnect(fixture: SimulatedBusiness, seed: number, jitter: boolean): Promise<Reconnected> {
  const rounds = []
  for (let at = 0; at < PHONES; at += 1) rounds.push(await fixture.newRound())
  const clock = officeClock(fixture.office)
  const arrived: number[] = []
  const fetch: Office['fetch'] = (input, init) => {
    arrived.push(clock.now().getTime())
    return fixture.office.fetch(input, init)
  }
  const office: Office = Object.create(fixture.office, { fetch: { value: fetch } })
  const devices: TestDevice[] = []
  for (const [at, { driver }] of rounds.entries()) {
    const dice = seeded(seed * 1000 + at)
    const device = new TestDevice(office, driver, {
      clock,
      seed: seed * 1000 + at,
      ports: { random: jitter ? dice : () => 0.999999 },
    })
    await device.signIn(driver)
    await device.open()
    devices.push(device)
  }
  await until(clock, devices, async (device) => (await device.status()).lastPullAt !== null)
  for (const device of devices) device.goOffline()
  for (const [at, device] of devices.entries()) for (const stop of rounds[at]!.stops) await device.finish(stop)
  await clock.run(60_000)
  for (const device of devices) {
    device.network.fate = () => 'drop-request'
    device.goOnline()
  }
  await clock.run(OUTAGE_MS)
  const back = clock.now().getTime()
  arrived.length = 0
  for (const device of devices) device.network.fate = () => 'none'
  await until(clock, devices, async (device) => (await device.events()).every(({ state }) => state === 'acknowledged'))
  const allIn = (clock.now().getTime() - back) / 60_000
  await clock.run(60_000)
  for (const device of devices) device.kill()
  return { peak: busiestSecond(arrived), allIn }
}

async function until(
  clock: ReturnType<typeof officeClock>,
  devices: readonly TestDevice[],
  is: (device: TestDevice) => Promise<boolean>,
): Promise<void> {
  const left = new Set(devices)
  const all = async () => {
    for (const device of left) {
      if (await is(device)) left.delete(device)
      else return false
    }
    return true
  }
  if (!(await clock.run(LONGEST_MS, all)))
    throw new Error(`${left.size} of ${devices.length} phones did not come through.`)
}

/** @param instants ms, in order */
function busiestSecond(instants: readonly number[]): number {
  let peak = 0
  let from = 0
  for (const [at, instant] of instants.entries()) {
    while (instant - instants[from]! >= 1000) from += 1
    peak = Math.max(peak, at - from + 1)
  }
  return peak
}
