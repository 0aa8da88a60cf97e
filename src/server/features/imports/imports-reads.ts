import { eq } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { importProgress } from '#contract/v1/imports.ts'
import type { Queryable } from '../../db/database.ts'
import { imports } from '../../db/tables/imports.ts'

/** An import without progress for this long counts as interrupted. */
export const STANDS_STILL_MS = 60_000

/** The progress of an import; null: there is none with that id, or it was deleted. */
export async function progressOf(
  db: Queryable,
  importID: string,
  now: Date,
): Promise<AnswerOf<typeof importProgress> | null> {
  const [row] = await db.select().from(imports).where(eq(imports.importID, importID))
  return row ? { ...row, state: stateOf(row, now) } : null
}

export function stateOf(
  { endedAt, seenAt, refused, result }: typeof imports.$inferSelect,
  now: Date,
): 'running' | 'done' | 'refused' | 'interrupted' {
  if (result !== null) return refused ? 'refused' : 'done'
  return endedAt === null && now.getTime() - seenAt.getTime() < STANDS_STILL_MS ? 'running' : 'interrupted'
}
