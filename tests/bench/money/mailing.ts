import { spawn } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'drizzle-orm'
import { compose, type Composed } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { packageRoot } from '#server/package-root.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { sendWaitingMails } from '#server/features/mails/mail-sender.ts'
import { complete } from '#server/features/runs/lifecycle/state-commands.ts'
import { runTasks } from '#server/features/tasks/task-runner.ts'
import { subjectsOf } from '#server/features/tasks/task-subjects.ts'
import { createTask } from '#server/features/tasks/tasks-commands.ts'
import { newFolder, removeFolder } from '../../fixtures/business-on-disk.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { AUTHOR, CONFIRMING, makeFixture } from '../generate/fixture.ts'
import { type Figure, median, millis } from '../support/figures.ts'
import { collected } from './completing.ts'

const INVOICES = 2_000
const MORE_MB = 300
const DELAY_MS = 50
const SAMPLE_MS = 200

export const MAILING_METHOD = `Mailing: a task that sends ${INVOICES} invoices in bulk, its runner and the mail sender in this process, PDFs in the server’s threads, into a mail server in a process of its own on this machine, which reads each mail to its end. Memory: the highest resident size of this process, sampled every ${SAMPLE_MS} ms, less that before; the event loop’s delay over the whole time.`

interface Mailed {
  /** Mails a second; each has its own PDF. */
  rate: number
  moreMb: number
  delayP99: number
  /** kB a mail, as it was received. */
  size: number
}

export async function mailing(name: string, rounds: number, url?: string): Promise<Figure[]> {
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  const sink = await startSink()
  const open = await makeFixture({ url, dataDir }, INVOICES)
  try {
    const runOrderID = await collected(open)
    await inTransaction(open.db, (tx) => complete(tx, AUTHOR, runOrderID, 'refuse', CONFIRMING, null))
    // The product's highest pace: the mail server's limit is not what is measured.
    await open.db.execute(sql`insert into settings (key, value, updated_at) values ('mail.perMinute', '6000', now())`)
    const product = await productOn(open, dataDir, sink.port)
    const measured: Mailed[] = []
    for (let round = 0; round <= rounds; round += 1) {
      await forgetSending(open)
      const mailed = await mailAll(product, sink)
      console.error(`mailing ${name}: ${JSON.stringify(mailed)}`)
      // The first round starts threads and fills caches.
      if (round > 0) measured.push(mailed)
    }
    return figuresOf(name, measured)
  } finally {
    sink.stop()
    await open.close()
    removeFolder(folder)
  }
}

function figuresOf(name: string, measured: readonly Mailed[]): Figure[] {
  const of = (part: keyof Mailed) => median(measured.map((each) => each[part]))
  const figure = (what: string, ours: string, goal?: Figure['goal']): Figure => ({
    what: `${INVOICES} invoices mailed with PDFs, ${name}: ${what}`,
    ours,
    rival: '',
    ratio: null,
    ...(goal && { goal }),
  })
  return [
    figure('mails and PDFs', `${Math.round(of('rate'))}/s, ${Math.round(of('size'))} kB each`),
    figure('memory', `${Math.round(of('moreMb'))} MB more`, {
      says: `at most ${MORE_MB} MB`,
      met: of('moreMb') <= MORE_MB,
    }),
    figure('delay of the event loop, p99', millis(of('delayP99')), {
      says: `under ${millis(DELAY_MS)}`,
      met: of('delayP99') < DELAY_MS,
    }),
  ]
}

async function mailAll({ deps }: Composed, sink: Sink): Promise<Mailed> {
  const { db } = deps.database
  const before = sink.received()
  globalThis.gc?.()
  const rss = process.memoryUsage.rss()
  let highest = rss
  const sampler = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), SAMPLE_MS)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const began = performance.now()
  await inTransaction(db, async (tx) => {
    const subjects = await subjectsOf(tx, { action: 'send', filters: { sent: false } }, AUTHOR.now)
    await createTask(tx, AUTHOR, { action: 'send', payment: null, accounts: null, subjects })
  })
  await runTasks(deps)
  await sendWaitingMails(deps)
  const seconds = (performance.now() - began) / 1000
  delay.disable()
  clearInterval(sampler)
  const { mails, bytes } = sink.received()
  if (mails - before.mails !== INVOICES) throw new Error(`${mails - before.mails} mails came, not ${INVOICES}.`)
  return {
    rate: INVOICES / seconds,
    moreMb: (highest - rss) / 2 ** 20,
    delayP99: delay.percentile(99) / 1e6,
    size: (bytes - before.bytes) / INVOICES / 1000,
  }
}

/** As before the sending: that part of an issued invoice may change. */
async function forgetSending({ db }: OpenDatabase): Promise<void> {
  await db.execute(sql`update users set email = 'customer-' || user_id || '@bench.example' where role = 'CUSTOMER'`)
  await db.execute(sql`update invoices set sent_at = null`)
  await db.execute(sql`delete from mails`)
  await db.execute(sql`delete from tasks`)
}

/** The server's parts without its port: the runner and the sender are called by the bench. */
function productOn(database: OpenDatabase, dataDir: string, port: number): Promise<Composed> {
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret key for the bench, long enough',
    PUBLIC_URL: 'https://bench.example',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  })
  return compose(config, { database, log: memoryLog([]) })
}

interface Sink {
  readonly port: number
  received(): { mails: number; bytes: number }
  stop(): void
}

async function startSink(): Promise<Sink> {
  const child = spawn(process.execPath, [path.join(packageRoot(), 'tests/bench/money/mail-sink.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let mails = 0
  let bytes = 0
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The mail server of the bench ended')))
    createInterface(child.stdout).on('line', (line) => {
      const [what, value] = line.split(' ')
      if (what === 'port') resolve(Number(value))
      else {
        mails += 1
        bytes += Number(value)
      }
    })
  })
  return { port, received: () => ({ mails, bytes }), stop: () => child.stdin.end() }
}
