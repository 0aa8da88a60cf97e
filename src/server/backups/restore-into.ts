import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { ServerConfig } from '../config.ts'
import { bytesOf, type Manifest } from '../db/backup/backup-files.ts'
import type { OpenDatabase, Transaction } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { lockDirectory } from '../db/embedded/directory-lock.ts'
import { MOVED, RESTORING } from '../db/embedded/embedded.ts'
import { openPostgres } from '../db/postgres.ts'
import { lockOutServers, type ServerLock } from '../db/server-lock.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Log } from '../ports.ts'
import { fillDatabase, isEmpty } from './fill-database.ts'
import { newEpoch, noteLoaded } from './loaded-installation.ts'
import type { OpenScratch } from './try-out.ts'

/** Why nothing was restored, as a sentence. Nothing was changed. */
export class NotRestored extends Error {
  override readonly name = 'NotRestored'
}

const PHOTOS_AT_ONCE = 1_000

interface Found {
  readonly config: Pick<ServerConfig, 'dataDir' | 'databaseUrl'>
  readonly log: Log
  readonly force: boolean
  readonly now: Date
  readonly folder: string
  readonly manifest: Manifest
  /** SHA-256 of the backup's checksum file. */
  readonly sha256: string
  readonly openNew?: OpenScratch | undefined
  /** Called once it is certain that the backup will be restored. */
  putPhotos(): Promise<void>
  /** The photos among these that are in no store. */
  lacking(keys: readonly string[]): Promise<string[]>
  /** Keys of photos that this backup does not hold complete. */
  notInBackup(): AsyncIterable<string>
}

interface Filled {
  readonly dataEpoch: string
  /** Where the previous data is stored; null: there was none. */
  readonly aside: string | null
  /** Photos that the database names and that are nowhere. */
  readonly photosMissing: readonly string[]
}

async function fill(
  open: OpenDatabase,
  { folder, manifest, sha256, now, log, lacking, notInBackup }: Found,
): Promise<Pick<Filled, 'dataEpoch' | 'photosMissing'>> {
  let dataEpoch = ''
  const photosMissing: string[] = []
  const bytes = await bytesOf(folder)
  await fillDatabase(open, folder, manifest, async (tx) => {
    for await (const keys of photoKeys(tx)) photosMissing.push(...(await lacking(keys)))
    await noteLoaded(tx, {
      manifest,
      fileName: path.basename(folder),
      bytes,
      sha256,
      missing: bothOf(photosMissing, notInBackup()),
    })
    dataEpoch = await newEpoch(tx, now)
  })
  log.info({ backup: path.basename(folder), dataEpoch }, 'a backup was restored')
  return { dataEpoch, photosMissing }
}

/** The keys of all photos that the database names, some at a time. */
async function* photoKeys(tx: Transaction): AsyncGenerator<string[]> {
  for (let after = ''; ;) {
    const { rows } = await tx.execute<{ key: string }>(
      sql`select storage_key as key from photos where storage_key > ${after} order by storage_key limit ${PHOTOS_AT_ONCE}`,
    )
    if (rows.length === 0) return
    yield rows.map(({ key }) => key)
    after = rows.at(-1)!.key
  }
}

async function* bothOf(some: Iterable<string>, more: AsyncIterable<string>): AsyncGenerator<string> {
  yield* some
  yield* more
}

function holdsFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Restores under DATA_DIR. The new database replaces the old one by a rename once it is complete and closed. */
export async function intoEmbedded(found: Found): Promise<Filled> {
  const { config, force } = found
  const { dataDir } = config
  const moved = path.join(dataDir, MOVED)
  // A server would not start on a restored folder with this mark, and a business must not continue in two places by
  // mistake.
  if (existsSync(moved))
    throw new NotRestored(
      `The data in ${dataDir} was moved to PostgreSQL: set DATABASE_URL to restore there. To restore here and go on without PostgreSQL, delete the file ${moved} first.`,
    )
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDirectory(dataDir)
  try {
    const [database, staging] = [path.join(dataDir, 'database'), path.join(dataDir, RESTORING)]
    // Photos beside the leftovers of an interrupted restore come from that restore; they are not existing data.
    const isThere = existsSync(database) || (!existsSync(staging) && holdsFiles(path.join(dataDir, 'photos')))
    if (isThere && !force)
      throw new NotRestored(
        `There is data in ${dataDir}. With --force it is kept aside and the backup takes its place.`,
      )
    return await instead(found, database, staging)
  } finally {
    await lock.release()
  }
}

async function instead(found: Found, database: string, staging: string): Promise<Filled> {
  const { now, log } = found
  const dataDir = path.dirname(database)
  try {
    rmSync(path.join(staging, 'database'), { recursive: true, force: true })
    // Written durably first: from here on a missing database means an interrupted restore.
    mkdirSync(staging, { recursive: true, mode: 0o700 })
    syncFolder(dataDir)
    await found.putPhotos()
    const open = await (found.openNew ?? ((dataDir) => openDatabase({ dataDir, log })))(staging)
    const filled = await fill(open, found).finally(() => open.close())
    const aside = existsSync(database)
      ? path.join(dataDir, `database-before-restore-${now.toISOString().replace(/[:.]/g, '-')}`)
      : null
    if (aside !== null) renameSync(database, aside)
    renameSync(path.join(staging, 'database'), database)
    syncFolder(dataDir)
    rmSync(staging, { recursive: true })
    return { ...filled, aside }
  } catch (error) {
    // An existing database is not touched, and the incomplete new one is deleted. Without a database the folder stays,
    // so that a server does not create an empty one, and the restore can be repeated.
    if (existsSync(database)) rmSync(staging, { recursive: true, force: true })
    throw error
  }
}

/** The schemas of the product's tables and of its list of migrations. */
const SCHEMAS = ['public', 'drizzle']

/** The previous data keeps its tables, under renamed schemas. */
export async function intoPostgres(found: Found): Promise<Filled> {
  const { config, force, now, log } = found
  const open = await openPostgres({ url: config.databaseUrl!, log, name: 'bagrun-restore' })
  let alone: ServerLock | null = null
  try {
    alone = await lockOutServers(open)
    if (alone === null) throw new NotRestored('A server works on this database. Stop every one of them first.')
    const isThere = !(await isEmpty(open.db))
    if (isThere && !force)
      throw new NotRestored(
        'There is data in the database of DATABASE_URL. With --force it is kept aside and the backup takes its place.',
      )
    const suffix = `before_restore_${now.toISOString().replace(/\D/g, '').slice(0, 14)}`
    await found.putPhotos()
    if (!isThere) return { ...(await fill(open, found)), aside: null }
    await setAside(open, suffix)
    try {
      return {
        ...(await fill(open, found)),
        aside: `the schemas ${SCHEMAS.map((name) => `${name}_${suffix}`).join(' and ')} of the database`,
      }
    } catch (error) {
      await bringBack(open, suffix)
      throw error
    }
  } finally {
    await alone?.release()
    await open.close()
  }
}

async function setAside({ db }: OpenDatabase, suffix: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const name of SCHEMAS) await tx.execute(sql.raw(`alter schema ${name} rename to ${name}_${suffix}`))
    await tx.execute(sql.raw('create schema public'))
  })
}

async function bringBack({ db }: OpenDatabase, suffix: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const name of SCHEMAS) {
      await tx.execute(sql.raw(`drop schema if exists ${name} cascade`))
      await tx.execute(sql.raw(`alter schema ${name}_${suffix} rename to ${name}`))
    }
  })
}
