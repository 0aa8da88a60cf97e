import path from 'node:path'
import { count } from 'drizzle-orm'
import type { OpenDatabase, Queryable } from '#server/db/database.ts'
import { jobs, runs } from '#server/db/tables/runs.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { generate as generateRun } from '#server/features/runs/planning/generate-commands.ts'
import { planRun } from '#server/features/runs/planning/run-plan.ts'
import { generateRowByRow } from './generate/row-by-row.ts'
import { AUTHOR, DRIVERS, DUE, makeFixture, WEEK } from './generate/fixture.ts'
import { startPostgres } from './server/postgres.ts'
import {
  alone,
  type Bench,
  compared,
  type Figure,
  interleaved,
  median,
  millis,
  type Options,
  seconds,
} from './support/figures.ts'
import { newFolder, removeFolder } from '../fixtures/business-on-disk.ts'

const AIM = 0.25
/** ms. A preview reads every customer, and an admin waits for it. */
const PREVIEW_MS = 1000

/** A week of ten thousand customers due: its run generated, compared with the same work row by row, and its preview. */
export async function generate({ rounds }: Options): Promise<Bench> {
  const method = [...METHOD]
  const figures = await onDatabase('embedded', rounds)
  const postgres = await startPostgres()
  if (postgres === null) method.push('PostgreSQL is not installed here: its figures are left out.')
  else {
    try {
      figures.push(...(await onDatabase('PostgreSQL', rounds, await postgres.newDatabase())))
      method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on.`)
    } finally {
      await postgres.stop()
    }
  }
  return { figures, method }
}

async function onDatabase(name: string, rounds: number, url?: string): Promise<Figure[]> {
  const folder = newFolder()
  const open = await makeFixture({ url, dataDir: path.join(folder, 'd') })
  try {
    const asked = { ...WEEK, drivers: DRIVERS }
    const ours = (tx: Queryable) => generateRun(tx, AUTHOR, asked)
    // Warms up the process and the database, so that neither side is charged for it.
    await timed(open, ours)
    const pairs = await interleaved(
      rounds,
      () => timed(open, ours),
      () => timed(open, generateRowByRow),
    )
    const previews = await alone(rounds, async () => {
      const began = performance.now()
      await inTransaction(open.db, (tx) => planRun(tx, asked, true))
      return performance.now() - began
    })
    return [
      compared(`Run of ${DUE} stops generated, ${name}`, pairs, seconds, AIM),
      {
        what: `… its preview, ${name}`,
        ours: millis(median(previews)),
        rival: '',
        ratio: null,
        goal: { says: `at most ${millis(PREVIEW_MS)}`, met: median(previews) <= PREVIEW_MS },
      },
    ]
  } finally {
    await open.close()
    removeFolder(folder)
  }
}

/** One transaction that generates the week's run, rolled back afterwards. @returns ms */
async function timed({ db }: OpenDatabase, work: (tx: Queryable) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await inTransaction(db, work)
  const took = performance.now() - began
  const [made] = await db.select({ stops: count() }).from(jobs)
  if (made?.stops !== DUE) throw new Error(`${made?.stops} stops were made, not ${DUE}.`)
  await db.delete(runs)
  return took
}

const METHOD = [
  `Generate: ${DUE} customers due among 12,500, 20 rounds of a driver each, every tenth customer without a place, so that the neighbours decide; plan, run, stops and who had them, in one serialisable transaction of the server’s own functions, in this process. Beside it: each customer read, judged and written separately, by the same rules and in one transaction too.`,
]
