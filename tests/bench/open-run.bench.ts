import { embeddedFleet, type Fleet, type FleetSize, postgresFleet } from './fleet/fleet.ts'
import { type Pace, watch, type Watched, type Watching } from './open-run/measure.ts'
import { startPostgres } from './server/postgres.ts'
import { type Bench, compared, type Figure, interleaved, millis, type Options } from './support/figures.ts'

const PACE: Pace = { seconds: 30, eventsPerSecond: 200 }
const SIZE: FleetSize = { drivers: 25, stops: 80, events: 0, admins: 20 }
const WHAT = `${SIZE.drivers * SIZE.stops} stops, ${PACE.eventsPerSecond} events a second, ${SIZE.admins} admins watching`

/** The office keeps a run's page open while the run is driven. */
export async function openRun({ rounds, only }: Options): Promise<Bench> {
  const figures: Figure[] = []
  const method = [...METHOD]
  const asked = (name: string) => only === undefined || name.startsWith(only)
  if (asked('embedded')) figures.push(...(await onDatabase('embedded', rounds, await embeddedFleet(SIZE))))
  if (asked('PostgreSQL')) {
    const postgres = await startPostgres()
    if (postgres === null) method.push('PostgreSQL is not installed here: its figures are left out.')
    else {
      try {
        figures.push(...(await onDatabase('PostgreSQL', rounds, await postgresFleet(SIZE, postgres))))
        method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on, for both.`)
      } finally {
        await postgres.stop()
      }
    }
  }
  return { figures, method }
}

async function onDatabase(name: string, rounds: number, fleet: Fleet): Promise<Figure[]> {
  const by = (how: Watching) => async () => {
    const office = await fleet.open()
    try {
      return await watch(fleet, { origin: office.product.origin, pid: office.product.pid() }, how, PACE)
    } finally {
      await office.close()
    }
  }
  try {
    const pairs = await interleaved(rounds, by('progress'), by('whole run'))
    const of = (part: Exclude<keyof Watched, 'peak' | 'again'>) =>
      pairs.map(({ ours, rival }) => ({ ours: ours[part], rival: rival[part] }))
    const memory = pairs.flatMap(({ ours, rival }) =>
      ours.peak === null || rival.peak === null ? [] : [{ ours: ours.peak, rival: rival.peak }],
    )
    return [
      compared(`${WHAT}, ${name}: a poll, median`, of('pollP50'), millis),
      compared('… a poll, p95', of('pollP95'), millis),
      compared('… a batch of a driver, median', of('doneP50'), millis),
      compared('… a batch, p95', of('doneP95'), millis),
      {
        what: '… asked to try again in a moment',
        ours: total(pairs.map(({ ours }) => ours.again)),
        rival: total(pairs.map(({ rival }) => rival.again)),
        ratio: null,
      },
      compared('… read by one admin in a minute', of('read'), (mb) => `${mb.toFixed(1)} MB`),
      compared('… the run’s page opened afterwards', of('opening'), millis),
      ...(memory.length === 0
        ? []
        : [compared('… memory of the server, highest', memory, (mb) => `${Math.round(mb)} MB`)]),
    ]
  } finally {
    fleet.remove()
  }
}

const total = (values: readonly number[]) => String(values.reduce((all, value) => all + value, 0))

const METHOD = [
  `Open run: the production server in a process of its own, one run of ${SIZE.drivers} rounds with ${SIZE.stops} stops each; every phone sends ${PACE.eventsPerSecond / SIZE.drivers} records a second with its reconciliation for ${PACE.seconds} s; every admin asks \`GET /runs/{id}/progress\` every 3 s; all from one process on the same machine, answers read to their end, gzipped. A batch’s time counts from when it was to be sent.`,
  'Beside it: the same server and the same phones, and pages that read `GET /runs/{id}` again every 3 s. Opening the page is the same call for both.',
]
