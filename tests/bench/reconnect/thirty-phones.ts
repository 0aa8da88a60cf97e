import type { Office } from '../../support/office.ts'
import { officeClock, TestPhone } from '../../support/phone.ts'
import { seeded } from '../../support/simulation/seeded.ts'
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
  const phones: TestPhone[] = []
  for (const [at, { driver }] of rounds.entries()) {
    const dice = seeded(seed * 1000 + at)
    const phone = new TestPhone(office, driver, {
      clock,
      seed: seed * 1000 + at,
      ports: { random: jitter ? dice : () => 0.999999 },
    })
    await phone.signIn(driver)
    await phone.open()
    phones.push(phone)
  }
  await until(clock, phones, async (phone) => (await phone.status()).lastPullAt !== null)
  for (const phone of phones) phone.goOffline()
  for (const [at, phone] of phones.entries()) for (const stop of rounds[at]!.stops) await phone.finish(stop)
  await clock.run(60_000)
  for (const phone of phones) {
    phone.network.fate = () => 'drop-request'
    phone.goOnline()
  }
  await clock.run(OUTAGE_MS)
  const back = clock.now().getTime()
  arrived.length = 0
  for (const phone of phones) phone.network.fate = () => 'none'
  await until(clock, phones, async (phone) => (await phone.events()).every(({ state }) => state === 'acknowledged'))
  const allIn = (clock.now().getTime() - back) / 60_000
  await clock.run(60_000)
  for (const phone of phones) phone.kill()
  return { peak: busiestSecond(arrived), allIn }
}

async function until(
  clock: ReturnType<typeof officeClock>,
  phones: readonly TestPhone[],
  is: (phone: TestPhone) => Promise<boolean>,
): Promise<void> {
  const left = new Set(phones)
  const all = async () => {
    for (const phone of left) {
      if (await is(phone)) left.delete(phone)
      else return false
    }
    return true
  }
  if (!(await clock.run(LONGEST_MS, all)))
    throw new Error(`${left.size} of ${phones.length} phones did not come through.`)
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
