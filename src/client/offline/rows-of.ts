import type { Table } from 'dexie'

/** So few are asked for one by one. */
const A_FEW = 4

/**
 * The rows of these ids, in their order; undefined where there is none. A question for each of hundreds takes a phone longer than
 * to send them all; ids that were born together lie together (UUIDv7), so one question over their range brings them and little else.
 */
export async function rowsOf<T>(table: Table<T, string>, ids: readonly string[]): Promise<(T | undefined)[]> {
  if (ids.length <= A_FEW) return ids.length === 0 ? [] : table.bulkGet([...ids])
  const key = table.schema.primKey.keyPath as keyof T & string
  const sorted = [...ids].sort()
  // One that is much older than the others has all the rows between them in its range: those are not all read.
  const atMost = ids.length * 2
  const near = await table.where(key).between(sorted[0], sorted.at(-1), true, true).limit(atMost).toArray()
  const found = new Map(near.map((row) => [row[key] as string, row]))
  const readTo = near.length < atMost ? sorted.at(-1) : (near.at(-1)?.[key] as string)
  const beyond = sorted.filter((id) => id > (readTo as string))
  if (beyond.length > 0) for (const row of await table.bulkGet(beyond)) if (row) found.set(row[key] as string, row)
  return ids.map((id) => found.get(id))
}
