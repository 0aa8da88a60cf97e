import { and, count, eq, isNull } from 'drizzle-orm'
import type { createSuburb, updateSuburb } from '#contract/v1/suburbs.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { requireDepot } from '../depots/public.ts'
import { refreshSearch } from '../search/public.ts'
import type { Queryable } from '../../db/database.ts'
import { followersOf, moveFollowersOf } from './followers-commands.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import { requireVersion } from '../../http/serve.ts'
import { storeStreets } from './streets-commands.ts'
import { auditedSuburb, changedSuburb, changeOf, creationOf, newSuburb } from './suburb-rows.ts'
import { suburbByID, type SuburbRow } from './suburbs-reads.ts'

const TAKEN = { unique: { suburbs_label_post_code: 'suburb_taken' } } as const

export async function addSuburb(tx: Queryable, author: Author, input: InputOf<typeof createSuburb>): Promise<string> {
  const row = newSuburb(input, author.now)
  await requireDepot(tx, input.depotID)
  await refusing(() => tx.insert(suburbs).values(row), TAKEN)
  if (input.streets) await storeStreets(tx, row.suburbID, input.streets)
  await recordChange(tx, author, creationOf(row))
  return row.suburbID
}

/**
 * A new week is refused (`followers_undecided`, with the count) until the request states whether its followers move
 * too.
 */
export async function changeSuburb(
  tx: Queryable,
  author: Author,
  { suburbID, moveFollowers, ...change }: InputOf<typeof updateSuburb>,
  ifMatch: number | null,
): Promise<void> {
  const before = await existingSuburb(tx, suburbID)
  requireVersion(ifMatch, before.version)
  const after = changedSuburb(before, change)
  await requireDepot(tx, change.depotID)
  const streets = change.streets ? await storeStreets(tx, suburbID, change.streets) : null
  if (!changes(before, after) && !streets?.changed) return
  await refusing(() => tx.update(suburbs).set(after).where(eq(suburbs.suburbID, suburbID)), TAKEN)
  if (after.label !== before.label) await refreshSearch(tx, eq(customers.suburbID, suburbID))
  const driven = streets?.changed ? { streets: change.streets!.map(({ name }) => name) } : {}
  const moved = after.weekNumber === before.weekNumber ? {} : await decideFollowers(tx, after, moveFollowers)
  await recordChange(tx, author, changeOf(before, after, { ...moved, ...driven }))
}

export async function removeSuburb(
  tx: Queryable,
  author: Author,
  suburbID: string,
  ifMatch: number | null,
): Promise<void> {
  const before = await existingSuburb(tx, suburbID)
  requireVersion(ifMatch, before.version)
  await refusing(() => tx.delete(suburbs).where(eq(suburbs.suburbID, suburbID)), { reference: 'suburb_in_use' })
  await recordChange(tx, author, {
    action: 'suburb.delete',
    subjectKind: 'suburb',
    subjectID: suburbID,
    before: auditedSuburb(before),
  })
}

async function decideFollowers(
  tx: Queryable,
  suburb: SuburbRow,
  moveFollowers: boolean | undefined,
): Promise<Record<string, unknown>> {
  const [row] = await tx
    .select({ followers: count() })
    .from(customers)
    .where(and(followersOf([suburb.suburbID]), isNull(customers.hiddenAt)))
  const followers = row!.followers
  if (followers > 0 && moveFollowers === undefined) throw new Refused('followers_undecided', { count: followers })
  await moveFollowersOf(tx, [suburb.suburbID], moveFollowers ?? true)
  return { followers, moveFollowers: moveFollowers ?? null }
}

async function existingSuburb(tx: Queryable, suburbID: string): Promise<SuburbRow> {
  const row = await suburbByID(tx, suburbID)
  if (!row) throw new Refused('not_found')
  return row
}
