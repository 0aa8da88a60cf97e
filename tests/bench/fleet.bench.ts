import { type Answers, answersOf, measureBareServer } from './fleet/bare-server.ts'
import { type FleetFigures, measureFleet } from './fleet/measure.ts'
import { embeddedFleet, type Fleet, type FleetSize, postgresFleet } from './fleet/fleet.ts'
import { startPostgres } from './server/postgres.ts'
import { type Bench, compared, type Figure, interleaved, millis, type Options } from './support/figures.ts'

const SIZE: FleetSize = { drivers: 25, stops: 50, events: 500, admins: 5 }
const WHAT = `${SIZE.drivers} drivers × ${SIZE.events} events at once beside ${SIZE.admins} admins`

/** The evening: all phones come online at the same moment while the office reads. */
export async function fleet({ rounds, only }: Options): Promise<Bench> {
  const figures: Figure[] = []
  const method = [...METHOD]
  const asked = (name: string) => only === undefined || name.startsWith(only)
  if (asked('embedded')) figures.push(...(await onDatabase('embedded', rounds, await embeddedFleet(SIZE), null)))
  if (asked('PostgreSQL')) {
    const postgres = await startPostgres()
    if (postgres === null) method.push('PostgreSQL is not installed here: its figures are left out.')
    else {
      try {
        figures.push(
          ...(await onDatabase('PostgreSQL', rounds, await postgresFleet(SIZE, postgres), () =>
            postgres.newDatabase(),
          )),
        )
        method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on, for both.`)
      } finally {
        await postgres.stop()
      }
    }
  }
  return { figures, method }
}

async function onDatabase(
  name: string,
  rounds: number,
  fleet: Fleet,
  newDatabase: (() => Promise<string>) | null,
): Promise<Figure[]> {
  let answers: Answers | null = null
  const ours = async () => {
    const office = await fleet.open()
    try {
      const came = await measureFleet(fleet, { origin: office.product.origin, pid: office.product.pid() })
      answers ??= await answersOf(fleet, office.product.origin)
      return came
    } finally {
      await office.close()
    }
  }
  try {
    // The first one writes the answers that the bare route gives.
    const pairs = await interleaved(rounds, ours, () => measureBareServer(fleet, answers!, newDatabase))
    const of = (part: Exclude<keyof FleetFigures, 'peak'>) =>
      pairs.map(({ ours, rival }) => ({ ours: ours[part], rival: rival[part] }))
    const memory = pairs.flatMap(({ ours, rival }) =>
      ours.peak === null || rival.peak === null ? [] : [{ ours: ours.peak, rival: rival.peak }],
    )
    return [
      compared(`${WHAT}, ${name}: events a second`, of('eventsPerSecond'), (rate) => `${Math.round(rate)}/s`),
      compared('… a batch of up to 200, median', of('p50'), millis),
      compared('… a batch, p99', of('p99'), millis),
      compared('… an admin’s read, median', of('readP50'), millis),
      compared('… an admin’s read, p99', of('readP99'), millis),
      ...(memory.length === 0
        ? []
        : [compared('… memory of the server, highest', memory, (mb) => `${Math.round(mb)} MB`)]),
      // A wrong answer, or a record that was not stored, ends the bench before this line.
      { what: '… errors', ours: '0', rival: '0', ratio: null },
    ]
  } finally {
    fleet.remove()
  }
}

const METHOD = [
  `Fleet: the production server in a process of its own, one run of ${SIZE.drivers} trucks with ${SIZE.stops} stops each; every phone brings done, note, undo, done again in batches of 200, each with its reconciliation; every admin reads runs, the whole run, customers, drivers, half a second between; all from one process on the same machine, answers read to their end.`,
  'Beside it: a Fastify route that answers the same bytes and keeps each batch by one insert into one table: on the same PostgreSQL, or on PGlite in its own process, which as delivered does not wait for the disk.',
]
