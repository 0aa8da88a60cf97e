import { eq } from 'drizzle-orm'
import { cutoffOf, type WeekRef } from '#domain/calendar.ts'
import { dayOf } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { nextNumber } from '../../db/counters.ts'
import type { Queryable } from '../../db/database.ts'
import { foreignKeyViolation, uniqueViolation } from '../../db/errors.ts'
import { noPickups } from '../../db/tables/runs.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { type Actor, requireVersion } from '../../http/serve.ts'
import { settingsInForce } from '../settings/public.ts'
import { calendarWeek } from '../calendar/public.ts'
import type { NoPickupRow } from './no-pickups-reads.ts'
import { tellDriver, tellWatchers } from './tell-driver-commands.ts'

/**
 * "No pickup" for a week (domain.md 4, No pickup): in time, the stop leaves the run at activation; late, the driver
 * sees "customer cancelled".
 */

interface Wish extends WeekRef {
  customerID: string
  reason?: string | null | undefined
}

export async function addNoPickup(tx: Queryable, author: Author, wish: Wish): Promise<string> {
  const late = await isLate(tx, wish, author.now)
  const noPickupID = newID()
  await keep(async () =>
    tx.insert(noPickups).values({
      ...wish,
      noPickupID,
      refNumber: await nextNumber(tx, 'noPickup', 1),
      reason: wish.reason || null,
      late,
      createdBy: author.actor.userID,
      createdAt: author.now,
    }),
  )
  await tellDriver(tx, wish.customerID, wish, author.now)
  await tellWatchers(tx, wish.customerID, wish)
  await recordChange(tx, author, {
    action: 'no_pickup.create',
    subjectKind: 'no_pickup',
    subjectID: noPickupID,
    after: { ...weekOf(wish), late },
  })
  return noPickupID
}

/** For a customer only before the cut-off of its week, and of the week it is moved to. */
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
  const late = moved ? await isLate(tx, after, author.now) : before.late
  if (author.actor.role !== 'ADMIN' && (late || (await isPastCutoff(tx, before, author.now))))
    throw new Refused('cutoff_passed')
  await keep(() =>
    tx
      .update(noPickups)
      .set({ ...weekOf(after), reason: after.reason, late, version: before.version + 1 })
      .where(eq(noPickups.noPickupID, before.noPickupID)),
  )
  if (moved) {
    await tellDriver(tx, before.customerID, before, null)
    await tellDriver(tx, after.customerID, after, author.now)
    await tellWatchers(tx, before.customerID, before)
  }
  await tellWatchers(tx, after.customerID, after)
  const texts = after.reason === before.reason ? {} : { texts: ['reason'] }
  await recordChange(tx, author, {
    action: 'no_pickup.update',
    subjectKind: 'no_pickup',
    subjectID: before.noPickupID,
    before: { ...weekOf(before), late: before.late },
    after: { ...weekOf(after), late, ...texts },
  })
}

/** For a customer only before the cut-off: afterwards the round is planned without them. */
export async function takeBackNoPickup(
  tx: Queryable,
  author: Author & { actor: Actor },
  row: NoPickupRow,
  ifMatch: number | null,
): Promise<void> {
  requireVersion(ifMatch, row.version)
  if (author.actor.role !== 'ADMIN' && (await isPastCutoff(tx, row, author.now))) throw new Refused('cutoff_passed')
  await tx.delete(noPickups).where(eq(noPickups.noPickupID, row.noPickupID))
  await tellDriver(tx, row.customerID, row, null)
  await tellWatchers(tx, row.customerID, row)
  await recordChange(tx, author, {
    action: 'no_pickup.delete',
    subjectKind: 'no_pickup',
    subjectID: row.noPickupID,
    before: weekOf(row),
  })
}

/** Refuses a week the calendar does not contain, and one that has ended. */
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

async function keep(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (uniqueViolation(error) === 'no_pickups_week') throw new Refused('no_pickup_taken')
    if (foreignKeyViolation(error) !== undefined) refuseField('customerID', 'This customer doesn’t exist')
    throw error
  }
}
