import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { CutOff, linesOf } from './lines.ts'
import type { TableShape } from './table-shapes.ts'
import type { TableSum } from './table-rows.ts'

export interface Manifest {
  readonly format: 1
  readonly backupID: string
  readonly startedAt: string
  readonly from: 'embedded' | 'postgres'
  /** Timestamps of the applied migrations: they tell which version of the product can read the tables. */
  readonly migrations: readonly number[]
  readonly dataEpoch: string | null
  /**
   * Fingerprint of the SECRET_KEY that decrypts the sealed values. It does not disclose the key, which is in no backup.
   */
  readonly secretFingerprint: string | null
  /** The order is one in which they can be filled. */
  readonly tables: readonly (TableShape & TableSum)[]
  /** Only in a folder of moved records (`npm run archive-events`): the first day that is not in it. */
  readonly movedBefore?: string
  readonly photos: {
    /** `s3`: the photos are in the bucket, and the table `photos` has only their keys. */
    readonly lie: 'here' | 's3'
    readonly count: number
    /**
     * Number of photos that are missing or incomplete in the store. The file lists their keys; `missingIn` reads them
     * one by one.
     */
    readonly missing: number
  }
}

/** The folder is an incomplete backup, no backup, or not for this version. The message is a sentence. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup'
}

export const SUMS = 'SHA256SUMS'
const MANIFEST = 'manifest.json'
const MISSING = '"missing": ['
const NO_MISSING = `${MISSING}]`
const WRITE_AT_ONCE = 1024 * 1024
export const tableFile = (table: string) => `tables/${table}.jsonl.gz`
/** In folders by the last two characters, like the store. */
export const photoFile = (key: string) => `photos/${key.slice(-2)}/${key}`

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

/** Called after each file that was read whole. */
export type OnFile = () => void

