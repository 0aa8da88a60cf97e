import { activateRun } from '#contract/v1/runs-office.ts'
import { signIn } from '#contract/v1/session.ts'
import { Stops } from '../durability/work.ts'
import { askAt } from '../fixtures/business-on-disk.ts'
import { fixtures } from '../fixtures/make.ts'
import { nobodyOf } from '../support/person.ts'
import type { Writer } from './load.ts'

/** The first admin of the servers that are written to. */
export const ADMIN = { email: 'office@failover.example', password: 'a long office password' }
const PASSWORD = 'a long driver password'
const DRIVERS = 3
const WRITERS = 8
/** More than are finished while the database is broken, so that outcomes are recorded to the end. */
const STOPS_OF_EACH = 400

/** Three drivers’ phones and the office, as many at each address of the servers. */
export async function writersAt(origins: readonly string[]): Promise<Writer[]> {
  const ask = askAt(origins[0]!)
  const { token } = await ask(signIn, ADMIN)
  const make = fixtures((endpoint, input) => ask(endpoint, input, token), null)
  const [{ suburbID }, { productID }] = [await make.suburb(), await make.product()]
  const drivers: { driverID: string; email: string }[] = []
  for (let at = 0; at < DRIVERS; at += 1) {
    const email = `driver${at}@failover.example`
    drivers.push({ driverID: (await make.driver({ email, password: PASSWORD })).driverID, email })
    for (let stop = 0; stop < STOPS_OF_EACH; stop += 1) await make.customer({ suburbID, productID, runNumber: at + 1 })
  }
  const draft = await make.run({ drivers: drivers.map(({ driverID }, at) => ({ runNumber: at + 1, driverID })) })
  const run = await ask(activateRun, { runOrderID: draft.runOrderID }, token)
  const stops = drivers.map(
    ({ driverID }) =>
      new Stops(
        run.runOrderID,
        run.jobs.filter((stop) => stop.driverID === driverID).map(({ assignmentID }) => assignmentID),
      ),
  )
  const writers: Writer[] = []
  for (let at = 0; at < WRITERS; at += 1) {
    const origin = origins[at % origins.length]!
    const as = async (account: { email: string; password: string }) =>
      nobodyOf(
        (url, init) =>
          fetch(origin + String(url), { ...init, redirect: 'manual', signal: AbortSignal.timeout(60_000) }),
        (await askAt(origin)(signIn, account)).token,
      )
    const driver = drivers[at % DRIVERS]!
    writers.push({
      people: { admin: await as(ADMIN), driver: await as({ email: driver.email, password: PASSWORD }), origin },
      stops: stops[at % DRIVERS]!,
    })
  }
  return writers
}
