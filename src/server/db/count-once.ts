import type { Queryable } from './database.ts'

interface Line {
  readonly now: Promise<unknown>
  next: Promise<unknown> | null
}

const lines = new WeakMap<object, Map<string, Line>>()

/**
 * Counts, and those who ask the same at the same moment share one count: many pages of one long list cost about as much as one.
 * Nobody gets a count that began before he asked, so it is never older than what he knows.
 * @param key what is counted: the statement with its parameters
 */
export function countOnce<Counted>(db: Queryable, key: string, count: () => Promise<Counted>): Promise<Counted> {
  // A transaction sees a world of its own.
  if (!('$client' in db)) return count()
  const open = lines.get(db.$client) ?? new Map<string, Line>()
  lines.set(db.$client, open)
  const line = open.get(key)
  // What is counted under a key is always the same.
  if (line) return (line.next ??= line.now.then(begin, begin)) as Promise<Counted>
  return begin()

  function begin(): Promise<Counted> {
    const counted = count()
    const line: Line = { now: counted, next: null }
    open.set(key, line)
    const over = () => void (line.next === null && open.delete(key))
    line.now.then(over, over)
    return counted
  }
}