/** SHA-256 of a file, hex. */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** The files of a folder and those below it, with `/` between names, always in the same order. */
async function* filesUnder(folder: string, at = ''): AsyncGenerator<string> {
  const entries = await readdir(path.join(folder, at), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (entry.isDirectory()) yield* filesUnder(folder, `${at}${entry.name}/`)
    else yield `${at}${entry.name}`
}

export async function bytesOf(folder: string): Promise<number> {
  let bytes = 0
  for await (const name of filesUnder(folder)) bytes += (await stat(path.join(folder, name))).size
  return bytes
}

/** Writes a file piece by piece and syncs it, so that a list of a million photos is never in memory as a whole. */
export async function writeInPieces(file: string, pieces: AsyncIterable<string>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'w', 0o600)
  try {
    let waiting = ''
    for await (const piece of pieces) {
      waiting += piece
      if (waiting.length < WRITE_AT_ONCE) continue
      await handle.writeFile(waiting)
      waiting = ''
    }
    await handle.writeFile(waiting)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Writes manifest and checksums, after every other file.
 * @param missing keys of the missing photos
 * @returns SHA-256 of the checksum file, and the bytes of all files
 */
export async function sealBackup(
  folder: string,
  manifest: Manifest,
  missing: Iterable<string> | AsyncIterable<string>,
  onFile?: OnFile,
): Promise<{ sha256: string; bytes: number }> {
  await writeInPieces(path.join(folder, MANIFEST), manifestText(manifest, missing))
  await writeInPieces(path.join(folder, SUMS), sumLines(folder, onFile))
  return { sha256: await sumOf(path.join(folder, SUMS)), bytes: await bytesOf(folder) }
}

async function* manifestText(
  manifest: Manifest,
  missing: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  const text = JSON.stringify({ ...manifest, photos: { ...manifest.photos, missing: [] } }, null, 1)
  const [before, after] = text.split(NO_MISSING)
  yield before!
  let first = true
  for await (const key of missing) {
    yield `${first ? MISSING : ','}\n   ${JSON.stringify(key)}`
    first = false
  }
  yield `${first ? NO_MISSING : '\n  ]'}${after!}\n`
}

/** Writes the lines that `sha256sum -c SHA256SUMS` reads. */
async function* sumLines(folder: string, onFile?: OnFile): AsyncGenerator<string> {
  for await (const name of filesUnder(folder)) {
    if (name === SUMS) continue
    yield `${await sumOf(path.join(folder, name))}  ${name}\n`
    onFile?.()
  }
}

export async function manifestOf(folder: string): Promise<Manifest> {
  const rest: string[] = []
  let missing = 0
  for await (const line of manifestLines(folder)) {
    if (line.missing === undefined) rest.push(line.text)
    else missing += 1
  }
  const manifest = JSON.parse(rest.join('\n')) as Manifest
  return { ...manifest, photos: { ...manifest.photos, missing } }
}

/** Keys of the photos that were missing when the backup was made. */
export async function* missingIn(folder: string): AsyncGenerator<string> {
  for await (const { missing } of manifestLines(folder)) if (missing !== undefined) yield missing
}

/** The list of missing photos has one key per line, also in backups of earlier versions. */
async function* manifestLines(folder: string): AsyncGenerator<{ text: string; missing?: string }> {
  let within = false
  for await (const text of linesOf(path.join(folder, MANIFEST))) {
    if (within && text.trimStart().startsWith('"')) {
      yield { text, missing: JSON.parse(text.replace(/,$/, '')) as string }
      continue
    }
    within = text.trim() === MISSING
    yield { text }
  }
}

interface Sum {
  readonly sha256: string
  readonly name: string
}

async function* sumsIn(folder: string): AsyncGenerator<Sum> {
  const cutOff = () => new UnusableBackup(`${folder} is damaged: its ${SUMS} is cut off or was changed.`)
  try {
    for await (const line of linesOf(path.join(folder, SUMS))) {
      if (!/^[0-9a-f]{64} {2}./.test(line)) throw cutOff()
      yield { sha256: line.slice(0, 64), name: line.slice(66) }
    }
  } catch (error) {
    if (error instanceof CutOff) throw cutOff()
    if (error instanceof Error && 'code' in error)
      throw new UnusableBackup(`${folder} is no backup: it has no ${SUMS}.`)
    throw error
  }
}

/** Reads every byte of a backup and compares it with its checksums. Throws UnusableBackup. */
export async function checkedManifest(folder: string, onFile?: OnFile): Promise<Manifest> {
  const { manifest, damagedPhotos } = await checkedTables(folder, onFile)
  if (damagedPhotos.length > 0)
    throw new UnusableBackup(`${folder} is damaged: ${photoFile(damagedPhotos[0]!)} is missing or not what was saved.`)
  return manifest
}

/**
 * The same, but damaged photos are only listed, because one of them must not prevent restoring everything else.
 * @returns their keys
 */
export async function checkedTables(
  folder: string,
  onFile?: OnFile,
): Promise<{ manifest: Manifest; damagedPhotos: string[] }> {
  const there = new Set<string>()
  // The form is checked first, so that a truncated list is reported as such and not as a missing file.
  for await (const { name } of sumsIn(folder)) if (!isPhoto(name)) there.add(name)
  const damagedPhotos: string[] = []
  for await (const { name, sha256 } of sumsIn(folder)) {
    const found = await sumOf(path.join(folder, name)).catch(() => null)
    onFile?.()
    if (found === sha256) continue
    if (isPhoto(name)) damagedPhotos.push(path.posix.basename(name))
    else
      throw new UnusableBackup(
        `${folder} is damaged: ${name} ${found === null ? 'is missing' : 'is not what was saved'}.`,
      )
  }
  if (!there.has(MANIFEST)) throw new UnusableBackup(`${folder} is damaged: ${MANIFEST} is not among its checksums.`)
  const manifest = await manifestOf(folder)
  if (manifest.format !== 1)
    throw new UnusableBackup('The backup was made by a newer version of the product: restore it with that version.')
  const lost = manifest.tables.find(({ name }) => !there.has(tableFile(name)))
  if (lost) throw new UnusableBackup(`${folder} is damaged: ${tableFile(lost.name)} is not among its checksums.`)
  const tables = new Set(manifest.tables.map(({ name }) => tableFile(name)))
  for (const name of await readdir(path.join(folder, 'tables')).catch(() => []))
    if (!tables.has(`tables/${name}`))
      throw new UnusableBackup(`The backup ${folder} is not what was saved: tables/${name} was added.`)
  return { manifest, damagedPhotos }
}

const isPhoto = (name: string) => name.startsWith('photos/')
