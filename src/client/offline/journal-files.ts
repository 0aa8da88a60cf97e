import { JournalFile, type SyncFile } from './journal-file.ts'

export interface OpenFile extends SyncFile {
  close(): void
}

/** A folder in which a file is open in one window at a time. */
export interface Folder {
  /** Null: another window has the file, or it is not there and is not to be created. */
  open(name: string, options: { create: boolean }): Promise<OpenFile | null>
  remove(name: string): Promise<void>
  has(name: string): Promise<boolean>
}

/** Windows of one driver beyond this number have no journal. */
const FILES = 8

interface OwnFile {
  file: OpenFile
  journal: JournalFile
  name: string
}

/** A window's own journal file, and those that closed windows left. */
export class JournalFiles {
  /** What was in all of them, each file's oldest first. */
  readonly entries: readonly string[]
  readonly #folder: Folder
  readonly #own: OwnFile
  /** Removed once their entries are in the own one. */
  #left: { file: OpenFile; name: string }[]

  private constructor(
    folder: Folder,
    own: OwnFile,
    left: { file: OpenFile; name: string }[],
    entries: readonly string[],
  ) {
    this.#folder = folder
    this.#own = own
    this.#left = left
    this.entries = entries
  }

  /** Takes the first free file. Throws when there is none, or it can't be created because the disk is full. */
  static async open(folder: Folder, name: string): Promise<JournalFiles> {
    let own: OwnFile | null = null
    const left: { file: OpenFile; name: string }[] = []
    const entries: string[] = []
    for (const one of Array.from({ length: FILES }, (_, at) => `${name}-${at}`)) {
      const file = await folder.open(one, { create: own === null })
      if (file === null) continue
      try {
        const journal = new JournalFile(file)
        entries.push(...journal.entries)
        if (own === null) own = { file, journal, name: one }
        else left.push({ file, name: one })
      } catch (error) {
        file.close()
        if (own === null) throw error
      }
    }
    if (own === null) throw new Error('Every file is in use')
    return new JournalFiles(folder, own, left, entries)
  }

  append(entries: readonly string[]): boolean {
    return this.#own.journal.append(entries)
  }

  async rewrite(entries: readonly string[]): Promise<boolean> {
    if (!this.#own.journal.rewrite(entries)) return false
    const left = this.#left
    this.#left = []
    for (const { file, name } of left) {
      file.close()
      await this.#folder.remove(name).catch(() => undefined)
    }
    return true
  }

  /** False: the browser deleted it while it was open. */
  isThere(): Promise<boolean> {
    return this.#folder.has(this.#own.name)
  }

  close(): void {
    for (const { file } of [this.#own, ...this.#left]) file.close()
    this.#left = []
  }
}
