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

/** A day's photos of a whole fleet: each is queried within minutes of its upload. */
const KEPT_MAX = 2000

/**
 * Caches what was found in files until they change: another file under the same name, or other bytes in it, has another
 * inode number, length or time. So a photo that was just written is not read again to be acknowledged, and a deleted
 * one is noticed.
 */
export class FactsKept {
  readonly #kept = new Map<string, { stamp: string; facts: StoredFacts }>()

  recall(key: string, file: BigIntStats): StoredFacts | null {
    const kept = this.#kept.get(key)
    return kept !== undefined && kept.stamp === stampOf(file) ? kept.facts : null
  }

  keep(key: string, file: BigIntStats, facts: StoredFacts): void {
    this.#kept.delete(key)
    this.#kept.set(key, { stamp: stampOf(file), facts })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest)
  }
}

const stampOf = ({ dev, ino, size, mtimeNs }: BigIntStats) => [dev, ino, size, mtimeNs].join(' ')
