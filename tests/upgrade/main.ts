import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { packageRoot } from '#server/package-root.ts'
import { Load } from '../failover/load.ts'
import { startProgram } from '../failover/processes.ts'
import { ADMIN, writersAt } from '../failover/writers.ts'
import { freePorts } from '../support/free-ports.ts'
import { type Product, startProduct } from '../support/browser/product.ts'
import { startPostgres, teardown, withDatabase } from '../support/postgres-server.ts'

/** Acknowledged after each step, so that each pair of versions works for a while. */
const WRITES = 150
/** A server that leaves says so for five seconds, and the other takes its work: nobody waits for it. */
const PAUSE_MS = 10_000

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Two servers of the version before on one PostgreSQL behind HAProxy are replaced one after the other by this version,
 * and back, while drivers and the office write; prints a table.
 * @param before the folder of the version before, built
 * @returns whether each version started and worked on what the other left, and nothing was lost, doubled or sent again
 */
export async function upgrade(before: string): Promise<boolean> {
  process.setMaxListeners(0)
  const database = await startPostgres()
  if (database === undefined) throw new Error('PostgreSQL is not installed.')
  const folder = mkdtempSync(path.join(tmpdir(), 'bu-'))
  const [one, two, entry] = (await freePorts(3)) as [number, number, number]
  const proxy = startProgram('haproxy', ['-db', '-f', proxyFile(folder, entry, [one, two])])
  const servers: Product[] = []
  let good = true
  try {
    const admin = new pg.Client({ connectionString: database })
    await admin.connect()
    await admin.query('create database bagrun')
    await admin.end()
    const env = {
      DATABASE_URL: withDatabase(database, 'bagrun'),
      SECRET_KEY: 'the secret key of the upgrade proof',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      // A server behind a proxy says that it leaves before it closes.
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'warn',
    }
    const start = (root: string, port: number) => startProduct({ dataDir: path.join(folder, 'data'), root, env, port })
    for (const port of [one, two]) servers.push(await start(before, port))
    const load = new Load(await writersAt([`http://127.0.0.1:${entry}`]))
    load.start()
    await load.goesOn(WRITES)
    say('| the servers | acknowledged writes | lost | doubled | sent again | longest pause | as promised |')
    say('|---|---|---|---|---|---|---|')
    for (const { now, at, root } of steps(before, packageRoot())) {
      const port = at === 0 ? one : two
      const left = servers[at]!
      await left.stop()
      servers[at] = await start(root, port)
      await load.goesOn(WRITES)
      await load.stop()
      await load.check()
      const { acknowledged, lost, doubled, repeated, pauseMs } = load
      const wrong = [left, ...servers].flatMap(errorsIn)
      const isFine = lost + doubled + repeated + wrong.length === 0 && pauseMs <= PAUSE_MS
      good &&= isFine
      say(
        `| ${now} | ${acknowledged} | ${lost} | ${doubled} | ${repeated} | ${(pauseMs / 1_000).toFixed(1)} s | ${isFine ? 'yes' : 'NO'} |`,
      )
      for (const line of wrong.slice(0, 3)) say(line)
      load.start()
    }
    await load.stop()
  } finally {
    for (const server of servers) await server.kill()
    await proxy.end('SIGKILL')
    await teardown()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  return good
}

interface Step {
  readonly now: string
  /** The server that is replaced. */
  readonly at: 0 | 1
  readonly root: string
}

const steps = (before: string, here: string): readonly Step[] => [
  { now: 'one is replaced by this version', at: 0, root: here },
  { now: 'both are', at: 1, root: here },
  { now: 'one goes back', at: 0, root: before },
  { now: 'both have gone back', at: 1, root: before },
  { now: 'one is replaced again', at: 0, root: here },
]

/** The lines in which a server says that something failed. */
const errorsIn = (server: Product): string[] =>
  server
    .log()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line))

/** As in `src/deploy/haproxy.cfg`, but without its second tries, which would hide what the servers refuse. */
function proxyFile(folder: string, entry: number, ports: readonly number[]): string {
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    [
      'defaults',
      '  mode http',
      '  timeout connect 5s',
      '  timeout client 60s',
      '  timeout server 130s',
      'listen web',
      `  bind 127.0.0.1:${entry}`,
      '  balance leastconn',
      '  option forwardfor',
      '  option httpchk GET /readyz',
      '  http-check expect status 200',
      '  timeout check 5s',
      '  default-server check inter 1s fall 2 rise 1',
      '  retries 0',
      ...ports.map((port) => `  server s${port} 127.0.0.1:${port}`),
      '',
    ].join('\n'),
  )
  return file
}
