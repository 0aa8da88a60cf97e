/** What is used of `localStorage` and `sessionStorage`. */
export interface BrowserStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  keys(): string[]
  /** Whether the browser keeps what is written. */
  isKept(): boolean
}

/**
 * A browser may refuse its storage as a whole (blocked cookies, a policy), a single write (a full disk), or not give
 * back what it took. Nothing here throws: what the browser does not keep is kept in memory, for as long as the window is
 * open.
 */
function guarded(open: () => Storage): BrowserStorage {
  /** Null: removed, although the browser may still have it. */
  const memory = new Map<string, string | null>()
  const attempt = <T>(work: (storage: Storage) => T): { value: T } | null => {
    try {
      return { value: work(open()) }
    } catch {
      return null
    }
  }
  const remove = (key: string) => attempt((storage) => storage.removeItem(key)) !== null
  return {
    getItem: (key) => {
      const kept = memory.get(key)
      return kept !== undefined ? kept : (attempt((storage) => storage.getItem(key))?.value ?? null)
    },
    setItem: (key, value) => {
      const kept = attempt((storage) => {
        storage.setItem(key, value)
        return storage.getItem(key)
      })
      if (kept?.value === value) return void memory.delete(key)
      memory.set(key, value)
      // Otherwise the next start would read the value before this one.
      remove(key)
    },
    removeItem: (key) => {
      if (remove(key)) memory.delete(key)
      else memory.set(key, null)
    },
    keys: () => {
      const stored = attempt((storage) => Object.keys(storage))?.value ?? []
      const held = [...memory].flatMap(([key, value]) => (value === null ? [] : [key]))
      return [...stored.filter((key) => !memory.has(key)), ...held]
    },
    isKept: () =>
      attempt((storage) => {
        storage.setItem(PROBE, '')
        const kept = storage.getItem(PROBE)
        storage.removeItem(PROBE)
        return kept
      })?.value === '',
  }
}

const PROBE = 'rr-probe'

/** `localStorage`. Everything in src/client goes through here (tests/architecture/browser-storage.test.ts). */
export const deviceStorage: BrowserStorage = guarded(() => window.localStorage)

/** `sessionStorage`, which belongs to one tab. */
export const tabStorage: BrowserStorage = guarded(() => window.sessionStorage)
