import { sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'
import { counters } from './tables/settings.ts'

/** The next number of a counter, inside the transaction that uses it, so that a rollback leaves no gap. */
export function nextNumber(tx: Queryable, name: string, first: number): Promise<number> {
  return nextNumbers(tx, name, first, 1)
}

/** Takes several consecutive numbers. @returns the first of them */
export async function nextNumbers(tx: Queryable, name: string, first: number, count: number): Promise<number> {
  const [row] = await tx
    .insert(counters)
    .values({ name, value: first + count - 1 })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + ${count}::integer` } })
    .returning({ value: counters.value })
  return row!.value - count + 1
}

/** Advances the counter past a number that an import has used. */
export async function raiseCounter(tx: Queryable, name: string, first: number, taken: number): Promise<void> {
  await tx
    .insert(counters)
    .values({ name, value: Math.max(taken, first - 1) })
    .onConflictDoUpdate({ target: counters.name, set: { value: sql`greatest(${counters.value}, ${taken}::integer)` } })
}
