import { JournalFiles, type Folder } from '#client/offline/store/journal-file.ts'
import type { JournalPort } from '#client/offline/ports.ts'
import type { CrashInjector } from './crash-injector.ts'

/** The origin's private file system of one browser: files persist when the app ends, and a killed app lets go of them. */
export class JournalDisk {
  readonly files = new Map<string, Uint8Array>()
  /** New files can't be created; those that are there can be written in place. */
  isFull = false
  readonly #held = new Map<string, object>()
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** The port of one app. A write during which the app is killed is torn. */
  of(crashes: CrashInjector): (name: string) => Promise<JournalPort | null> {
    const folder: Folder = {
      open: async (name, { create }) => {
        if (this.#held.has(name) || (!create && !this.files.has(name))) return null
        if (!this.files.has(name)) {
          if (this.isFull) throw new DOMException('No space', 'QuotaExceededError')
          this.files.set(name, new Uint8Array())
        }
        this.#held.set(name, crashes)
        let last = this.files.get(name)!
        // A deleted file stays writable while it is open.
        const bytes = () => (last = this.files.get(name) ?? last)
        return {
          getSize: () => bytes().length,
          read: (into, { at }) => {
            into.set(bytes().subarray(at, at + into.length))
            return into.length
          },
          write: (from, { at }) => {
            const length = crashes.fileStep() ? Math.floor(this.#random() * from.length) : from.length
            const file = bytes()
            if (at + length > file.length && this.files.has(name)) this.files.set(name, grown(file, at + length))
            bytes().set(from.subarray(0, length), at)
            return from.length
          },
          flush: () => undefined,
          close: () => void this.#held.delete(name),
        }
      },
      remove: async (name) => void this.files.delete(name),
      has: async (name) => this.files.has(name),
    }
    crashes.onDeath(() => {
      for (const [name, holder] of this.#held) if (holder === crashes) this.#held.delete(name)
    })
    return crashes.port(async (name) => {
      const opened = await JournalFiles.open(folder, name)
      return {
        entries: opened.entries,
        isKept: true,
        append: crashes.port(async (entries: readonly string[]) => opened.append(entries)),
        isThere: crashes.port(() => opened.isThere()),
        rewrite: crashes.port((entries: readonly string[]) => opened.rewrite(entries)),
        close: () => opened.close(),
      }
    })
  }
}

function grown(file: Uint8Array, length: number): Uint8Array {
  const larger = new Uint8Array(length)
  larger.set(file)
  return larger
}
