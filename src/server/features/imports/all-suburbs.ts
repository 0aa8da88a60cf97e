import { asc, gt } from 'drizzle-orm'
import { byKey } from '#domain/by-key.ts'
import type { Queryable } from '../../db/database.ts'
import { suburbs } from '../../db/tables/customers.ts'
import type { SuburbRow } from '../suburbs/public.ts'
import { byName } from './known-people.ts'

const PAGE = 2_000

/** Reads in pages, so that other requests do not wait for thousands of rows. */
export async function allSuburbs(db: Queryable): Promise<SuburbRow[]> {
  const all: SuburbRow[] = []
  for (;;) {
    const last = all.at(-1)
    const page = await db
      .select()
      .from(suburbs)
      .where(last && gt(suburbs.suburbID, last.suburbID))
      .orderBy(asc(suburbs.suburbID))
      .limit(PAGE)
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

/** Postcode -> a lookup of its suburbs by name. */
export function suburbsByPostcode(
  suburbs: readonly SuburbRow[],
): (postcode: string) => (label: string) => readonly SuburbRow[] {
  const byPostcode = byKey(suburbs, ({ postCode }) => postCode)
  const finders = new Map<string, (label: string) => readonly SuburbRow[]>()
  return (postcode) => {
    const finder = finders.get(postcode) ?? byName(byPostcode.get(postcode) ?? [], ({ label }) => label)
    finders.set(postcode, finder)
    return finder
  }
}
