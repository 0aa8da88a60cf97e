import { drizzle } from 'drizzle-orm/node-postgres'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { DatabaseLog, OpenDatabase } from '../database.ts'
import { freeBytes } from '../disk-space.ts'
import { describeDatabaseError } from '../errors.ts'
import { packageRoot } from '../../package-root.ts'
import { connectionPool, REPORT_MS, SESSION_SETTINGS } from '../pool.ts'
import { lockDirectory } from './directory-lock.ts'
import { socketFolder } from './socket-address.ts'
import { WireSocket } from './wire-socket.ts'
import { type EmbeddedStorage, EmbeddedWorker } from './worker.ts'

const WAIT_FOR_CONNECTION_MS = 15_000
const CHECKPOINT_EVERY_MS = 60_000
const CHECKPOINT_AFTER_BYTES = 64 * 1024 * 1024
const EXIT_CODE = 70

export interface EmbeddedSettings {
  dataDir: string
  log: DatabaseLog
  onFatal?: ((reason: string) => void) | undefined
}

export interface OpenEmbedded extends OpenDatabase {
  /** Writes the data directory as an uncompressed tar to a file; no transaction may be open. */
  dump(file: string): Promise<void>
}

/** Opens the embedded database under `dataDir`, and creates it if there is none. Throws DirectoryInUse. */
export async function openEmbedded({
  dataDir,
  log,
  onFatal = endProcess(log),
}: EmbeddedSettings): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  keepPrivate(dataDir)
  const lock = await lockDirectory(dataDir)
  try {
    assertIsTheData(dataDir)
    const open = await serve({
      storage: { kind: 'directory', directory: path.join(dataDir, 'database') },
      folder: dataDir,
      log,
      onFatal,
    })
    return {
      ...open,
      freeBytes: () => freeBytes(dataDir),
      close: once(() => open.close().finally(() => lock.release())),
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** An empty database, made by the build (src/tools/build.mjs), from which scratch ones are copied. */
const emptyDatabase = () => path.join(packageRoot(), 'dist', 'empty-database')

export async function makeEmptyDatabase(log: DatabaseLog): Promise<void> {
  const made = emptyDatabase()
  const folder = `${made}.new`
  for (const old of [made, folder]) rmSync(old, { recursive: true, force: true })
  const open = await openScratchDatabase({ dataDir: folder, log })
  await open.close()
  renameSync(path.join(folder, 'database'), made)
  rmSync(folder, { recursive: true, force: true })
}

/** Creates a database for one use in a new folder, which the caller deletes. It does not survive a crash. */
export async function openScratchDatabase({
  dataDir,
  log,
  onFatal = endProcess(log),
}: EmbeddedSettings): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  keepPrivate(dataDir)
  const storage = { kind: 'scratch', directory: path.join(dataDir, 'database'), empty: emptyDatabase() } as const
  return serve({ storage, folder: dataDir, log, onFatal })
}

/** Opens an in-memory database for tests, with the same worker, wire protocol and driver. */
export async function openInMemory(settings: {
  snapshot?: string | undefined
  log: DatabaseLog
  onFatal?: ((reason: string) => void) | undefined
}): Promise<OpenEmbedded> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-'))
  const open = await serve({
    storage: { kind: 'memory', snapshot: settings.snapshot },
    folder,
    log: settings.log,
    onFatal: settings.onFatal ?? endProcess(settings.log),
  })
  return { ...open, close: once(() => open.close().finally(() => rmSync(folder, { recursive: true, force: true }))) }
}

/**
 * Made by `npm run restore` while it replaces the database: between two renames there is none, and a new one must not
 * be created.
 */
export const RESTORING = 'restoring'
/** Made by `npm run move-to-postgres`: what is written here later would be missing there. */
export const MOVED = 'moved-to-postgres'

function assertIsTheData(dataDir: string): void {
  if (existsSync(path.join(dataDir, RESTORING)) && !existsSync(path.join(dataDir, 'database'))) {
    throw new Error(`A restore into ${dataDir} was cut off. Run \`npm run restore\` again.`)
  }
  if (existsSync(path.join(dataDir, MOVED))) {
    throw new Error(
      `The data in ${dataDir} was moved to PostgreSQL: set DATABASE_URL. To go on here without what was done there, delete the file ${path.join(dataDir, MOVED)}.`,
    )
  }
}

/** A mounted volume may have another owner and refuse. The sockets in it are private by their own mode. */
function keepPrivate(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

interface Service {
  storage: EmbeddedStorage
  /** The private folder of the socket. */
  folder: string
  log: DatabaseLog
  onFatal(reason: string): void
}

async function serve({ storage, folder, log, onFatal }: Service): Promise<OpenEmbedded> {
  const sockets = socketFolder(folder)
  const socketPath = sockets.address('database.sock')
  // A killed process left it behind; the folder is private, so no other process listens there.
  if (process.platform !== 'win32') rmSync(path.join(folder, 'database.sock'), { force: true })
  const worker = await EmbeddedWorker.start({ task: { storage, socketPath }, onFatal }).catch((error: unknown) => {
    sockets.close()
    throw error
  })
  const pool = connectionPool({
    stream: () => new WireSocket(socketPath),
    user: 'postgres',
    database: 'postgres',
    // All connections would share one session, in which named statements of two would clash (42P05).
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: WAIT_FOR_CONNECTION_MS,
    // Resets what an earlier connection left in the session: prepared statements, settings, a transaction.
    prepare: async (client) => {
      await client.query('rollback')
      await client.query('discard all')
      await client.query(SESSION_SETTINGS)
    },
    onBroken: (error) =>
      log.warn({ error: describeDatabaseError(error) }, 'the connection to the embedded database broke'),
  })
  // The one connection of a scratch database is busy with one transaction, and little is logged there.
  const checkpoints =
    storage.kind === 'scratch' ? undefined : setInterval(() => void checkpointWhenDue(pool, log), CHECKPOINT_EVERY_MS)
  checkpoints?.unref()
  const db = drizzle({ client: pool })
  return {
    kind: 'embedded',
    db,
    pool,
    reports: db,
    reportMs: REPORT_MS,
    longWork: async (work) => {
      const client = await pool.connect()
      try {
        return await work(client)
      } finally {
        client.release()
      }
    },
    maintain: async () => {
      await pool.query('vacuum analyze')
      await pool.query('checkpoint')
    },
    dump: (file) => worker.dump(file),
    close: once(async () => {
      clearInterval(checkpoints)
      await pool.end()
      await worker.close()
      sockets.close()
    }),
  }
}

/** Without a postmaster nothing triggers a checkpoint: the log would grow, and a restart replay all of it. */
async function checkpointWhenDue(pool: OpenEmbedded['pool'], log: DatabaseLog): Promise<void> {
  try {
    const { rows } = await pool.query<{ bytes: string }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()',
    )
    if (Number(rows[0]?.bytes) > CHECKPOINT_AFTER_BYTES) await pool.query('checkpoint')
  } catch (error) {
    log.warn({ error: describeDatabaseError(error) }, 'the embedded database could not make a checkpoint')
  }
}

function endProcess(log: DatabaseLog): (reason: string) => void {
  return (reason) => {
    log.error({ reason }, 'the embedded database cannot go on; the process ends')
    process.exit(EXIT_CODE)
  }
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= act())
}
