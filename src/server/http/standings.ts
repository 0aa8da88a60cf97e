/** Callers remembered at a time, each with one short line. */
const KEPT_MAX = 1000

/** How things stood when an answer got its ETag: as long as they stand so, it is still that answer's. */
export class Standings {
  readonly #kept = new Map<string, { standing: string; etag: string }>()

  /** @param place who asked for what */
  recall(place: string, standing: string): string | null {
    const kept = this.#kept.get(place)
    return kept?.standing === standing ? kept.etag : null
  }

  keep(place: string, standing: string, etag: string): void {
    this.#kept.delete(place)
    this.#kept.set(place, { standing, etag })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest)
  }
}
