import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { photosMissingSentence } from '#domain/alerts.ts'
import { systemClock } from './adapters/clock/system-clock.ts'
import { embeddedStore } from './adapters/storage/embedded-store.ts'
import { s3Store } from './adapters/storage/s3-store.ts'
import { addressLines } from './address-files/address-lines.ts'
import { type AddressOrder, importAddresses as carryOutAddresses } from './address-files/import-addresses.ts'
import { type ArchiveAct, type Archived, archiveEvents as carryOutArchive } from './archive/archive-events.ts'
import { folderMeant } from './backups/backup-folder.ts'
import { type BackupSettings, makeBackup, type MadeBackup, reasonOf } from './backups/make-backup.ts'
import { moveToPostgres } from './backups/move-to-postgres.ts'
import { giveOrder, type Order } from './backups/orders.ts'
import { type OnProgress, type Progress, progressShown } from './backups/progress.ts'
import { restore as restoreBackup } from './backups/restore.ts'
import { readConfig, secretOf, type ServerConfig } from './config.ts'
import type { OpenDatabase } from './db/database.ts'
import { openDatabase } from './db/open-database.ts'
import { DirectoryInUse } from './db/embedded/directory-lock.ts'
import { makeEmptyDatabase as makeEmpty } from './db/embedded/embedded.ts'
import { migrationsDone } from './db/migrate.ts'
import { describeDatabaseError } from './db/errors.ts'
import { lockAsServer, type ServerLock } from './db/server-lock.ts'
import type { AuditReport } from './ledger-audit/audit.ts'
import { totalLines } from './ledger-audit/total-lines.ts'
import { auditInto } from './ledger-audit/write-journal.ts'
import { jsonLog } from './log.ts'
import { makePasswordLink } from './password-link.ts'
import type { StoragePort } from './ports.ts'
import { secretsOf } from './secrets.ts'

/** The operator's commands. Like main.ts they read process.env. Each ends with a sentence and an exit code. */

const say = (line: string) => process.stdout.write(`${line}\n`)
const size = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

