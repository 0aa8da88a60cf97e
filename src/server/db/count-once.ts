import type { Queryable } from './database.ts'
import { neverGivenUp } from './pool.ts'

interface Line {
  readonly now: Promise<unknown>
  next: Promise<unknown> | null
}

const lines = new WeakMap<object, Map<string, Line>>()

/**
 * Counts rows. Concurrent callers with the same key share one count, so that many pages of a long list cost about as
 * much as one. A count that started before the call is not shared, so the result is never older than the caller's data.
 * @param key the statement with its parameters
 */
export function countOnce<Counted>(db: Queryable, key: string, count: () => Promise<Counted>): Promise<Counted> {
  // A transaction has its own snapshot.
  if (!('$client' in db)) return count()
  const open = lines.get(db.$client) ?? new Map<string, Line>()
  lines.set(db.$client, open)
  const line = open.get(key)
  // The same key always has the same result type.
  if (line) return (line.next ??= line.now.then(begin, begin)) as Promise<Counted>
  return begin()

  function begin(): Promise<Counted> {
    const counted = neverGivenUp(count)
    const line: Line = { now: counted, next: null }
    open.set(key, line)
    const over = () => void (line.next === null && open.delete(key))
    line.now.then(over, over)
    return counted
  }
}
