const ENTRIES_MAX = 1000

/**
 * The ETag of each caller and address, with the version it was computed for. While the version is unchanged, so is the
 * ETag.
 */
export class EtagCache {
  readonly #entries = new Map<string, { version: string; etag: string }>()

  /** @param key caller and address */
  get(key: string, version: string): string | null {
    const entry = this.#entries.get(key)
    return entry?.version === version ? entry.etag : null
  }

  set(key: string, version: string, etag: string): void {
    this.#entries.delete(key)
    this.#entries.set(key, { version, etag })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > ENTRIES_MAX && oldest !== undefined) this.#entries.delete(oldest)
  }
}
