import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { newFolder, removeFolder, ADMIN } from '../fixtures/business-on-disk.ts'
import { builtEntry } from '../support/built-entry.ts'
import { startPostgres } from './server/postgres.ts'
import { type Bench, type Figure, millis, type Options } from './support/figures.ts'
import { makeTrucks } from './year/trucks.ts'

const STOPS = 10
const FULL_STOPS = 100
const SECRET_KEY = 'a secret key for the bench, long enough'
/** The first weeks fill caches, and say nothing about the slope. */
const WARM_WEEKS = 8
const SLOPE_MB = 1
const METRICS_MS = 50
const SCRAPES = 20

const METHOD = `A year of a hundred trucks of two depots: each week's two runs generated, activated, driven by a hundred phones, completed with their invoices, and the invoices paid, through the whole server with its background work, on PostgreSQL, whose clock begins each week on its Monday. Every answer but the right one ends it. Memory: resident, after a collection of garbage, at the end of each week; the slope is the straight line through the weeks from the ninth on. Bytes of a stop: what the database grew by, over the stops driven. Metrics: the middle of ${SCRAPES} scrapes at the end, each after the half minute that one look is kept.`

interface Memory {
  readonly rss: number
  readonly heapUsed: number
  /** What it logged as errors since its start. */
  readonly errors: number
}

/** A year through the real server: nothing fails, memory stays, and the disk that a stop takes is known. */
export async function year({ full = false }: Options): Promise<Bench> {
  const postgres = await startPostgres()
  if (postgres === null) return { figures: [], method: ['PostgreSQL is not installed here.'] }
  const server = await builtEntry('tests/bench/year/server.ts')
  const folder = newFolder()
  try {
    const url = await postgres.newDatabase()
    const running = await start(server.file, url, path.join(folder, 'd'))
    const began = performance.now()
    const trucks = await makeTrucks(running.address, full ? FULL_STOPS : STOPS)
    const before = await sizeOf(url)
    const memory: Memory[] = []
    let stops = 0
    for (const week of trucks.weeks) {
      await running.at(`${week.from}T20:00:00Z`)
      stops += await trucks.drive(week)
      memory.push(await running.at(`${week.from}T21:00:00Z`))
      console.error(`${week.from}: ${stops} stops, ${Math.round(memory.at(-1)!.rss / 2 ** 20)} MB`)
    }
    const bytes = ((await sizeOf(url)) - before) / stops
    const scrape = await running.scrape(`${trucks.weeks.at(-1)!.from}T22:00:00Z`)
    await running.stop()
    const steady = memory.slice(WARM_WEEKS).map(({ rss }) => rss / 2 ** 20)
    const minutes = (performance.now() - began) / 60_000
    return {
      figures: [
        figure('A year of 100 trucks: stops, minutes', `${stops.toLocaleString('en')}, ${minutes.toFixed(0)}`),
        figure('… memory: highest, slope a week', `${Math.max(...steady).toFixed(0)} MB, ${slopeOf(steady).toFixed(2)} MB`, {
          says: `at most ${SLOPE_MB} MB a week`,
          met: slopeOf(steady) <= SLOPE_MB,
        }), // prettier-ignore
        figure('… errors logged', String(memory.at(-1)!.errors), { says: '0', met: memory.at(-1)!.errors === 0 }),
        figure('… bytes of a stop in the database', Math.round(bytes).toLocaleString('en')),
        figure('… metrics', millis(scrape), { says: `at most ${METRICS_MS} ms`, met: scrape <= METRICS_MS }),
      ],
      method: [METHOD, `${trucks.customers.toLocaleString('en')} customers. PostgreSQL ${postgres.version}, fsync on.`],
    }
  } finally {
    server.remove()
    await postgres.stop()
    removeFolder(folder)
  }
}

const figure = (what: string, ours: string, goal?: Figure['goal']): Figure => ({
  what,
  ours,
  rival: '',
  ratio: null,
  ...(goal && { goal }),
})

/** MB a week: the least squares of the weeks. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const by = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0)
  return by / values.reduce((sum, _value, at) => sum + (at - middle) ** 2, 0)
}

async function sizeOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size')
    return Number(rows[0]!.size)
  } finally {
    await client.end()
  }
}

async function start(file: string, url: string, dataDir: string) {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    SECRET_KEY,
    PORT: '0',
    METRICS_PORT: '0',
    PASSWORD_HASH_KIB: '8',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    CLOCK_AT: '2026-12-28T20:00:00Z',
  }
  const child: ChildProcess = spawn(process.execPath, ['--expose-gc', file], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]()
  const next = async <T>(): Promise<T> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The server ended.')
    return JSON.parse(value) as T
  }
  const { address, metrics } = await next<{ address: string; metrics: string }>()
  const at = (instant: string): Promise<Memory> => {
    child.stdin!.write(`${instant}\n`)
    return next<Memory>()
  }
  return {
    address,
    at,
    /** The middle of the scrapes in ms. @param from each is a minute after the one before, so that each looks anew */
    scrape: async (from: string) => {
      const took: number[] = []
      while (took.length < SCRAPES) {
        await at(new Date(new Date(from).getTime() + took.length * 60_000).toISOString())
        const began = performance.now()
        const answer = await fetch(metrics)
        await answer.text()
        if (!answer.ok) throw new Error(`The metrics answered ${answer.status}.`)
        took.push(performance.now() - began)
      }
      return took.toSorted((a, b) => a - b)[SCRAPES / 2]!
    },
    stop: () =>
      new Promise<void>((resolve) => {
        child.once('exit', () => resolve())
        child.stdin!.end()
      }),
  }
}
