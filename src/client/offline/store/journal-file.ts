/** The used part of FileSystemSyncAccessHandle. */
export interface SyncFile {
  getSize(): number
  read(into: Uint8Array, options: { at: number }): number
  write(from: Uint8Array, options: { at: number }): number
  flush(): void
}

/** Room for about 2,000 records. */
const HALF_BYTES = 1024 * 1024
const TOTAL_BYTES = 2 * HALF_BYTES

/**
 * An append-only list of short texts in a file that is allocated once and then written in place, so that a full disk
 * can take another entry (offline.md, "Journal").
 *
 * The file has two halves. A half begins with its generation; each entry has a checksum over generation and text, so
 * that reading stops at a torn entry or one of an older generation. `rewrite` fills the other half and writes its
 * generation last, so a kill at any point leaves one whole half.
 */
export class JournalFile {
  readonly entries: readonly string[]
  readonly #file: SyncFile
  #half = 0
  #generation = 1
  #end = 0

  /** Throws what the file throws: on a full disk a new file can't be created. */
  constructor(file: SyncFile) {
    this.#file = file
    if (file.getSize() < TOTAL_BYTES) this.#write(0, new Uint8Array(TOTAL_BYTES))
    const bytes = new Uint8Array(TOTAL_BYTES)
    file.read(bytes, { at: 0 })
    const halves = [0, 1].map((half) => readHalf(bytes.subarray(half * HALF_BYTES, (half + 1) * HALF_BYTES)))
    const latest = halves[1]!.generation > halves[0]!.generation ? 1 : 0
    const { generation, entries, end } = halves[latest]!
    this.entries = entries
    if (generation > 0) [this.#half, this.#generation, this.#end] = [latest, generation, end]
    // A rewrite that was cut off left entries which a new one of the same generation would take for its own.
    const from = latest * HALF_BYTES + end
    this.#clear(bytes, from, (latest + 1) * HALF_BYTES)
    this.#clear(bytes, (1 - latest) * HALF_BYTES, (2 - latest) * HALF_BYTES)
    if (generation === 0) this.#begin(0, 1, [])
  }

  #clear(bytes: Uint8Array, from: number, to: number): void {
    const left = bytes.subarray(from, to)
    if (left.some((byte) => byte !== 0)) this.#write(from, new Uint8Array(left.length))
  }

  /** Writes entries to the disk. @returns false: they don't fit, and nothing was written */
  append(entries: readonly string[]): boolean {
    const bytes = encoded(this.#generation, entries)
    if (this.#end + bytes.length > HALF_BYTES) return false
    this.#write(this.#half * HALF_BYTES + this.#end, bytes)
    this.#end += bytes.length
    return true
  }

  /** Replaces all entries and frees the room of the others. @returns false: these don't fit, and nothing changed */
  rewrite(entries: readonly string[]): boolean {
    const generation = this.#generation + 1
    if (encoded(0, [headerOf(generation)]).length + encoded(generation, entries).length > HALF_BYTES) return false
    const [old, used] = [this.#half, this.#end]
    this.#begin(1 - old, generation, entries)
    // The old entries must not be readable after a sign-out or a revocation.
    this.#write(old * HALF_BYTES, new Uint8Array(used))
    return true
  }

  #begin(half: number, generation: number, entries: readonly string[]): void {
    const header = encoded(0, [headerOf(generation)])
    const body = encoded(generation, entries)
    this.#write(half * HALF_BYTES + header.length, body)
    this.#write(half * HALF_BYTES, header)
    this.#half = half
    this.#generation = generation
    this.#end = header.length + body.length
  }

  #write(at: number, bytes: Uint8Array): void {
    if (bytes.length > 0 && this.#file.write(bytes, { at }) !== bytes.length)
      throw new Error('The journal is not whole')
    this.#file.flush()
  }
}

const HEADER = /^bagrun-journal (\d+)$/
const headerOf = (generation: number) => `bagrun-journal ${generation}`

function readHalf(bytes: Uint8Array): { generation: number; entries: string[]; end: number } {
  const header = readEntry(bytes, 0, 0)
  const generation = Number(HEADER.exec(header?.text ?? '')?.[1] ?? 0)
  if (header === null || generation === 0) return { generation: 0, entries: [], end: 0 }
  const entries: string[] = []
  let { end } = header
  for (let entry = readEntry(bytes, end, generation); entry !== null; entry = readEntry(bytes, end, generation)) {
    entries.push(entry.text)
    end = entry.end
  }
  return { generation, entries, end }
}

/** Checksum and length, 4 bytes each, before the text. */
const PREFIX_BYTES = 8

function encoded(generation: number, entries: readonly string[]): Uint8Array<ArrayBuffer> {
  const texts = entries.map((text) => new TextEncoder().encode(text))
  const bytes = new Uint8Array(texts.reduce((sum, { length }) => sum + PREFIX_BYTES + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const text of texts) {
    view.setUint32(at, checksum(generation, text))
    view.setUint32(at + 4, text.length)
    bytes.set(text, at + PREFIX_BYTES)
    at += PREFIX_BYTES + text.length
  }
  return bytes
}

/** The entry at this place; null: there is none of this generation. */
function readEntry(bytes: Uint8Array, at: number, generation: number): { text: string; end: number } | null {
  if (at + PREFIX_BYTES > bytes.length) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, PREFIX_BYTES)
  const end = at + PREFIX_BYTES + view.getUint32(4)
  if (end === at + PREFIX_BYTES || end > bytes.length) return null
  const text = bytes.subarray(at + PREFIX_BYTES, end)
  return checksum(generation, text) === view.getUint32(0) ? { text: new TextDecoder().decode(text), end } : null
}

const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1
  return crc
})

