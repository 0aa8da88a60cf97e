import { asc, eq } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { StreetWay } from '#domain/round-rules.ts'
import { streetKey, streetProblem } from '#domain/whole-streets.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { suburbStreets } from '../../db/tables/customers.ts'
import { Refused } from '../../http/refused.ts'

/** The streets of a suburb that are driven whole before they are left (domain.md 4, Shortest order). */

export interface StreetInput {
  readonly name: string
  readonly way: StreetWay
}

/** suburbID -> its streets by name. */
export async function streetsIn(db: Queryable, suburbIDs: readonly string[]): Promise<Map<string, StreetInput[]>> {
  const rows = await db
    .select()
    .from(suburbStreets)
    .where(among(suburbStreets.suburbID, suburbIDs))
    .orderBy(asc(suburbStreets.street))
  return byKey(rows, ({ suburbID }) => suburbID)
}

/** Replaces them all. @returns whether one changed */
export async function storeStreets(
  tx: Queryable,
  suburbID: string,
  streets: readonly StreetInput[],
): Promise<{ before: StreetInput[]; changed: boolean }> {
  const rows = streets.map(({ name, way }) => ({ suburbID, street: streetKey(name), name, way }))
  const known = new Set<string>()
  const wrong: Record<string, string> = {}
  for (const [at, { name, street }] of rows.entries()) {
    const problem = streetProblem(name) ?? (known.has(street) ? 'This street is listed twice.' : null)
    if (problem !== null) wrong[`streets.${at}.name`] = problem
    known.add(street)
  }
  if (Object.keys(wrong).length > 0) throw new Refused('fields_invalid', { fields: wrong })
  const before = (await streetsIn(tx, [suburbID])).get(suburbID) ?? []
  if (inWords(before) === inWords(rows)) return { before, changed: false }
  await tx.delete(suburbStreets).where(eq(suburbStreets.suburbID, suburbID))
  await insertRows(tx, suburbStreets, rows)
  return { before, changed: true }
}

const inWords = (streets: readonly StreetInput[]) =>
  streets
    .map(({ name, way }) => `${streetKey(name)} ${name} ${way}`)
    .sort()
    .join('|')
