import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openPostgres } from '#server/db/postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { postgresPrograms } from '../../src/tools/shared/outside-programs.mjs'
import { prepareSnapshot } from './embedded-snapshot.ts'
import { quietLog } from './quiet-log.ts'

/** The template that every test file's database is copied from. */
export const TEMPLATE = 'bagrun_template'

const VARIABLE = 'BAGRUN_TEST_POSTGRES_URL'

let keeper: ChildProcess | undefined

/**
 * Runs once before all tests (vitest's globalSetup): the embedded snapshot, and one real PostgreSQL with a migrated
 * template. Where BAGRUN_TEST_POSTGRES_URL names a server (its user may create databases), that one is used.
 */
export async function setup(): Promise<void> {
  await prepareSnapshot()
  const url = process.env[VARIABLE] ?? (await startPostgres())
  if (url === undefined) return
  process.env[VARIABLE] = url
  await makeTemplate(url)
}

export async function teardown(): Promise<void> {
  if (keeper === undefined) return
  const gone = new Promise((resolve) => keeper?.once('exit', resolve))
  keeper.stdin?.end()
  await gone
}

/** A server of its own, until `teardown`. @returns its address; undefined: no PostgreSQL is installed */
export async function startPostgres(): Promise<string | undefined> {
  const binaries = postgresPrograms()
  if (binaries === undefined) return undefined
  const script = fileURLToPath(new URL('./postgres-keeper.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, binaries], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: process.platform !== 'win32',
  })
  keeper = child
  const address = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(text.trim())
    })
    child.once('exit', (code) => reject(new Error(`PostgreSQL for the tests did not start (${code})`)))
  })
  const url = address.startsWith('socket:')
    ? `postgres://postgres@/postgres?host=${encodeURIComponent(address.slice('socket:'.length))}`
    : `${address}/postgres`
  await untilAnswering(url)
  return url
}

/** Resolves once a starting server accepts connections. */
export async function untilAnswering(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt === 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

async function makeTemplate(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE} with (force)`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const open = await openPostgres({ url: withDatabase(url, TEMPLATE), log: quietLog })
  await migrate(open)
  await open.close()
}

/** The address of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url.replace('@/', '@socket/'))
  address.pathname = `/${database}`
  return address.href.replace('@socket/', '@/')
}