/** CRC-32 of the generation, the length and the text. */
function checksum(generation: number, text: Uint8Array): number {
  let crc = 0xffff_ffff
  const take = (byte: number) => (crc = CRC_OF_BYTE[(crc ^ byte) & 0xff]! ^ (crc >>> 8))
  for (const number of [generation, text.length]) for (const shift of [24, 16, 8, 0]) take((number >>> shift) & 0xff)
  for (const byte of text) take(byte)
  return ~crc >>> 0
}

export interface OpenFile extends SyncFile {
  close(): void
}

/** A folder whose files are each open in one window at a time. */
export interface Folder {
  /** Null: another window has the file, or it does not exist and `create` is false. */
  open(name: string, options: { create: boolean }): Promise<OpenFile | null>
  remove(name: string): Promise<void>
  has(name: string): Promise<boolean>
}

/** Journal files per driver; further windows have no journal. */
const FILES = 8

interface OwnFile {
  file: OpenFile
  journal: JournalFile
  name: string
}

interface LeftFile {
  from: Folder
  file: OpenFile
  name: string
}

/** A window's own journal file, and those that closed windows left. */
export class JournalFiles {
  /** What was in all files, each file's oldest first. */
  readonly entries: readonly string[]
  readonly #folder: Folder
  readonly #own: OwnFile
  /** Files of closed windows, removed once their entries are in the own one. */
  #left: LeftFile[]

  private constructor(folder: Folder, own: OwnFile, left: LeftFile[], entries: readonly string[]) {
    this.#folder = folder
    this.#own = own
    this.#left = left
    this.entries = entries
  }

  /**
   * Takes the first free file of the folder; on a disk too full to create it, one of an earlier build. Throws when there
   * is none.
   * @param before a folder of earlier builds, whose files count as those that closed windows left
   */
  static async open(folder: Folder, name: string, before?: Folder): Promise<JournalFiles> {
    try {
      return await JournalFiles.#openIn(folder, name, before)
    } catch (error) {
      if (before === undefined) throw error
      return JournalFiles.#openIn(before, name)
    }
  }

  static async #openIn(folder: Folder, name: string, before?: Folder): Promise<JournalFiles> {
    let own: OwnFile | null = null
    const left: LeftFile[] = []
    const entries: string[] = []
    const names = Array.from({ length: FILES }, (_, at) => `${name}-${at}`)
    const isOwn = (from: Folder) => from === folder && own === null
    try {
      for (const [from, one] of [before, folder].flatMap((from) => names.map((one) => [from, one] as const))) {
        const file = await from?.open(one, { create: isOwn(from) })
        if (!from || !file) continue
        try {
          const journal = new JournalFile(file)
          entries.push(...journal.entries)
          if (isOwn(from)) own = { file, journal, name: one }
          else left.push({ from, file, name: one })
        } catch (error) {
          file.close()
          if (isOwn(from)) throw error
        }
      }
      if (own === null) throw new Error('Every file is in use')
      return new JournalFiles(folder, own, left, entries)
    } catch (error) {
      for (const { file } of left) file.close()
      throw error
    }
  }

  append(entries: readonly string[]): boolean {
    return this.#own.journal.append(entries)
  }

  async rewrite(entries: readonly string[]): Promise<boolean> {
    if (!this.#own.journal.rewrite(entries)) return false
    const left = this.#left
    this.#left = []
    for (const { from, file, name } of left) {
      file.close()
      await from.remove(name).catch(() => undefined)
    }
    return true
  }

  /** Whether the open file still exists, because the browser may have deleted it. */
  isThere(): Promise<boolean> {
    return this.#folder.has(this.#own.name)
  }

  close(): void {
    for (const { file } of [this.#own, ...this.#left]) file.close()
    this.#left = []
  }
}
