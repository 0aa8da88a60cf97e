import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { compose } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { runAutopay } from '#server/features/autopay/autopay-runner.ts'
import { askProvider } from '#server/features/payments/ask-provider.ts'
import { silentMail } from '../../fixtures/silent-mail.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { settableClock } from '../../support/settable-clock.ts'
import { makeChargedFirm } from './charged-firm.ts'

/**
 * A process of its own: plans and makes the charges of a day for so many customers (CHARGES), on the database of its
 * environment, and prints what that cost.
 */
const SAMPLE_MS = 200
const CHARGES = Number(process.env['CHARGES'])

const config = readConfig(process.env)
const database = await makeChargedFirm({ url: config.databaseUrl, dataDir: config.dataDir }, CHARGES)
const clock = settableClock('2026-11-16T22:30:00Z')
const mail = silentMail([], () => clock.now())
const server = await compose(config, { database, clock, log: memoryLog([]), mail })
await askProvider(server.deps)
const planned = await measure()
await expectStates('planned')
const again = await measure()
clock.set('2026-11-16T23:05:00Z')
await askProvider(server.deps)
const charged = await measure()
await server.sandbox!.runDue()
await expectStates('paid')
await server.close()
process.stdout.write(`${JSON.stringify({ planned, again, charged })}\n`, () => process.exit(0))

async function measure() {
  globalThis.gc?.()
  const rss = process.memoryUsage.rss()
  let highest = rss
  const sampler = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), SAMPLE_MS)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const began = performance.now()
  await runAutopay(server.deps)
  const seconds = (performance.now() - began) / 1000
  delay.disable()
  clearInterval(sampler)
  return {
    seconds,
    moreMb: (highest - rss) / 2 ** 20,
    delayP99: delay.percentile(99) / 1e6,
    longest: delay.max / 1e6,
  }
}

async function expectStates(state: string): Promise<void> {
  const { rows } = await server.deps.database.db.execute<{ charges: number }>(
    sql`select count(*)::int as charges from checkouts where kind = 'auto' and state = ${state}`,
  )
  if (rows[0]?.charges !== CHARGES) throw new Error(`${rows[0]?.charges} charges are ${state}, not ${CHARGES}.`)
}
