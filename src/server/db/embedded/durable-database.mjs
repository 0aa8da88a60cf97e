import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { DurableFileSystem, syncDirectory, syncTree } from './durable-file-system.mjs'

/** PGlite 0.5 is PostgreSQL 18, and other major versions can't read its files. */
const POSTGRES_MAJOR = '18'

/** @typedef {(severity: string, words: string) => void} OnPanic */

/** @param {OnPanic} onPanic */
function startOptions(onPanic) {
  return {
    extensions: { pg_trgm },
    startParams: [
      // -F turns fsync off. This file system does not support open_datasync, the usual choice on Linux.
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      '-c',
      'wal_sync_method=fsync',
      '-c',
      'shared_buffers=16MB',
    ],
    onStderr: (/** @type {string} */ line) => {
      const match = /\b(PANIC|FATAL):\s+(.*)/.exec(line)
      if (match !== null) onPanic(match[1] ?? '', match[2] ?? '')
      return true
    },
  }
}

/**
 * Opens the database in `directory`, creating it when there is none. Throws when it would not be durable.
 * @param {string} directory
 * @param {OnPanic} onPanic
 */
export async function openDurable(directory, onPanic) {
  if (!fs.existsSync(directory)) await createDirectory(directory)
  const major = majorOf(directory)
  if (major !== POSTGRES_MAJOR) {
    throw new Error(
      `The database in ${directory} is of PostgreSQL ${major}, this version works with ${POSTGRES_MAJOR}: restore a backup instead`,
    )
  }
  const files = new DurableFileSystem(directory)
  const pg = await PGlite.create({ ...startOptions(onPanic), fs: files })
  await assertDurable(pg, files)
  return pg
}

/** @param {string} directory */
function majorOf(directory) {
  const file = path.join(directory, 'PG_VERSION')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null
}

/**
 * Opens an in-memory database for tests; it ends with the thread.
 * @param {string | undefined} snapshot a file with a dumped data directory
 * @param {OnPanic} onPanic
 */
export async function openMemory(snapshot, onPanic) {
  const loadDataDir = snapshot === undefined ? undefined : new Blob([fs.readFileSync(snapshot)])
  return PGlite.create({ ...startOptions(onPanic), ...(loadDataDir === undefined ? {} : { loadDataDir }) })
}

/**
 * Creates a database for one use. Nothing is synced, so it is not durable. Copying an empty one takes a fifth of the
 * 800 MB of memory that making one takes.
 * @param {string} directory
 * @param {OnPanic} onPanic
 * @param {string} [empty] the folder of an empty database; one is made where there is none, or of another version
 */
export async function openScratch(directory, onPanic, empty) {
  const options = startOptions(onPanic)
  if (empty !== undefined && majorOf(empty) === POSTGRES_MAJOR) fs.cpSync(empty, directory, { recursive: true })
  return PGlite.create({ ...options, startParams: [...options.startParams, '-F'], fs: new NodeFS(directory) })
}

/**
 * A directory gets its final name only when it is complete and synced. An interrupted start leaves `<directory>.new`,
 * which the next start deletes.
 * @param {string} directory
 */
async function createDirectory(directory) {
  const unfinished = `${directory}.new`
  fs.rmSync(unfinished, { recursive: true, force: true })
  const pg = await PGlite.create({ ...startOptions(() => undefined), fs: new DurableFileSystem(unfinished) })
  await pg.close()
  fs.chmodSync(unfinished, 0o700)
  syncTree(unfinished)
  fs.renameSync(unfinished, directory)
  syncDirectory(path.dirname(directory))
}

/**
 * @param {PGlite} pg
 * @param {DurableFileSystem} files
 */
async function assertDurable(pg, files) {
  const settings = await pg.query(
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits",
  )
  const { fsync, commits } = /** @type {{ fsync: string, commits: string }} */ (settings.rows[0])
  if (fsync !== 'on' || commits !== 'on') {
    throw new Error(`The embedded database would not be durable: fsync is ${fsync}, synchronous_commit is ${commits}`)
  }
  const before = files.fsyncs
  // This commit writes to the log but inserts no row.
  await pg.query("select pg_logical_emit_message(true, 'bagrun', 'start')")
  if (files.fsyncs === before)
    throw new Error('The embedded database would not be durable: a commit did not call fsync')
}