async function endingWithASentence(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${describeDatabaseError(error).message}\n`)
    process.exitCode = 1
  }
}

/** No addresses are signed here, so no key is needed. */
function storeOf({ s3, dataDir, logLevel }: ServerConfig): StoragePort {
  return s3 ? s3Store(s3, { clock: systemClock, log: jsonLog(logLevel) }) : embeddedStore(dataDir, secretsOf(''))
}

/** The build makes the empty database in which backups are tried. */
export const makeEmptyDatabase = (): Promise<void> => makeEmpty(jsonLog('error'))

const photosIn = (count: number) => (count === 1 ? '1 photo' : `${count} photos`)

function tellBackup({ folder, rows, bytes, sha256, photos, healed, copiedAnew }: MadeBackup): void {
  say(`Backup: ${folder}`)
  say(
    `  ${rows} rows, ${photosIn(photos.count)}${photos.lie === 's3' ? ' on S3, where they stay' : ''}, ${size(bytes)}, restored into a trial database and compared`,
  )
  say(`  SHA-256 of its SHA256SUMS: ${sha256}`)
  if (healed.length > 0) say(`  ${photosIn(healed.length)} the store had lost: put back from an earlier backup`)
  if (copiedAnew.length > 0) say(`  ${photosIn(copiedAnew.length)} damaged in the backup before: copied anew`)
  if (photos.missing === 0) return
  process.stderr.write(
    `The backup was made, but not whole. ${photosMissingSentence(photos.missing)} Its manifest.json names ${photos.missing === 1 ? 'it' : 'them'}; phones keep what they still hold.\n`,
  )
  process.exitCode = 1
}

/** `npm run backup`. */
export function backup(args: string[]): Promise<void> {
  return endingWithASentence(async () => {
    const { values } = parseArgs({ args, options: { 'photos-of-s3': { type: 'boolean', default: false } } })
    const config = readConfig(process.env)
    const photosOfS3 = values['photos-of-s3']
    const made = await carriedOut(config, { order: 'backup', photosOfS3, progress: true }, (onProgress) =>
      byOurselves(config, { photosOfS3, onProgress }),
    )
    if ('failed' in made) throw new Error(`No backup was made. ${made.failed}`)
    tellBackup(made.done)
  })
}

async function byOurselves(
  config: ServerConfig,
  settings: Pick<BackupSettings, 'photosOfS3' | 'onProgress'>,
): Promise<MadeBackup> {
  const { databaseUrl: url, dataDir, backupDir: dir } = config
  if (url === undefined && !existsSync(path.join(dataDir, 'database')))
    throw new Error(`There is nothing to back up: ${dataDir} has no database.`)
  const log = jsonLog('error')
  const database = await openDatabase({ url, dataDir, log }).catch((error: unknown) => {
    // A running server would have accepted the request.
    throw error instanceof DirectoryInUse
      ? new Error(`No backup was made. A server is just starting or ending in ${dataDir}: try again in a moment.`)
      : error
  })
  let lock: ServerLock | null = null
  try {
    lock = url === undefined ? null : await lockAsServer(url, log)
    return await makeBackup({ database, storage: storeOf(config), clock: systemClock, log, dir, ...settings })
  } catch (error) {
    throw new Error(`No backup was made. ${reasonOf(error)}`, { cause: error })
  } finally {
    await lock?.release()
    await database.close()
  }
}

/** `npm run password-link -- --email <address>`. */
export function passwordLink(args: string[]): Promise<void> {
  return endingWithASentence(async () => {
    const { email } = parseArgs({ args, options: { email: { type: 'string' } } }).values
    if (email === undefined)
      throw new Error('Name the email of one account: npm run password-link -- --email <address>')
    const config = readConfig(process.env)
    const made = await carriedOut(config, { order: 'password-link', email }, () => linkByOurselves(config, email))
    if ('failed' in made) throw new Error(made.failed)
    say(made.done)
    say('Open it within an hour. It works once, and ends every session of this account.')
  })
}

async function linkByOurselves(config: ServerConfig, email: string): Promise<string> {
  const database = await openIdle(config, 'Nobody has an account')
  try {
    return await makePasswordLink({ database, clock: systemClock, config }, email)
  } finally {
    await database.close()
  }
}

/**
 * Runs the command in the running server where the database is embedded and one runs, else in this process, and shows
 * its progress.
 */
async function carriedOut<T>(
  { databaseUrl, dataDir }: ServerConfig,
  order: Order,
  byOurselves: (onProgress: OnProgress) => Promise<T>,
): Promise<{ done: T } | { failed: string }> {
  const progress = progressShown(process.stderr)
  try {
    const reply =
      databaseUrl === undefined ? await giveOrder(dataDir, order, (report) => progress.show(report as Progress)) : null
    return (reply as { done: T } | { failed: string } | null) ?? { done: await byOurselves(progress.show) }
  } finally {
    progress.end()
  }
}

/** The database, where no server has answered. @param without the sentence when there is none */
async function openIdle({ databaseUrl: url, dataDir }: ServerConfig, without: string): Promise<OpenDatabase> {
  if (url === undefined && !existsSync(path.join(dataDir, 'database')))
    throw new Error(`${without}: ${dataDir} has no database.`)
  return openDatabase({ url, dataDir, log: jsonLog('error') }).catch((error: unknown) => {
    throw error instanceof DirectoryInUse
      ? new Error(`A server is just starting or ending in ${dataDir}: try again in a moment.`)
      : error
  })
}

/** `npm run audit-ledger [-- --journal <file>]`. A difference is an error. */
export function auditLedger(args: string[]): Promise<void> {
  return endingWithASentence(async () => {
    const { values } = parseArgs({ args, options: { journal: { type: 'string' } } })
    const journal = values.journal === undefined ? null : path.resolve(values.journal)
    const config = readConfig(process.env)
    const audited = await carriedOut(config, { order: 'audit-ledger', journal }, () =>
      auditByOurselves(config, journal),
    )
    if ('failed' in audited) throw new Error(audited.failed)
    const report = audited.done
    const { difference } = report
    if (journal !== null) say(`Journal for hledger: ${journal}`)
    if (difference !== null) throw new Error(`The ledger is wrong. ${difference}`)
    for (const line of totalLines(report)) say(line)
  })
}

async function auditByOurselves(config: ServerConfig, journal: string | null): Promise<AuditReport> {
  const database = await openIdle(config, 'There is no ledger')
  try {
    return await auditInto(database.db, journal)
  } finally {
    await database.close()
  }
}

const OTHER_VERSION = 'The database is of another version of the product: start the server once, then try again.'

/** `npm run archive-events [-- --move | --read-back <folder>]`. */
export function archiveEvents(args: string[]): Promise<void> {
  return endingWithASentence(async () => {
    const { values } = parseArgs({
      args,
      options: { move: { type: 'boolean', default: false }, 'read-back': { type: 'string' } },
    })
    const folder = values['read-back']
    if (values.move && folder !== undefined) throw new Error('Use --move or --read-back, not both.')
    const config = readConfig(process.env)
    // Resolved here, because a running server may have been started elsewhere.
    const act: ArchiveAct =
      folder === undefined
        ? { act: values.move ? 'move' : 'look' }
        : { act: 'read-back', folder: folderMeant(config.backupDir, folder) ?? folder }
    const archived = await carriedOut(config, { order: 'archive-events', progress: true, ...act }, (onProgress) =>
      archiveByOurselves(config, act, onProgress),
    )
    if ('failed' in archived) throw new Error(archived.failed)
    for (const line of archiveLines(archived.done)) say(line)
  })
}

async function archiveByOurselves(config: ServerConfig, act: ArchiveAct, onProgress: OnProgress): Promise<Archived> {
  const { databaseUrl: url, backupDir: dir } = config
  const database = await openIdle(config, 'There are no records')
  let lock: ServerLock | null = null
  try {
    lock = url === undefined ? null : await lockAsServer(url, jsonLog('error'))
    if (!(await migrationsDone(database.db))) throw new Error(OTHER_VERSION)
    return await carryOutArchive({ database, clock: systemClock, dir, onProgress }, act)
  } finally {
    await lock?.release()
    await database.close()
  }
}

function archiveLines(done: Archived): string[] {
  if (done.act === 'read-back')
    return [`${done.rows} records in the file; ${done.added} of them were not in the database and are there again.`]
  if (done.act === 'move')
    return done.folder === null
      ? ['There is nothing to move.']
      : [
          `Moved: ${done.rows} records, ${size(done.bytes)}, read back and compared: ${done.folder}`,
          'Keep this folder for good, and a copy elsewhere: no backup holds these records.',
        ]
  const { before, rows, stops, bytes, oldest, newest, archives } = done
  const between = oldest === null ? '' : `, received ${oldest.slice(0, 10)} to ${newest!.slice(0, 10)}`
  return [
    `Records before ${before} that can be moved: ${rows} of ${stops} stops, ${size(bytes)} in the database${between}.`,
    ...(rows === 0 ? [] : ['Nothing was changed. To move them: npm run archive-events -- --move']),
    ...archives.map(
      ({ folder, movedAt, rows, readBackAt }) =>
        `  ${folder}: ${rows} records, moved ${movedAt.slice(0, 10)}${readBackAt === null ? '' : `, read back ${readBackAt.slice(0, 10)}`}`,
    ),
  ]
}

/** `npm run import-addresses -- <file or folder>... [--apply]`. */
export function importAddresses(args: string[]): Promise<void> {
  return endingWithASentence(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { apply: { type: 'boolean', default: false } },
    })
    const config = readConfig(process.env)
    // Resolved here, because a running server may have been started elsewhere.
    const order: AddressOrder = { files: positionals.map((file) => path.resolve(file)), apply: values.apply }
    const imported = await carriedOut(config, { order: 'import-addresses', progress: true, ...order }, (onProgress) =>
      addressesByOurselves(config, order, onProgress),
    )
    if ('failed' in imported) throw new Error(imported.failed)
    for (const line of addressLines(imported.done)) say(line)
  })
}

async function addressesByOurselves(config: ServerConfig, order: AddressOrder, onProgress: OnProgress) {
  const database = await openIdle(config, 'There are no customers')
  try {
    if (!(await migrationsDone(database.db))) throw new Error(OTHER_VERSION)
    return await carryOutAddresses({ database, clock: systemClock, onProgress }, order)
  } finally {
    await database.close()
  }
}

/** `npm run restore <backup> [--force]`. */
export function restore(args: string[]): Promise<void> {
  return endingWithASentence(async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false } },
    })
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0)
      throw new Error('Name one backup: npm run restore -- <its folder, or its name under BACKUP_DIR> [--force]')
    // A server on PostgreSQL requires SECRET_KEY, so this command does too, with the same sentence.
    const config = readConfig(process.env)
    const { manifest, sha256, aside, photosPut, photosMissing, photosDamaged, dataEpoch } = await restoreBackup({
      config,
      storage: storeOf(config),
      log: jsonLog('error'),
      backup: name,
      force: values.force,
      now: new Date(),
    })
    say(`Restored: ${name}, as the business stood at ${manifest.startedAt}`)
    for (const { name: table, rows, sha256: sum } of manifest.tables)
      if (rows > 0) say(`  ${table.padEnd(18)} ${String(rows).padStart(8)} rows  equal  ${sum.slice(0, 16)}`)
    say(`  SHA-256 of its SHA256SUMS: ${sha256}`)
    say(
      photosPut === null
        ? '  Its photos lie on S3, where they were left.'
        : `  ${photosIn(manifest.photos.count)}; ${photosPut} had to be put back, of these and younger ones`,
    )
    for (const key of photosDamaged)
      say(`  damaged in this backup${photosMissing.includes(key) ? '' : ', found whole elsewhere'}: ${key}`)
    if (aside !== null) say(`What was there before is kept: ${aside}`)
    say(
      `New data epoch ${dataEpoch}: at their next contact phones send what they recorded in the last 14 days again; what is here already is not counted twice.`,
    )
    say('Do again by hand what the office did since, above all: phones revoked, people blocked, passwords changed.')
    if (photosMissing.length === 0) return
    for (const key of photosMissing) say(`  nowhere: ${key}`)
    process.stderr.write(
      `Everything was restored but ${photosIn(photosMissing.length)}: ${photosMissing.length === 1 ? 'it is' : 'they are'} whole neither in the photo store nor in any backup of BACKUP_DIR. Phones keep what they still hold.\n`,
    )
    process.exitCode = 1
  })
}

/** `DATABASE_URL=postgres://… npm run move-to-postgres`. */
export function move(args: string[]): Promise<void> {
  return endingWithASentence(async () => {
    parseArgs({ args, options: {} })
    const { DATABASE_URL: _url, DATABASE_URL_FILE: _file, ...environment } = process.env
    const url = secretOf(process.env, 'DATABASE_URL')
    if (url === undefined) throw new Error('Set DATABASE_URL to the empty PostgreSQL database the data is moved to.')
    const config = readConfig(environment)
    readConfig({ DATABASE_URL: url, SECRET_KEY: 'only the address is looked at here.' })
    const log = jsonLog('error')
    const moved = await moveToPostgres({ config, url, storage: storeOf(config), clock: systemClock, log })
    tellBackup(moved)
    say(`Moved: ${moved.rows} rows, every table counted and compared.`)
    say('Next:')
    say('  1. Set DATABASE_URL for the server, in .env or wherever its settings are.')
    if (config.secretKey === undefined)
      say(
        `  2. Set SECRET_KEY to what stands in ${path.join(config.dataDir, 'secret-key')}. Keep it apart from the backups.`,
      )
    else say('  2. Leave SECRET_KEY as it is.')
    say(
      `  3. npm start. ${config.s3 ? 'Photos stay on S3.' : `Photos stay in ${config.dataDir}: keep DATA_DIR; several servers need S3.`}`,
    )
    say(`The embedded database stays in ${config.dataDir}, and no server starts on it any more.`)
  })
}
