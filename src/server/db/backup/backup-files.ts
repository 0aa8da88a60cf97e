import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { TableShape } from './table-shapes.ts'
import type { TableSum } from './table-rows.ts'

/** The file that describes a backup's content. */
export interface Manifest {
  readonly format: 1
  readonly backupID: string
  readonly startedAt: string
  readonly from: 'embedded' | 'postgres'
  /** Timestamps of the migrations applied to the tables: which version of the product can read them. */
  readonly migrations: readonly number[]
  readonly dataEpoch: string | null
  /**
   * Fingerprint of the SECRET_KEY that decrypts the sealed values; it does not disclose the key, which is in no backup.
   */
  readonly secretFingerprint: string | null
  /** In an order in which they can be filled. */
  readonly tables: readonly (TableShape & TableSum)[]
  readonly photos: {
    /** `s3`: the photos are in the bucket, and only their keys are in the table `photos`. */
    readonly lie: 'here' | 's3'
    readonly count: number
    /** Keys whose bytes were missing or incomplete in the store. */
    readonly missing: readonly string[]
  }
}

/** A folder that is an incomplete backup, not a backup, or not for this version, as a sentence. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup'
}

export const SUMS = 'SHA256SUMS'
const MANIFEST = 'manifest.json'
export const tableFile = (table: string) => `tables/${table}.jsonl.gz`
/** Sharded like the store. */
export const photoFile = (key: string) => `photos/${key.slice(-2)}/${key}`

/** Writes a file and syncs it to the disk. */
export async function writeDurably(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** SHA-256 of a file, hex. */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function filesUnder(folder: string, at = ''): Promise<string[]> {
  const entries = await readdir(path.join(folder, at), { withFileTypes: true })
  const names = await Promise.all(
    entries.map((entry) => (entry.isDirectory() ? filesUnder(folder, `${at}${entry.name}/`) : [`${at}${entry.name}`])),
  )
  return names.flat()
}

/** Bytes of all files of a backup. */
export async function bytesOf(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await filesUnder(folder)).map(async (name) => (await stat(path.join(folder, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Writes manifest and checksums, after every other file.
 * @returns SHA-256 of the checksum file, and the bytes of all files
 */
export async function sealBackup(folder: string, manifest: Manifest): Promise<{ sha256: string; bytes: number }> {
  await writeDurably(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`)
  const lines: string[] = []
  for (const name of (await filesUnder(folder)).filter((name) => name !== SUMS).toSorted()) {
    // The form `sha256sum -c SHA256SUMS` reads.
    lines.push(`${await sumOf(path.join(folder, name))}  ${name}\n`)
  }
  await writeDurably(path.join(folder, SUMS), lines.join(''))
  return { sha256: await sumOf(path.join(folder, SUMS)), bytes: await bytesOf(folder) }
}

/** The manifest of a backup, unchecked. */
export async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8')) as Manifest
}

/** Reads every byte of a backup and compares it with its checksums. Throws UnusableBackup. */
export async function checkedManifest(folder: string): Promise<Manifest> {
  const { manifest, damagedPhotos } = await checkedTables(folder)
  if (damagedPhotos.length > 0)
    throw new UnusableBackup(
      `The backup ${folder} is damaged: ${photoFile(damagedPhotos[0]!)} is missing or not what was saved.`,
    )
  return manifest
}

/**
 * The same, but damaged photos are only listed: one of them must not prevent a restore of everything else.
 * @returns their keys
 */
export async function checkedTables(folder: string): Promise<{ manifest: Manifest; damagedPhotos: string[] }> {
  const sums = await readFile(path.join(folder, SUMS), 'utf8').catch(() => {
    throw new UnusableBackup(`${folder} is no backup: it has no ${SUMS}.`)
  })
  if (!/^(?:[0-9a-f]{64} {2}[^\n]+\n)+$/.test(sums))
    throw new UnusableBackup(`The backup ${folder} is damaged: its ${SUMS} is cut off or was changed.`)
  const named = sums
    .trimEnd()
    .split('\n')
    .map((line) => ({ sha256: line.slice(0, 64), name: line.slice(66) }))
  const damagedPhotos: string[] = []
  for (const { name, sha256 } of named) {
    const found = await sumOf(path.join(folder, name)).catch(() => null)
    if (found === sha256) continue
    if (name.startsWith('photos/')) damagedPhotos.push(path.posix.basename(name))
    else
      throw new UnusableBackup(
        `The backup ${folder} is damaged: ${name} ${found === null ? 'is missing' : 'is not what was saved'}.`,
      )
  }
  const manifest = await manifestOf(folder)
  if (manifest.format !== 1)
    throw new UnusableBackup('The backup was made by a newer version of the product: restore it with that version.')
  const there = new Set(named.map(({ name }) => name))
  const lost = manifest.tables.find(({ name }) => !there.has(tableFile(name)))
  if (lost || !there.has(MANIFEST))
    throw new UnusableBackup(
      `The backup ${folder} is damaged: ${lost ? tableFile(lost.name) : MANIFEST} is not among its checksums.`,
    )
  const tables = new Set(manifest.tables.map(({ name }) => tableFile(name)))
  const added = (await filesUnder(folder)).find((name) => name.startsWith('tables/') && !tables.has(name))
  if (added !== undefined) throw new UnusableBackup(`The backup ${folder} is not what was saved: ${added} was added.`)
  return { manifest, damagedPhotos }
}
