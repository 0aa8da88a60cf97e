import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dayOf, mondayOf } from '#domain/dates.ts'
import { compose } from './compose.ts'
import { readConfig, type ServerConfig } from './config.ts'
import { DEMO_PASSWORD } from './demo/business.ts'
import { deliverMails } from './demo/deliver-mails.ts'
import type { Inject } from './demo/door.ts'
import { doServerWork } from './demo/server-work.ts'
import { DEMO_ADMIN, liveDemo, type StoryClock } from './demo/story.ts'
import { DEMO_ZONE } from './demo/weeks.ts'
import { askPayouts } from './features/payouts/ask-payouts.ts'
import { ensureFirstAdmin } from './first-admin.ts'
import { startServer } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/**
 * Entry point of the demo. It reads process.env, but ignores the variables that could connect the demo to a real firm's
 * data or mail.
 */
const SECRET = ['DATABASE_URL', 'SMTP_URL', 'S3_SECRET_ACCESS_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']
const KEPT_AWAY = [
  ...SECRET.flatMap((name) => [name, `${name}_FILE`]),
  'ADMIN_PASSWORD_FILE',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
]

function demoConfig(): ServerConfig {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !KEPT_AWAY.includes(name)))
  return readConfig({
    DATA_DIR: './data-demo',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...environment,
    ADMIN_EMAIL: DEMO_ADMIN,
    ADMIN_PASSWORD: DEMO_PASSWORD,
  })
}

/** Contains the week for which the demo data in this folder was made. Only a folder with this file is ever emptied. */
const markOf = (dataDir: string) => path.join(dataDir, 'demo.json')

const bankFileOf = (dataDir: string) => path.join(dataDir, 'bank-statement.csv')

function isLivedFor(dataDir: string, monday: string): boolean {
  const mark = markOf(dataDir)
  return existsSync(mark) && (JSON.parse(readFileSync(mark, 'utf8')) as { livedFor?: string }).livedFor === monday
}

function emptyFolder(dataDir: string): void {
  const mark = markOf(dataDir)
  const isSomebodyElses = existsSync(dataDir) && readdirSync(dataDir).length > 0 && !existsSync(mark)
  if (isSomebodyElses) throw new Error(`DATA_DIR: ${dataDir} holds something that is not a demo. Name an empty folder.`)
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(mark, JSON.stringify({ livedFor: null }), { mode: 0o600 })
}

async function live(config: ServerConfig, monday: string): Promise<void> {
  emptyFolder(config.dataDir)
  process.stdout.write('Making a believable business: a quarter of rounds, invoices and payments …\n')
  let standsAt: Date | null = null
  const clock: StoryClock = {
    set: (at) => (standsAt = at),
    now: () => standsAt ?? new Date(),
    wait: () => Promise.resolve(),
  }
  const composed = await compose({ ...config, logLevel: 'error' }, { clock })
  const { app, deps, close } = composed
  try {
    await ensureFirstAdmin(deps, config.firstAdmin)
    const inject: Inject = async ({ method, url, headers, body }) => {
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers,
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }),
      })
      return { status: answer.statusCode, body: answer.body }
    }
    const deliver = () => deliverMails(deps.database.db)
    const serverWorks = () => doServerWork(composed)
    const say = (line: string) => process.stdout.write(`${line}\n`)
    writeFileSync(bankFileOf(config.dataDir), await liveDemo(inject, clock, { say, deliver, serverWorks }), {
      mode: 0o600,
    })
    // Otherwise payouts would appear only minutes after the first start.
    await askPayouts(deps)
  } finally {
    await close()
  }
  writeFileSync(markOf(config.dataDir), JSON.stringify({ livedFor: monday }))
}

try {
  const config = demoConfig()
  const monday = mondayOf(dayOf(new Date(), DEMO_ZONE))
  if (!isLivedFor(config.dataDir, monday)) await live(config, monday)
  const server = await startServer(config)
  stopOnSignals(server, server.deps.log, { underNpm: 'npm_lifecycle_event' in process.env, drainSeconds: 0 })
  process.stdout.write(`Bagrun demo: ${server.address}\n`)
  for (const email of [DEMO_ADMIN, 'driver@demo.example', 'customer@demo.example', 'customer2@demo.example'])
    process.stdout.write(`  ${email.padEnd(24)} ${DEMO_PASSWORD}\n`)
  process.stdout.write(`A bank file to import: ${bankFileOf(config.dataDir)}\n`)
} catch (error) {
  process.stderr.write(`The demo did not start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
