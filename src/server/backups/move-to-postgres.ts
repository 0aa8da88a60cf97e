import { eq, isNotNull, like, or } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ServerConfig } from '../config.ts'
import { checkedManifest, missingIn, writeDurably } from '../db/backup/backup-files.ts'
import type { Database, Transaction } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { MOVED } from '../db/embedded/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openPostgres } from '../db/postgres.ts'
import { lockOutServers, type ServerLock } from '../db/server-lock.ts'
import { mails } from '../db/tables/mails.ts'
import type { Dependencies } from '../ports.ts'
import { fillDatabase, foreignRelations, isEmpty } from './fill-database.ts'
import { noteLoaded } from './loaded-installation.ts'
import { type MadeBackup, makeBackup } from './make-backup.ts'
import type { OpenScratch } from './try-out.ts'

/** Why nothing was moved, as a sentence. Nothing was changed. */
export class NotMoved extends Error {
  override readonly name = 'NotMoved'
}

export interface MoveSettings extends Pick<Dependencies, 'storage' | 'clock' | 'log'> {
  readonly config: Pick<ServerConfig, 'dataDir' | 'backupDir'>
  /** DATABASE_URL: an empty database. */
  readonly url: string
  readonly openScratch?: OpenScratch | undefined
}

/**
 * Moves the embedded database into an empty PostgreSQL through a backup, which remains: every row is compared, and all
 * or nothing is moved. Photos, sessions, epoch and key stay, so devices are not affected. Throws NotMoved,
 * DirectoryInUse.
 */
export async function moveToPostgres({
  config,
  url,
  storage,
  clock,
  log,
  openScratch,
}: MoveSettings): Promise<MadeBackup> {
  const { dataDir, backupDir } = config
  if (!existsSync(path.join(dataDir, 'database'))) throw new NotMoved(`There is no embedded database in ${dataDir}.`)
  // Stays locked until the end, so that no other process writes meanwhile.
  const source = await openDatabase({ dataDir, log })
  try {
    await migrate(source)
    const target = await openPostgres({ url, log, name: 'bagrun-move' })
    let alone: ServerLock | null = null
    try {
      alone = await lockOutServers(target)
      if (alone === null)
        throw new NotMoved('A server works on the database of DATABASE_URL. Stop every one of them first.')
      const [foreign] = await foreignRelations(target.db)
      if (foreign !== undefined)
        throw new NotMoved(`There is something else in the database of DATABASE_URL, ${foreign}: name an empty one.`)
      if (!(await isEmpty(target.db)))
        throw new NotMoved('There is data in the database of DATABASE_URL: name an empty one.')
      const backup = await makeBackup({ database: source, storage, clock, log, dir: backupDir, openScratch })
      const manifest = await checkedManifest(backup.folder)
      await fillDatabase(target, backup.folder, manifest, async (tx) => {
        await noteLoaded(tx, {
          ...backup,
          manifest,
          fileName: path.basename(backup.folder),
          missing: missingIn(backup.folder),
        })
        await bringLinks(source.db, tx)
      })
      await writeDurably(path.join(dataDir, MOVED), `${clock.now().toISOString()}\n`)
      return backup
    } finally {
      await alone?.release()
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Copies the one-time links, which backups leave out, so that mailed links still work after the move. */
async function bringLinks(from: Database, to: Transaction): Promise<void> {
  const withLinks = await from
    .select({ mailID: mails.mailID, text: mails.text, html: mails.html, sealedLink: mails.sealedLink })
    .from(mails)
    .where(or(isNotNull(mails.sealedLink), like(mails.text, '%token=%'), like(mails.html, '%token=%')))
  for (const { mailID, ...kept } of withLinks) await to.update(mails).set(kept).where(eq(mails.mailID, mailID))
}
