import { eq } from 'drizzle-orm'
import { cutoffOf, type WeekRef } from '#domain/calendar.ts'
import { dayOf } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { nextNumber } from '../../db/counters.ts'
import type { Queryable } from '../../db/database.ts'
import { noPickups } from '../../db/tables/runs.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import { type Actor, requireVersion } from '../../http/serve.ts'
import { settingsInForce } from '../settings/public.ts'
import { calendarWeek } from '../calendar/public.ts'
import type { NoPickupRow } from './no-pickups-reads.ts'
import { tellDriver, tellDriverOtherwise, tellReason } from './tell-driver-commands.ts'

/** No pickups for a week, in time or late (domain.md 4, No pickup). */

interface Wish extends WeekRef {
  customerID: string
  reason?: string | null | undefined
}

const CLASHES = {
  unique: { no_pickups_week: 'no_pickup_taken' },
  reference: () => refuseField('customerID', 'This customer doesn’t exist'),
} as const

export async function addNoPickup(tx: Queryable, author: Author, wish: Wish): Promise<string> {
  const late = await isLate(tx, wish, author.now)
  const row: NoPickupRow = {
    customerID: wish.customerID,
    ...weekOf(wish),
    noPickupID: newID(),
    refNumber: await nextNumber(tx, 'noPickup', 1),
    reason: wish.reason || null,
    late,
    assignmentID: null,
    createdBy: author.actor.userID,
    createdAt: author.now,
    version: 1,
  }
  await refusing(() => tx.insert(noPickups).values(row), CLASHES)
  await tellDriver(tx, author, row)
  await recordChange(tx, author, {
    action: 'no_pickup.create',
    subjectKind: 'no_pickup',
    subjectID: row.noPickupID,
    after: { ...weekOf(wish), late },
  })
  return row.noPickupID
}

/** A customer may do it only before the cut-off of its week, and of the week it is moved to. */
export async function changeNoPickup(
  tx: Queryable,
  author: Author & { actor: Actor },
  before: NoPickupRow,
  change: Partial<Omit<Wish, 'customerID'>>,
  ifMatch: number | null,
): Promise<void> {
  requireVersion(ifMatch, before.version)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after: NoPickupRow = { ...before, ...given }
  after.reason ||= null
  if (!changes(before, after)) return
  const moved = JSON.stringify(weekOf(before)) !== JSON.stringify(weekOf(after))
  if (moved) {
    after.late = await isLate(tx, after, author.now)
    after.assignmentID = null
  }
  await requireRevocable(tx, author, before)
  if (author.actor.role !== 'ADMIN' && after.late) throw new Refused('cutoff_passed')
  const { reason, late, assignmentID } = after
  await refusing(
    () =>
      tx
        .update(noPickups)
        .set({ ...weekOf(after), reason, late, assignmentID, version: before.version + 1 })
        .where(eq(noPickups.noPickupID, before.noPickupID)),
    CLASHES,
  )
  if (moved) {
    await tellDriverOtherwise(tx, author, before)
    await tellDriver(tx, author, after)
  } else await tellReason(tx, after)
  const texts = after.reason === before.reason ? {} : { texts: ['reason'] }
  await recordChange(tx, author, {
    action: 'no_pickup.update',
    subjectKind: 'no_pickup',
    subjectID: before.noPickupID,
    before: { ...weekOf(before), late: before.late },
    after: { ...weekOf(after), late, ...texts },
  })
}

/** A customer may do it only before the cut-off. The stop is put back where the no pickup had taken it off a run. */
export async function takeBackNoPickup(
  tx: Queryable,
  author: Author & { actor: Actor },
  row: NoPickupRow,
  ifMatch: number | null,
): Promise<void> {
  requireVersion(ifMatch, row.version)
  await requireRevocable(tx, author, row)
  await tx.delete(noPickups).where(eq(noPickups.noPickupID, row.noPickupID))
  await tellDriverOtherwise(tx, author, row)
  await recordChange(tx, author, {
    action: 'no_pickup.delete',
    subjectKind: 'no_pickup',
    subjectID: row.noPickupID,
    before: weekOf(row),
  })
}

/** A customer's no pickup is final from the cut-off on, a late one from the start, even if its week moves later. */
async function requireRevocable(tx: Queryable, { actor, now }: Author & { actor: Actor }, row: NoPickupRow) {
  if (actor.role !== 'ADMIN' && (row.late || (await isPastCutoff(tx, row, now)))) throw new Refused('cutoff_passed')
}

/** Refuses a week that the calendar does not contain, and one that has ended. */
async function isLate(tx: Queryable, wish: WeekRef, now: Date): Promise<boolean> {
  const week = await calendarWeek(tx, wish.yearNumber, wish.monthNumber, wish.weekNumber)
  if (!week) refuseField('weekNumber', 'This week isn’t in the calendar')
  const settings = await settingsInForce(tx)
  if (dayOf(now, settings['business.timeZone']) > week.to) throw new Refused('week_over')
  return isPastCutoff(tx, wish, now)
}

async function isPastCutoff(tx: Queryable, wish: WeekRef, now: Date): Promise<boolean> {
  const week = await calendarWeek(tx, wish.yearNumber, wish.monthNumber, wish.weekNumber)
  if (!week) return false
  const settings = await settingsInForce(tx)
  return now >= cutoffOf(week, settings['business.timeZone'], settings['noPickup.cutoff'])
}

const weekOf = ({ yearNumber, monthNumber, weekNumber }: WeekRef) => ({ yearNumber, monthNumber, weekNumber })
