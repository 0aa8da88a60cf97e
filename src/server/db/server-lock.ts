import type pg from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLog, OpenDatabase } from './database.ts'
import { databaseUnusable, describeDatabaseError } from './errors.ts'
import { DatabaseHosts } from './hosts.ts'

/**
 * Any number, the same in every version: servers hold this advisory lock shared, and a process that replaces the whole
 * database exclusively.
 */
const SERVER_LOCK = 7_223_043
const AGAIN_AFTER_MS = 1_000
const ANSWER_MS = 5_000
/** A host that lost its power closes no connection. */
const LOOK_EVERY_MS = 60_000
/** PostgreSQL releases the lock of a killed server once it notices the lost connection. */
const ATTEMPTS = 5
const BETWEEN_ATTEMPTS_MS = 200

class LockedOut extends Error {
  override readonly name = 'LockedOut'
}

export interface ServerLock {
  release(): Promise<void>
}

/**
 * Shows other processes, as long as this one lives, that a server uses this PostgreSQL. The lock is on a dedicated
 * connection, because the pool's connections come and go. Throws a sentence while a restore or a move has exclusive
 * use.
 */
export async function lockAsServer(url: string, log: DatabaseLog): Promise<ServerLock> {
  let released = false
  let held: pg.Client | null = null
  let again: NodeJS.Timeout | undefined
  const hosts = new DatabaseHosts(url)
  const { Client } = hosts

  const take = async (): Promise<void> => {
    const client = new Client({
      application_name: 'bagrun-server',
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    client.on('error', () => undefined)
    await client.connect()
    try {
      await hosts.assertWrites(client)
      await client.query('set idle_session_timeout = 0')
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock_shared($1) as taken', [
        SERVER_LOCK,
      ])
      if (rows[0]?.taken !== true)
        throw new LockedOut(
          'DATABASE_URL: a restore or a move is under way in this database. Start again when it has ended.',
        )
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    held = client
    const look = setInterval(() => client.query('select 1').catch(() => client.end()), LOOK_EVERY_MS).unref()
    client.once('end', () => {
      clearInterval(look)
      held = null
      takeAgain()
    })
  }
  const takeAgain = () => {
    if (released) return
    again = setTimeout(() => {
      hosts.tried(take).then(
        // It was closed while the lock was being acquired.
        () => void (released && held?.end().catch(() => undefined)),
        (error: unknown) => {
          log.warn(
            { error: describeDatabaseError(error) },
            'the lock that keeps a restore away from this server’s database is lost; it is taken again',
          )
          takeAgain()
        },
      )
    }, AGAIN_AFTER_MS).unref()
  }

  await hosts.tried(take).catch((error: unknown) => {
    throw error instanceof LockedOut ? error : databaseUnusable(error)
  })
  return {
    release: async () => {
      released = true
      clearTimeout(again)
      const client = held
      held = null
      // Unlocked explicitly, so that a process that asks right after the disconnection finds it free.
      await client?.query('select pg_advisory_unlock_shared($1)', [SERVER_LOCK]).catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}

/** Locks all servers out of a PostgreSQL. @returns null while a server uses it */
export async function lockOutServers({ pool }: Pick<OpenDatabase, 'pool'>): Promise<ServerLock | null> {
  const client = await pool.connect()
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 1) await wait(BETWEEN_ATTEMPTS_MS)
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [SERVER_LOCK])
    if (rows[0]?.taken === true) return { release: async () => client.release(true) }
  }
  client.release()
  return null
}
