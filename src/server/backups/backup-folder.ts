import { existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { SUMS } from '../db/backup/backup-files.ts'

const NAME = /^bagrun-\d{8}T\d{6}Z-[0-9a-f]{6}$/
const UNFINISHED = '.unfinished-'
const KEPT = 14

/** `bagrun-20261120T033000Z-0a1b2c`: the names sort by time. */
export function backupName(backupID: string, startedAt: Date): string {
  return `bagrun-${startedAt.toISOString().replace(/[-:]|\.\d{3}/g, '')}-${backupID.slice(-6)}`
}

export const unfinishedName = (name: string) => `${UNFINISHED}${name}`

/**
 * The folder at a location, or with a name under BACKUP_DIR. Undefined: neither is complete.
 * @param typed as the command was given it
 */
export const folderMeant = (dir: string, typed: string): string | undefined =>
  [path.resolve(typed), path.resolve(dir, typed)].find((candidate) => existsSync(path.join(candidate, SUMS)))

/** Names of the backups in a folder, newest first. */
export async function backupsIn(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => [])
  return names
    .filter((name) => NAME.test(name))
    .toSorted()
    .toReversed()
}

/** Deletes what a killed process left behind. Call it only while no other backup runs here. */
export async function removeUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir))
    if (name.startsWith(UNFINISHED)) await rm(path.join(dir, name), { recursive: true, force: true })
}

/**
 * Keeps the newest backups. Another is renamed before it is deleted, so that a partly deleted one never looks like a
 * backup.
 */
export async function removeOldest(dir: string): Promise<void> {
  for (const name of (await backupsIn(dir)).slice(KEPT)) {
    await rename(path.join(dir, name), path.join(dir, unfinishedName(name)))
    await rm(path.join(dir, unfinishedName(name)), { recursive: true, force: true })
  }
}

/** Makes the names in a folder and below durable. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await syncTree(path.join(folder, entry.name))
  await syncFolder(folder)
}

/** Makes names durable. Windows can't open a folder; its file system journals names. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
