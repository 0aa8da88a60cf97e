/** Maximum number of callers cached, each with one short line. */
const KEPT_MAX = 1000

/** The standing at which an answer got its ETag: while the standing is unchanged, the ETag is still that answer's. */
export class EtagCache {
  readonly #kept = new Map<string, { standing: string; etag: string }>()

  /** @param place caller and address */
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
