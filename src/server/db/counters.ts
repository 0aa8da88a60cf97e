import { sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'
import { counters } from './tables/settings.ts'

/** The next number of a counter, inside the transaction that uses it: a rollback gives it back, so there are no gaps. */
export async function nextNumber(tx: Queryable, name: string, first: number): Promise<number> {
  const [row] = await tx
    .insert(counters)
    .values({ name, value: first })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
    .returning({ value: counters.value })
  return row!.value
}
