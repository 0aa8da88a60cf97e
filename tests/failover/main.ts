import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createAdmin } from '#contract/v1/admins.ts'
import { signIn } from '#contract/v1/session.ts'
import { packageRoot } from '#server/package-root.ts'
import { askAt } from '../fixtures/business-on-disk.ts'
import { freePorts } from '../support/free-ports.ts'
import { type Product, startProduct } from '../support/browser/product.ts'
import { openMailServer } from '../support/mail-server.ts'
import { type Machines, openCluster } from './cluster.ts'
import { Load } from './load.ts'
import { ADMIN, writersAt } from './writers.ts'

/** What an operator is promised (docs/operations.md). */
const PAUSE_MS = 30_000
const TICK_MS = 60_000
/** Before and after what happens. */
const WRITES = 150
const DISK_MEGABYTES = 450

const say = (line: string) => process.stdout.write(`${line}\n`)
const disks = new Set<string>()
process.on('exit', () => disks.forEach((disk) => execFileSync('umount', ['-l', disk])))

/**
 * Breaks a database of two machines under the load of two servers; prints a table.
 * @param names of the trials; none: all
 * @returns whether nothing was lost or doubled, every pause was short, and what ticks went on
 */
export async function failover(names: readonly string[]): Promise<boolean> {
  process.setMaxListeners(0)
  let good = true
  const row = (what: string, result: string, fine: boolean) => {
    good &&= fine
    say(`| ${what} | ${result} | ${fine ? 'yes' : 'NO'} |`)
  }
  const cluster = await openCluster({
    mount: (folder) => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'bagrun-failover', folder])
      disks.add(folder)
    },
    unmount: (folder) => {
      execFileSync('umount', ['-l', folder])
      disks.delete(folder)
    },
  })
  const mail = await openMailServer()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bs-'))
  const servers: Product[] = []
  try {
    await cluster.whole()
    const admin = new pg.Client({ connectionString: `${cluster.url}/postgres` })
    await admin.connect()
    await admin.query('create database bagrun')
    await admin.end()
    const env = {
      SECRET_KEY: 'the secret key of the failover proof',
      SMTP_URL: mail.url,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
    }
    const root = packageRoot()
    const ports = await freePorts(2)
    // The two ways of docs/operations.md by which servers find the new leader.
    const addresses = [`${cluster.url}/bagrun`, `${cluster.ownUrl}/bagrun?target_session_attrs=read-write`]
    for (const [at, DATABASE_URL] of addresses.entries())
      servers.push(
        await startProduct({ dataDir, root, env: { ...env, DATABASE_URL, METRICS_PORT: String(ports[at]) } }),
      )
    const scrapes = ports.map((port) => `http://127.0.0.1:${port}/metrics`)
    const writers = await writersAt(servers.map(({ origin }) => origin))
    say('| what happens to the database under load | result | as promised |\n|---|---|---|')
    for (const { name, what, seconds, breaks, mends } of TRIALS) {
      if (names.length > 0 && !names.includes(name)) continue
      const load = new Load(writers)
      load.start()
      await load.goesOn(WRITES)
      const machines = await cluster.whole()
      breaks(machines)
      await wait(seconds * 1_000)
      mends(machines)
      const mendedAt = Date.now()
      await cluster.whole()
      await load.goesOn(WRITES)
      const begun = performance.now()
      const ticked = await tick(servers, mail.received, what)
      const tickMs = performance.now() - begun
      const still = await stillLanes(scrapes, mendedAt)
      await load.stop()
      await load.check()
      const { acknowledged, lost, doubled, pauseMs } = load
      row(
        what,
        `${acknowledged} acknowledged writes, ${lost} lost, ${doubled} doubled; pause ${(pauseMs / 1_000).toFixed(1)} s; both mails after ${(tickMs / 1_000).toFixed(1)} s`,
        lost === 0 && doubled === 0 && pauseMs <= PAUSE_MS && ticked && tickMs <= TICK_MS,
      )
      row(
        `background work after: ${what}`,
        still.length === 0 ? 'goes on' : `${still.join(', ')} stand still`,
        still.length === 0,
      )
    }
    for (const { people, stops } of new Map(writers.map((writer) => [writer.stops, writer])).values()) {
      const wrong = await stops.notApplied(people)
      const what = `${stops.finished} outcomes of a driver`
      row(what, wrong === 0 ? 'each applied' : `${wrong} not applied`, wrong === 0 && stops.finished > 0)
    }
    for (const server of servers) {
      const { status } = await fetch(`${server.origin}/readyz`)
      row('afterwards', `/readyz ${status}`, status === 200)
    }
  } finally {
    for (const server of servers) await server.kill()
    await mail.close()
    await cluster.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return good
}

