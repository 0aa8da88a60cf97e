import type { Locks } from '#client/offline/store/schema.ts'

/** navigator.locks of one browser: its tabs share it, and a killed tab releases its locks. */
export class BrowserLocks {
  readonly #held = new Map<string, object>()

  of(tab: object): Locks {
    return {
      request: async (name, _options, stop) => {
        if (this.#held.has(name)) return stop(null)
        this.#held.set(name, tab)
        try {
          return await stop({ name })
        } finally {
          if (this.#held.get(name) === tab) this.#held.delete(name)
        }
      },
    }
  }

  release(tab: object): void {
    for (const [name, holder] of this.#held) if (holder === tab) this.#held.delete(name)
  }
}
