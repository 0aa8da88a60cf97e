import type { OpenDatabase } from '../db/database.ts'

/** Any number, the same in every version: only the holder of this advisory lock makes a backup. */
const BACKUP_LOCK = 7_223_042

const busyHere = new WeakSet<OpenDatabase['pool']>()

/** Another backup is in progress, here or on another server of the same database. */
export class BackupUnderWay extends Error {
  override readonly name = 'BackupUnderWay'
  constructor() {
    super('A backup is being made already.')
  }
}

/** Runs `work` exclusively among all servers of this database. Throws BackupUnderWay. */
export async function oneBackup<T>({ pool, kind }: OpenDatabase, work: () => Promise<T>): Promise<T> {
  if (busyHere.has(pool)) throw new BackupUnderWay()
  busyHere.add(pool)
  try {
    // The embedded database has one process, and a single connection that `work` needs.
    return kind === 'embedded' ? await work() : await lockedForAll(pool, work)
  } finally {
    busyHere.delete(pool)
  }
}

async function lockedForAll<T>(pool: OpenDatabase['pool'], work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK])
    if (rows[0]?.taken !== true) throw new BackupUnderWay()
    return await work()
  } finally {
    // A broken connection has released the lock already.
    await client.query('select pg_advisory_unlock($1)', [BACKUP_LOCK]).then(
      () => client.release(),
      () => client.release(true),
    )
  }
}
