import { monitorEventLoopDelay } from 'node:perf_hooks'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { settableClock } from '#server/adapters/clock/settable-clock.ts'
import { compose, type Composed } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { runAutopay } from '#server/features/autopay/autopay-runner.ts'
import { askProvider } from '#server/features/payments/ask-provider.ts'
import { newFolder, removeFolder } from '../fixtures/business-on-disk.ts'
import { silentMail } from '../fixtures/silent-mail.ts'
import { memoryLog } from '../support/memory-log.ts'
import { makeChargedFirm } from './autopay/charged-firm.ts'
import { startPostgres } from './server/postgres.ts'
import { type Bench, type Figure, millis, type Options } from './support/figures.ts'

const CHARGES = 5_000
const DELAY_MS = 50
const SAMPLE_MS = 200

const METHOD = `Automatic payments: ${CHARGES} customers with a saved card and an announced invoice each, in this process with the payments sandbox behind its own port, its webhooks included. Memory: the highest resident size of this process, sampled every ${SAMPLE_MS} ms, less that before; the event loop’s delay over the whole time, in which the sandbox works too.`

interface Measured {
  seconds: number
  moreMb: number
  delayP99: number
  longest: number
}

/** What planning and making all charges of a large firm's day costs. */
export async function autopay({ only }: Options): Promise<Bench> {
  const asked = (name: string) => only === undefined || name.startsWith(only)
  const figures: Figure[] = []
  const method = [METHOD]
  if (asked('embedded')) figures.push(...(await night('embedded')))
  const postgres = asked('postgres') ? await startPostgres() : null
  if (postgres === null) return { figures, method }
  try {
    figures.push(...(await night('PostgreSQL', await postgres.newDatabase())))
    method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on.`)
  } finally {
    await postgres.stop()
  }
  return { figures, method }
}

async function night(name: string, url?: string): Promise<Figure[]> {
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  const open = await makeChargedFirm({ url, dataDir }, CHARGES)
  const clock = settableClock('2026-11-16T22:30:00Z')
  const config = readConfig({ DATA_DIR: dataDir, SECRET_KEY: 'a secret key for the bench, long enough' })
  const mail = silentMail([], () => clock.now())
  const server = await compose(config, { database: open, clock, log: memoryLog([]), mail })
  try {
    await askProvider(server.deps)
    const planned = await measure(() => runAutopay(server.deps))
    await expectStates(server, 'planned')
    const again = await measure(() => runAutopay(server.deps))
    clock.set('2026-11-16T23:05:00Z')
    await askProvider(server.deps)
    const charged = await measure(() => runAutopay(server.deps))
    await server.sandbox!.runDue()
    await expectStates(server, 'paid')
    return [
      ...figuresOf(`${CHARGES} charges planned, ${name}`, planned),
      figure(`${CHARGES} charges planned, ${name}: a further look`, millis(again.seconds * 1000)),
      ...figuresOf(`${CHARGES} charges made, ${name}`, charged),
    ]
  } finally {
    await server.close()
    removeFolder(folder)
  }
}

async function measure(act: () => Promise<unknown>): Promise<Measured> {
  globalThis.gc?.()
  const rss = process.memoryUsage.rss()
  let highest = rss
  const sampler = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), SAMPLE_MS)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const began = performance.now()
  await act()
  const seconds = (performance.now() - began) / 1000
  delay.disable()
  clearInterval(sampler)
  const measured = {
    seconds,
    moreMb: (highest - rss) / 2 ** 20,
    delayP99: delay.percentile(99) / 1e6,
    longest: delay.max / 1e6,
  }
  console.error(JSON.stringify(measured))
  return measured
}

async function expectStates({ deps }: Composed, state: string): Promise<void> {
  const { rows } = await deps.database.db.execute<{ charges: number }>(
    sql`select count(*)::int as charges from checkouts where kind = 'auto' and state = ${state}`,
  )
  if (rows[0]?.charges !== CHARGES) throw new Error(`${rows[0]?.charges} charges are ${state}, not ${CHARGES}.`)
}

const figure = (what: string, ours: string, goal?: Figure['goal']): Figure => ({
  what,
  ours,
  rival: '',
  ratio: null,
  ...(goal && { goal }),
})

function figuresOf(what: string, { seconds, moreMb, delayP99, longest }: Measured): Figure[] {
  return [
    figure(what, `${Math.round(CHARGES / seconds)}/s`),
    figure(`${what}: memory`, `${Math.round(moreMb)} MB more`),
    figure(`${what}: delay of the event loop, p99 (longest ${millis(longest)})`, millis(delayP99), {
      says: `under ${millis(DELAY_MS)}`,
      met: delayP99 < DELAY_MS,
    }),
  ]
}
