import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { newFolder, removeFolder } from '../fixtures/business-on-disk.ts'
import { type Product, startProduct } from '../support/browser/product.ts'
import { freePorts } from '../support/free-ports.ts'
import { quietLog } from '../support/quiet-log.ts'
import { peakOf } from './fleet/measure.ts'
import { CALLS } from './growth/calls.ts'
import { explainCalls, type Explained, SECRET_KEY } from './growth/explained.ts'
import { type Known, knownIn } from './growth/known.ts'
import { ADMINS, allAtOnce, measureCalls } from './growth/measure.ts'
import { makeWorld } from './growth/world/make-world.ts'
import { type Size, SIZES } from './growth/world/size.ts'
import { startPostgres } from './server/postgres.ts'
import { request } from './server/timed.ts'
import { type Bench, type Figure, median, millis, type Options, seconds } from './support/figures.ts'

const MEMORY_MB = 500
/** A look at the installation serves half a minute. */
const LOOK_MS = 31_000
const SCRAPES = 3
const METRICS_MS = 50
const AT_ONCE_MS = 20_000
/** Of generating a run, which no single call is. */
const WEEK = 1.3

/** The same week in a firm's first year and in its fifth, with 25 times the customers. */
export async function growth({ only, full = false }: Options): Promise<Bench> {
  const asked = (name: string) => only === undefined || name.startsWith(only)
  const folder = newFolder()
  const figures: Figure[] = []
  const method = [...METHOD]
  try {
    const postgres = asked('PostgreSQL') ? await startPostgres() : null
    if (postgres !== null) {
      try {
        const old = full ? SIZES.l : SIZES.m
        const urls = [await postgres.newDatabase(), await postgres.newDatabase()] as const
        const young = await made({ url: urls[0], dataDir: path.join(folder, 's') }, SIZES.s)
        const aged = await made({ url: urls[1], dataDir: path.join(folder, 'l') }, old)
        const { draftID, ...measured } = await compared(young, aged)
        figures.push(...measured.figures, ...sizesOf(young, aged))
        method.push(`The young firm: ${young.words}.`, `The old firm: ${aged.words}.`)
        method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on.`)
        method.push(...(await explainCalls(urls[1], new Date(), {}, draftID)).map(planOf))
      } finally {
        await postgres.stop()
      }
    } else if (asked('PostgreSQL')) method.push('PostgreSQL is not installed here: its figures are left out.')
    if (asked('embedded')) {
      const world = await made({ dataDir: path.join(folder, 'e') }, SIZES.s)
      figures.push(...(await embedded(world)))
    }
    return { figures, method }
  } finally {
    removeFolder(folder)
  }
}

interface Place {
  readonly url?: string
  readonly dataDir: string
}

interface World extends Place {
  readonly known: Omit<Known, 'draftID'>
  readonly words: string
  readonly stops: number
  readonly bytes: number
  readonly eventBytes: number
}

async function made(place: Place, size: Size): Promise<World> {
  const open = await openDatabase({ ...place, log: quietLog })
  try {
    await migrate(open)
    const now = new Date()
    await makeWorld(open, size, { now, log: (line) => console.error(line) })
    const known = await knownIn(open.pool, now)
    return { ...place, known, ...(await countedIn(open)) }
  } finally {
    await open.close()
  }
}

async function countedIn({ pool }: OpenDatabase) {
  const { rows } = await pool.query<
    Record<
      'customers' | 'drivers' | 'stops' | 'events' | 'photos' | 'invoices' | 'mails' | 'bytes' | 'events_bytes',
      string
    >
  >({
    text: `select (select count(*) from customers) as customers, (select count(*) from drivers) as drivers, (select count(*) from jobs) as stops, (select count(*) from events) as events,
      (select count(*) from photos) as photos, (select count(*) from invoices) as invoices, (select count(*) from mails) as mails, pg_database_size(current_database()) as bytes, pg_total_relation_size('events') as events_bytes`,
  })
  const { bytes, events_bytes: eventBytes, ...counts } = rows[0]!
  const words = Object.entries(counts)
    .map(([what, count]) => `${Number(count).toLocaleString('en')} ${what}`)
    .join(', ')
  return { words, stops: Number(counts.stops), bytes: Number(bytes), eventBytes: Number(eventBytes) }
}

interface Served {
  readonly product: Product
  /** ms until it answered. */
  readonly took: number
  readonly metrics: string
}

async function served({ url, dataDir }: Place): Promise<Served> {
  const [metricsPort] = await freePorts(1)
  const env = {
    METRICS_PORT: String(metricsPort),
    LOG_LEVEL: 'error',
    ...(url !== undefined && { DATABASE_URL: url, SECRET_KEY }),
  }
  const began = performance.now()
  const product = await startProduct({ dataDir, env })
  return { product, took: performance.now() - began, metrics: `http://127.0.0.1:${metricsPort}/metrics` }
}

/** ms of the middle scrape, each of which looks at the installation anew. */
async function scraped({ metrics }: Served): Promise<number> {
  const took: number[] = []
  for (let scrape = 0; scrape < SCRAPES; scrape += 1) {
    await wait(LOOK_MS)
    const began = performance.now()
    await request(metrics, {}, 200)
    took.push(performance.now() - began)
  }
  return median(took)
}

/** Two servers, one on each world. @returns with the draft that was made in the old one */
async function compared(young: World, old: World): Promise<{ figures: Figure[]; draftID: string }> {
  const first = await served(young)
  const second = await served(old).catch(async (error: unknown) => {
    await first.product.stop()
    throw error
  })
  const side = ({ product }: { product: Product }, { known }: World) => ({ origin: product.origin, known })
  try {
    const measured = await measureCalls([side(first, young), side(second, old)])
    const aims = new Map(CALLS.map(({ name, aim }) => [name, aim]))
    const looks = [await scraped(second), await scraped(first)] as const
    await allAtOnce(side(second, old), measured.drafts[1]!, AT_ONCE_MS)
    const peak = peakOf(second.product.pid())
    const figures = [
      {
        what: 'start of the server',
        ours: seconds(second.took),
        rival: seconds(first.took),
        ratio: second.took / first.took,
      },
      {
        what: 'metrics',
        ours: millis(looks[0]),
        rival: millis(looks[1]),
        ratio: looks[0] / looks[1],
        goal: { says: `at most ${METRICS_MS} ms`, met: looks[0] <= METRICS_MS },
      },
      ...[...measured.took].map(([what, [before, now]]) => ({
        what,
        ours: millis(now!),
        rival: millis(before!),
        ratio: now! / before!,
        aim: aims.get(what) ?? WEEK,
      })),
      ...(peak === null
        ? []
        : [
            {
              what: `memory at its highest, ${ADMINS} admins with the dearest calls at once`,
              ours: `${Math.round(peak)} MB`,
              rival: '',
              ratio: null,
              goal: { says: `under ${MEMORY_MB} MB`, met: peak < MEMORY_MB },
            },
          ]),
    ]
    return { figures, draftID: measured.drafts[1]! }
  } finally {
    await first.product.stop()
    await second.product.stop()
  }
}

function sizesOf(young: World, old: World): Figure[] {
  const each = (bytes: number, { stops }: World) => `${Math.round(bytes / stops).toLocaleString('en')} bytes`
  return [
    { what: 'of the database a stop', ours: each(old.bytes, old), rival: each(young.bytes, young), ratio: null },
    { what: '… of it events', ours: each(old.eventBytes, old), rival: each(young.eventBytes, young), ratio: null },
  ]
}

async function embedded(world: World): Promise<Figure[]> {
  const { product } = await served(world)
  try {
    const { took } = await measureCalls([{ origin: product.origin, known: world.known }])
    return [...took].map(([what, [ms]]) => ({
      what: `embedded, young firm: ${what}`,
      ours: millis(ms!),
      rival: '',
      ratio: null,
    }))
  } finally {
    await product.stop()
  }
}

/** Of each call the table that it read most of, and how. */
function planOf({ call, plans }: Explained): string {
  const reads = plans.flatMap((plan) => plan.reads).toSorted((a, b) => b.rows - a.rows)
  const most = reads.slice(0, 3).map(({ table, how, rows }) => `${table} ${rows.toLocaleString('en')} (${how})`)
  return `Plan of ${call.name}, ${plans.length} statements: ${most.join(', ') || 'no table read'}`
}

const METHOD = [
  'Growth: each call from one connection to a server in a process of its own, the middle of nine after two, warm; the old firm beside the young one, call by call in turn.',
  'Both drive the same week: runs of 1,000 stops, 125 of each driver; the week to be planned next has 1,000 customers due in both.',
  'Plans are those that auto_explain reports of the statements each call sent: the three steps that looked at most rows.',
]
