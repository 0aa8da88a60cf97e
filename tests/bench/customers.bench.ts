import path from 'node:path'
import { createCalendarYear } from '#contract/v1/settings.ts'
import { startProduct } from '../support/browser/product.ts'
import { CONNECTIONS, type Load, load } from './customers/load.ts'
import { COMMON_NAME, CUSTOMERS, customerID, makeManyCustomers, RARE_REFERENCE } from './customers/make-customers.ts'
import { type Asked, PER_PAGE, plansOf } from './customers/plans.ts'
import { startPostgres } from './server/postgres.ts'
import { type Bench, besideEarlier, type Figure, median, millis, type Options } from './support/figures.ts'
import { ADMIN, adminToken, askAt, newFolder, removeFolder } from '../fixtures/business-on-disk.ts'

interface Line extends Asked {
  /** Directus 12.4.0 on its own PostgreSQL, requests a second; null where it was not measured. */
  readonly directus: number | null
  /** The aim: how many times as fast ours has to be. */
  readonly times: number | null
}

const LINES: readonly Line[] = [
  { what: 'page 1', page: 1, directus: 159, times: 4 },
  { what: 'page 1,000', page: 1_000, directus: null, times: null },
  { what: `a common name (${COMMON_NAME})`, page: 1, keyword: COMMON_NAME, directus: 4.8, times: 20 },
  { what: `a rare reference (${RARE_REFERENCE})`, page: 1, keyword: RARE_REFERENCE, directus: 2.7, times: 20 },
]
const FOR_MS = 5_000
const P99_MS = 100

/** The office's longest list, a hundred thousand customers, read by eight clients while another admin writes. */
export async function customers({ rounds, only }: Options): Promise<Bench> {
  const figures: Figure[] = []
  const method = [...METHOD]
  const asked = (name: string) => only === undefined || name.startsWith(only)
  if (asked('PostgreSQL')) {
    const postgres = await startPostgres()
    if (postgres === null) method.push('PostgreSQL is not installed here: its figures are left out.')
    else {
      try {
        const measured = await onDatabase('PostgreSQL', rounds, await postgres.newDatabase())
        figures.push(...measured.figures)
        method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on.`, ...measured.plans)
      } finally {
        await postgres.stop()
      }
    }
  }
  if (asked('embedded')) {
    const measured = await onDatabase('embedded', rounds)
    figures.push(...measured.figures)
    method.push(...measured.plans)
  }
  return { figures, method }
}

async function onDatabase(name: string, rounds: number, url?: string): Promise<{ figures: Figure[]; plans: string[] }> {
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  try {
    await makeManyCustomers({ url, dataDir })
    const measured = await underLoad({ dataDir, url, rounds })
    const plans = (await plansOf({ url, dataDir }, LINES)).map((plan) => `EXPLAIN, ${name}, ${plan}`)
    return {
      figures: LINES.flatMap((line, at) =>
        figuresOf(
          name,
          line,
          measured.map((round) => round[at]!),
        ),
      ),
      plans,
    }
  } finally {
    removeFolder(folder)
  }
}

async function underLoad({
  dataDir,
  url,
  rounds,
}: {
  dataDir: string
  url: string | undefined
  rounds: number
}): Promise<Load[][]> {
  const env = {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'error',
    ...(url !== undefined && { DATABASE_URL: url, SECRET_KEY: 'a secret key for the bench, long enough' }),
  }
  const product = await startProduct({ dataDir, env })
  try {
    const ask = askAt(product.origin)
    const token = await adminToken(ask)
    const year = new Date().getFullYear()
    for (const yearNumber of [year, year + 1]) await ask(createCalendarYear, { yearNumber, mode: 'MONTHS' }, token)
    const written = Array.from({ length: 500 }, (_, at) => customerID((at * 199) % CUSTOMERS))
    const measured: Load[][] = []
    for (let round = 0; round < rounds; round += 1) {
      const loads: Load[] = []
      for (const { page, keyword } of LINES)
        loads.push(await load({ origin: product.origin, token }, listed(page, keyword), FOR_MS, written))
      measured.push(loads)
      console.error(`round ${round + 1} of ${rounds}: ${JSON.stringify(loads)}`)
    }
    return measured
  } finally {
    await product.stop()
  }
}

/** The same query as the screen's own. */
function listed(page: number, keyword: string | undefined): string {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const query = new URLSearchParams({
    page: String(page),
    perPage: String(PER_PAGE),
    from: '1990-01-01',
    to: tomorrow,
    status: 'ACTIVE',
    ...(keyword !== undefined && { keyword }),
  })
  return `/v1/users/customers?${query}`
}

function figuresOf(name: string, { what, directus, times }: Line, rounds: readonly Load[]): Figure[] {
  const rates = rounds.map(({ perSecond }) => perSecond)
  const rate = besideEarlier(
    `${CUSTOMERS.toLocaleString('en')} customers, ${name}: ${what}, requests a second`,
    rates,
    directus,
    (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)}/s`,
  )
  // The rival was measured on PostgreSQL.
  const goal =
    times !== null && directus !== null && name === 'PostgreSQL'
      ? { goal: { says: `at least ${times} x`, met: median(rates) >= times * directus } }
      : {}
  const part = (which: 'p95' | 'p99') => median(rounds.map((round) => round[which]))
  return [
    { ...rate, ...goal },
    { what: '… p95', ours: millis(part('p95')), rival: '', ratio: null },
    {
      what: '… p99',
      ours: millis(part('p99')),
      rival: '',
      ratio: null,
      ...(name === 'PostgreSQL' && { goal: { says: `at most ${P99_MS} ms`, met: part('p99') <= P99_MS } }),
    },
  ]
}

const METHOD = [
  `Customers: the production server in a process of its own, ${CUSTOMERS.toLocaleString('en')} customers of whom nine in ten are active, ${PER_PAGE} a page with the exact total; ${CONNECTIONS} connections that ask again as soon as they are answered, ${FOR_MS / 1_000} s a line, while another admin changes one customer after the other; all from one process on the same machine.`,
  'Beside it Directus 12.4.0 with the same list, filter and exact count, as it was measured once on PostgreSQL on another machine: here a larger ratio is a faster list.',
]
