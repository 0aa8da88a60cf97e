import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Office, time, type Timings } from './server/office-calls.ts'
import { startPostgres } from './server/postgres.ts'
import { type Bench, compared, type Figure, interleaved, millis, type Options } from './support/figures.ts'
import { rivals } from './support/rivals.ts'
import {
  askAt,
  driverToken,
  makeFixture,
  makeFixtureIn,
  newFolder,
  type OpenFixture,
  removeFolder,
  type Fixture,
} from '../fixtures/business-on-disk.ts'

const STOPS = 150

type Measured = Timings & { memory: number | null }
type Place = OpenFixture & Pick<Fixture, 'runOrderID' | 'assignmentIDs'>

/** The server's calls for one phone, compared with a bare Fastify route that answers the same bytes. */
export async function server({ rounds }: Options): Promise<Bench> {
  const figures: Figure[] = []
  const method = [...METHOD]
  const fixture = await makeFixture({ stops: STOPS })
  try {
    figures.push(
      ...(await onDatabase('embedded', rounds, async () => ({
        ...(await fixture.open()),
        runOrderID: fixture.runOrderID,
        assignmentIDs: fixture.assignmentIDs,
      }))),
    )
    const postgres = await startPostgres()
    if (postgres === null) method.push('PostgreSQL is not installed here: its figures are left out.')
    else {
      try {
        figures.push(
          ...(await onDatabase('PostgreSQL', rounds, async () =>
            makeFixtureIn(
              { DATABASE_URL: await postgres.newDatabase(), SECRET_KEY: 'a secret key for the bench, long enough' },
              { stops: STOPS },
            ),
          )),
        )
        method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on.`)
      } finally {
        await postgres.stop()
      }
    }
  } finally {
    fixture.remove()
  }
  return { figures, method }
}

async function onDatabase(name: string, rounds: number, open: () => Promise<Place>): Promise<Figure[]> {
  const folder = newFolder()
  const week = path.join(folder, 'week.json')
  const ours = async (): Promise<Measured> => {
    const place = await open()
    try {
      const { origin } = place.product
      const office: Office = { ...place, origin, token: await driverToken(askAt(origin)) }
      writeFileSync(
        week,
        await (await fetch(`${origin}/v1/runs`, { headers: { authorization: `Bearer ${office.token}` } })).text(),
      )
      return { ...(await time(office)), memory: memoryOf(place.product.pid()) }
    } finally {
      await place.close()
    }
  }
  const bare = async (): Promise<Measured> => {
    const child = spawn(process.execPath, [rivals('bare-fastify.mjs'), week], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [said] = (await once(child.stdout, 'data')) as [Buffer]
      return {
        ...(await time({
          origin: `http://127.0.0.1:${Number(said.toString())}`,
          token: 'nobody',
          runOrderID: 'one',
          assignmentIDs: ['one'],
        })),
        memory: memoryOf(child.pid),
      }
    } finally {
      child.kill('SIGKILL')
    }
  }
  try {
    // The first one writes the week that the bare route answers with.
    await ours()
    const pairs = await interleaved(rounds, ours, bare)
    const of = (part: keyof Timings) => pairs.map(({ ours, rival }) => ({ ours: ours[part], rival: rival[part] }))
    const inside = (part: keyof Timings, of: keyof Timings) =>
      pairs.map(({ ours }) => ({ ours: ours[part], rival: ours[of] }))
    const figures = [
      compared(`GET /runs, ${STOPS} stops, ${name}`, of('read'), millis),
      compared(`… unchanged: 304, ${name}`, of('unchanged'), millis),
      compared('… the 304 beside its own 200', inside('unchanged', 'read'), millis),
      compared(`PUT /done, 200 events in a batch, ${name}`, of('batch'), millis),
      compared('… beside the same 200 one by one', inside('batch', 'oneByOne'), millis),
    ]
    const memory = pairs.flatMap(({ ours, rival }) =>
      ours.memory === null || rival.memory === null ? [] : [{ ours: ours.memory, rival: rival.memory }],
    )
    return memory.length === 0
      ? figures
      : [...figures, compared(`Memory of the server afterwards, ${name}`, memory, (mb) => `${Math.round(mb)} MB`)]
  } finally {
    removeFolder(folder)
  }
}

/** Resident memory of a process, MB; null where the system does not report it. */
function memoryOf(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) / 1024
}

const METHOD = [
  'Server: one caller over the loopback, 60 reads, 6 batches of 200 events and 60 single events a round, every answer read to its end. Beside it: a Fastify route that checks nothing, stores nothing and answers the same bytes; it says what Node and HTTP alone cost. One by one is the time of one event times 200.',
]
