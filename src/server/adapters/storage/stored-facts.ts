import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { checkPhotoFile } from '../../files/check-photo-file.ts'
import type { StoredFacts } from '../../ports.ts'

export async function factsOf(
  bytes: Uint8Array,
  sha256 = createHash('sha256').update(bytes).digest('hex'),
): Promise<StoredFacts> {
  const { type, fault } = await checkPhotoFile(bytes)
  return { size: bytes.length, sha256, photoType: type, fault }
}

/** A day's photos of a whole fleet; each is queried within minutes of its upload. */
const ENTRIES_MAX = 2000

/**
 * Caches the facts about files until they change, which inode number, length or time show. A photo that was just
 * written is so not read again to be acknowledged, and a deleted one is noticed.
 */
export class StoredFactsCache {
  readonly #entries = new Map<string, { stamp: string; facts: StoredFacts }>()

  get(key: string, file: BigIntStats): StoredFacts | null {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.stamp === stampOf(file) ? entry.facts : null
  }

  set(key: string, file: BigIntStats, facts: StoredFacts): void {
    this.#entries.delete(key)
    this.#entries.set(key, { stamp: stampOf(file), facts })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > ENTRIES_MAX && oldest !== undefined) this.#entries.delete(oldest)
  }
}

const stampOf = ({ dev, ino, size, mtimeNs }: BigIntStats) => [dev, ino, size, mtimeNs].join(' ')