interface Trial {
  /** As typed (src/tools/failover.mjs). */
  readonly name: string
  readonly what: string
  readonly seconds: number
  breaks(machines: Machines): void
  mends(machines: Machines): void
}

const TRIALS: readonly Trial[] = [
  {
    name: 'killed',
    what: 'the leader is killed',
    seconds: 30,
    breaks: ({ leader }) => leader.kill(),
    mends: ({ leader }) => leader.start(),
  },
  {
    name: 'frozen',
    what: 'the leader is frozen for 45 s',
    seconds: 45,
    breaks: ({ leader }) => leader.freeze(),
    mends: ({ leader }) => leader.thaw(),
  },
  {
    name: 'cut-off',
    what: 'the leader is cut off for 45 s',
    seconds: 45,
    breaks: ({ leader }) => leader.cutOff(true),
    mends: ({ leader }) => leader.cutOff(false),
  },
  {
    name: 'standby',
    what: 'the standby is frozen for 15 s',
    seconds: 15,
    breaks: ({ standby }) => standby.freeze(),
    mends: ({ standby }) => standby.thaw(),
  },
  {
    name: 'full-disk',
    what: 'the leader’s disk is filled',
    seconds: 30,
    breaks: ({ leader }) => fillDisk(fillerOf(leader)),
    mends: ({ leader }) => rmSync(fillerOf(leader)),
  },
]

const fillerOf = ({ folder }: Machines['leader']) => path.join(folder, 'filler')

function fillDisk(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(DISK_MEGABYTES * 1_048_576))
  } catch {
    // No space is left, as is meant.
  }
}

/** An invitation's mail leaves each server's outbox: work in the background goes on. */
async function tick(
  servers: readonly Product[],
  received: readonly { to?: { address?: string }[] }[],
  what: string,
): Promise<boolean> {
  const addresses = servers.map((_, at) => `${what.replaceAll(/\W/g, '')}${at}@failover.example`)
  for (const [at, email] of addresses.entries()) {
    const ask = askAt(servers[at]!.origin)
    const { token } = await ask(signIn, ADMIN)
    await ask(createAdmin, { firstName: 'Pat', lastName: 'Moore', email }, token)
  }
  const arrived = () =>
    addresses.every((email) => received.some(({ to = [] }) => to.some(({ address }) => address === email)))
  for (const until = performance.now() + TICK_MS; performance.now() < until; await wait(100)) if (arrived()) return true
  return false
}

/** Background work that looks at the database at least every ten seconds. */
const LANES = ['bulk-acts', 'reminders', 'mails-1', 'mails-2', 'mails-3', 'webhooks', 'pushes']

/** The lanes of each server that did not succeed since then, within the time that is promised. */
async function stillLanes(scrapes: readonly string[], since: number): Promise<string[]> {
  const look = async (): Promise<string[]> => {
    const texts = await Promise.all(scrapes.map(async (url) => (await fetch(url)).text()))
    return texts.flatMap((text, at) =>
      LANES.filter((lane) => succeededAt(text, lane) < since).map((lane) => `${lane} of server ${at + 1}`),
    )
  }
  let still = await look()
  for (const until = since + TICK_MS; still.length > 0 && Date.now() < until; still = await look()) await wait(500)
  return still
}

/** When the lane last succeeded, ms since 1970; 0: it is not there. */
const succeededAt = (text: string, lane: string): number =>
  Number(new RegExp(`^bagrun_lane_last_success_timestamp_seconds{lane="${lane}"} (.*)$`, 'm').exec(text)?.[1] ?? 0) *
  1_000
