import { and, count, eq, isNull } from 'drizzle-orm'
import type { createSuburb, updateSuburb } from '#contract/v1/suburbs.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { foreignKeyViolation, uniqueViolation } from '../../db/errors.ts'
import { customers, suburbs } from '../../db/tables/customers.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { keptPostcode } from '../../http/kept-fields.ts'
import { Refused } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { moveFollowersTo } from './suburb-followers.ts'
import { suburbByID, type SuburbRow } from './suburbs-reads.ts'

const SUBJECT = 'suburb'

export async function addSuburb(tx: Queryable, author: Author, input: InputOf<typeof createSuburb>): Promise<string> {
  const row: SuburbRow = {
    suburbID: newID(),
    label: oneSpaced(input.label),
    postCode: keptPostcode('postCode', input.postCode),
    state: input.state,
    weekNumber: input.weekNumber ?? null,
    createdAt: author.now,
    version: 1,
  }
  await keep(() => tx.insert(suburbs).values(row))
  await recordChange(tx, author, { action: 'suburb.create', subjectKind: SUBJECT, subjectID: row.suburbID, after: audited(row) })
  return row.suburbID
}

/** A new week is refused (`followers_undecided`, with the count) until it is said whether its followers move too. */
export async function changeSuburb(
  tx: Queryable,
  author: Author,
  { suburbID, moveFollowers, ...change }: InputOf<typeof updateSuburb>,
  ifMatch: number | null,
): Promise<void> {
  const before = await kept(tx, suburbID)
  requireVersion(ifMatch, before.version)
  const after: SuburbRow = {
    ...before,
    label: change.label === undefined ? before.label : oneSpaced(change.label),
    postCode: change.postCode === undefined ? before.postCode : keptPostcode('postCode', change.postCode),
    state: change.state ?? before.state,
    weekNumber: change.weekNumber === undefined ? before.weekNumber : change.weekNumber,
    version: before.version + 1,
  }
  if (!changes(before, after)) return
  await keep(() => tx.update(suburbs).set(after).where(eq(suburbs.suburbID, suburbID)))
  const moved = after.weekNumber === before.weekNumber ? {} : await decideFollowers(tx, after, moveFollowers)
  await recordChange(tx, author, {
    action: 'suburb.update',
    subjectKind: SUBJECT,
    subjectID: suburbID,
    before: audited(before),
    after: { ...audited(after), ...moved },
  })
}

export async function removeSuburb(tx: Queryable, author: Author, suburbID: string, ifMatch: number | null): Promise<void> {
  const before = await kept(tx, suburbID)
  requireVersion(ifMatch, before.version)
  try {
    await tx.delete(suburbs).where(eq(suburbs.suburbID, suburbID))
  } catch (error) {
    if (foreignKeyViolation(error) !== undefined) throw new Refused('suburb_in_use')
    throw error
  }
  await recordChange(tx, author, { action: 'suburb.delete', subjectKind: SUBJECT, subjectID: suburbID, before: audited(before) })
}

async function decideFollowers(tx: Queryable, suburb: SuburbRow, moveFollowers: boolean | undefined): Promise<Record<string, unknown>> {
  const following = and(eq(customers.suburbID, suburb.suburbID), eq(customers.ownWeek, false))
  const [row] = await tx.select({ followers: count() }).from(customers).where(and(following, isNull(customers.hiddenAt)))
  const followers = row!.followers
  if (followers > 0 && moveFollowers === undefined) throw new Refused('followers_undecided', { count: followers })
  await moveFollowersTo(tx, suburb, moveFollowers ?? true)
  return { followers, moveFollowers: moveFollowers ?? null }
}

async function kept(tx: Queryable, suburbID: string): Promise<SuburbRow> {
  const row = await suburbByID(tx, suburbID)
  if (!row) throw new Refused('not_found')
  return row
}

async function keep(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (uniqueViolation(error) === 'suburbs_label_post_code') throw new Refused('suburb_taken')
    throw error
  }
}

/** "Wahroonga  West" is no other suburb than "Wahroonga West". */
const oneSpaced = (label: string) => label.replace(/\s+/g, ' ')

const audited = ({ label, postCode, state, weekNumber }: SuburbRow) => ({ label, postCode, state, weekNumber })
