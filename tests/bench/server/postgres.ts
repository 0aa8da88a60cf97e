import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { packageRoot } from '#server/package-root.ts'
import { postgresPrograms } from '../../../src/tools/shared/outside-programs.mjs'
import { untilAnswering, withDatabase } from '../../support/postgres-server.ts'

/** A PostgreSQL for the bench only, durable as in production. */
export interface Postgres {
  readonly version: string
  /** @returns the address of a new database: empty, or a copy of another one that has no open connection */
  newDatabase(like?: string): Promise<string>
  stop(): Promise<void>
}

/** @returns null where none is installed */
export async function startPostgres(): Promise<Postgres | null> {
  const binaries = postgresPrograms()
  if (binaries === undefined) return null
  const keeper = spawn(
    process.execPath,
    [path.join(packageRoot(), 'tests', 'support', 'postgres-keeper.mjs'), binaries, 'durable'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const [said] = (await once(keeper.stdout, 'data')) as [Buffer]
  const address = said.toString().trim()
  const url = address.startsWith('socket:')
    ? `postgres://postgres@/postgres?host=${encodeURIComponent(address.slice('socket:'.length))}`
    : `${address}/postgres`
  await untilAnswering(url)
  const ask = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await client.query<Record<string, string>>(statement)
    } finally {
      await client.end()
    }
  }
  const { rows } = await ask('show server_version')
  return {
    version: rows[0]?.['server_version'] ?? 'unknown',
    newDatabase: async (like) => {
      const name = `bench_${randomBytes(6).toString('hex')}`
      const template = like === undefined ? '' : ` template ${/bench_[0-9a-f]+/.exec(like)![0]}`
      await ask(`create database ${name}${template}`)
      return withDatabase(url, name)
    },
    stop: async () => {
      const gone = once(keeper, 'exit')
      keeper.stdin.end()
      await gone
    },
  }
}
