import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { packageRoot } from '#server/package-root.ts'
import { newFolder, removeFolder } from '../fixtures/business-on-disk.ts'
import { freePorts } from '../support/free-ports.ts'
import { startPostgres } from './server/postgres.ts'
import { type Bench, type Figure, interleaved, type Options, seconds, within } from './support/figures.ts'
import { rivals } from './support/rivals.ts'

const READY_MS = 2_000
const MEGABYTES = 150
const LOOK_MS = 10

const METHOD =
  'Start: the built server on a database that is there already, from the start of its process until /readyz is 200 for the first time, and the memory that is resident then (VmRSS, with all threads). Beside it a bare Fastify with one route, until it listens.'

/** The bare server finds the product's own Fastify where the rivals are not installed. */
interface Begun {
  readonly ms: number
  /** Resident memory. */
  readonly megabytes: number
}

/** An operator's restart: how long the server is away, and what it takes before anybody calls. */
export async function start({ rounds }: Options): Promise<Bench> {
  const folder = newFolder()
  const postgres = await startPostgres()
  try {
    const figures = await startsOn('embedded', path.join(folder, 'e'), {}, rounds)
    if (postgres === null) return { figures, method: [METHOD, 'PostgreSQL is not installed here.'] }
    const env = { DATABASE_URL: await postgres.newDatabase(), SECRET_KEY: 'a secret key for the bench, long enough' }
    figures.push(...(await startsOn('PostgreSQL', path.join(folder, 'p'), env, rounds)))
    return { figures, method: [METHOD] }
  } finally {
    await postgres?.stop()
    removeFolder(folder)
  }
}

async function startsOn(
  database: string,
  dataDir: string,
  settings: Record<string, string>,
  rounds: number,
): Promise<Figure[]> {
  // Makes the database.
  await ourStart(dataDir, settings)
  const payload = path.join(newFolder(), 'week.json')
  writeFileSync(payload, '{"items":[{}]}')
  const pairs = await interleaved(
    rounds,
    () => ourStart(dataDir, settings),
    () => bareStart(payload),
  )
  removeFolder(path.dirname(payload))
  const of = (part: keyof Begun) => pairs.map(({ ours, rival }) => ({ ours: ours[part], rival: rival[part] }))
  return [
    within(`Start, ${database}: ready`, of('ms'), seconds, READY_MS),
    within('… resident memory', of('megabytes'), (megabytes) => `${megabytes.toFixed(0)} MB`, MEGABYTES),
  ]
}

async function ourStart(dataDir: string, settings: Record<string, string>): Promise<Begun> {
  const [port] = (await freePorts(1)) as [number]
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const began = performance.now()
  const child = spawn(process.execPath, [path.join(packageRoot(), 'dist/server/main.js')], { env, stdio: 'ignore' })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The server ended.')
    await wait(LOOK_MS)
  }
  return measured(child, performance.now() - began)
}

async function bareStart(payload: string): Promise<Begun> {
  const began = performance.now()
  const child = spawn(process.execPath, [rivals('bare-fastify.mjs'), payload], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return measured(child, performance.now() - began)
}

async function measured(child: ChildProcess, ms: number): Promise<Begun> {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
  return { ms, megabytes: Number(kilobytes) / 1_024 }
}
