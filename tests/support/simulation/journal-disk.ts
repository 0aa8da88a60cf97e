import { JournalFiles, type Folder } from '#client/offline/store/journal-file.ts'
import type { JournalPort } from '#client/offline/store/schema.ts'
import type { CrashInjector } from './crash-injector.ts'

/** The private file systems of one browser: files persist when the app ends, and a killed app lets go of them. */
export class JournalDisk {
  /** The files of the journal's bucket. */
  readonly files = new Map<string, Uint8Array>()
  /** The files of the origin's root, where builds before the bucket had them. */
  readonly root = new Map<string, Uint8Array>()
  /** While positive, so many more openings find no buckets, as in a build before them. */
  openingsWithoutBuckets = 0
  /** The databases take no write, and new files can't be created; those that are there can be written in place. */
  isFull = false
  readonly #held = new Map<string, object>()
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** The port of one app. A write during which the app is killed is torn. */
  of(crashes: CrashInjector): (name: string) => Promise<JournalPort | null> {
    const bucket = this.#folder('bucket', this.files, crashes)
    const root = this.#folder('root', this.root, crashes)
    crashes.onDeath(() => {
      for (const [name, holder] of this.#held) if (holder === crashes) this.#held.delete(name)
    })
    return crashes.port(async (name) => {
      const hasBuckets = this.openingsWithoutBuckets === 0
      if (!hasBuckets) this.openingsWithoutBuckets -= 1
      const opened = await (hasBuckets ? JournalFiles.open(bucket, name, root) : JournalFiles.open(root, name))
      return {
        entries: opened.entries,
        append: crashes.port(async (entries: readonly string[]) => opened.append(entries)),
        isThere: crashes.port(() => opened.isThere()),
        rewrite: crashes.port((entries: readonly string[]) => opened.rewrite(entries)),
        close: () => opened.close(),
      }
    })
  }

  #folder(place: string, files: Map<string, Uint8Array>, crashes: CrashInjector): Folder {
    const heldAs = (name: string) => `${place}/${name}`
    return {
      open: async (name, { create }) => {
        if (this.#held.has(heldAs(name)) || (!create && !files.has(name))) return null
        if (!files.has(name)) {
          if (this.isFull) throw new DOMException('No space', 'QuotaExceededError')
          files.set(name, new Uint8Array())
        }
        this.#held.set(heldAs(name), crashes)
        let last = files.get(name)!
        // A deleted file stays writable while it is open.
        const bytes = () => (last = files.get(name) ?? last)
        return {
          getSize: () => bytes().length,
          read: (into, { at }) => {
            into.set(bytes().subarray(at, at + into.length))
            return into.length
          },
          write: (from, { at }) => {
            const length = crashes.fileStep() ? Math.floor(this.#random() * from.length) : from.length
            const file = bytes()
            if (at + length > file.length && files.has(name)) files.set(name, grown(file, at + length))
            bytes().set(from.subarray(0, length), at)
            return from.length
          },
          flush: () => undefined,
          close: () => void this.#held.delete(heldAs(name)),
        }
      },
      remove: async (name) => void files.delete(name),
      has: async (name) => files.has(name),
    }
  }
}

function grown(file: Uint8Array, length: number): Uint8Array {
  const larger = new Uint8Array(length)
  larger.set(file)
  return larger
}
