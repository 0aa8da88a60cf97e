import type pg from 'pg'
import type { OpenDatabase } from './database.ts'
import { migrationsDone } from './migrate.ts'

const WRITES = `select case when current_setting('transaction_read_only') = 'off'
  then pg_logical_emit_message(true, 'bagrun', '') end is not null as writes`

/**
 * Whether a server can do its work: the database has stored something, and its tables are of this version. What is
 * stored is an empty message in the database's log, which no table keeps. A standby, a full disk or a commit that no
 * standby confirms makes it fail or wait, where a mere question would be answered.
 * @param ms after which it is given up, with the connection, which a silent database does not answer any more
 */
export async function takesWrites({ db, pool }: OpenDatabase, ms: number): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ writes: boolean }>({ text: WRITES, query_timeout: ms } as pg.QueryConfig)
    return rows[0]?.writes === true && (await migrationsDone(db))
  } catch {
    return false
  }
}
