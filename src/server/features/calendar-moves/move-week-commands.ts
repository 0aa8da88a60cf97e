import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { giveFirstDue } from '../calendar/public.ts'
import { runs } from '../../db/tables/runs.ts'
import { calendarSettings } from '../../db/tables/settings.ts'
import { type Author, recordChanges } from '../../http/changes.ts'
import { requireVersion } from '../../http/serve.ts'
import { type MovePlan, type MoveWish, planMove } from './move-week-plan.ts'
import { weekName } from '../runs/public.ts'

/**
 * Moves a week and the weeks it pushes, with their draft and active runs, which get a new version for devices and
 * screens. Whatever is computed from the calendar (next pick up, cut-offs, schedules) follows.
 */
export async function moveWeek(
  tx: Queryable,
  author: Author,
  wish: MoveWish,
  ifMatch: number | null,
): Promise<MovePlan & { version: number }> {
  const plan = await planMove(tx, author.now, wish)
  const { row, moves, refusal } = plan
  // This may be a retry of a call whose answer was lost.
  if (moves.length === 0) return { ...plan, version: row.version }
  requireVersion(ifMatch, row.version)
  if (refusal) throw refusal
  for (const { row: week, after } of moves) {
    await tx
      .update(calendarSettings)
      .set({ ...after, version: week.version + 1 })
      .where(eq(calendarSettings.calendarSettingID, week.calendarSettingID))
  }
  const afterOf = new Map(moves.map(({ row: week, after }) => [weekName(week), after]))
  for (const run of plan.runs) {
    const { from, to } = afterOf.get(weekName(run))!
    await tx
      .update(runs)
      .set({ fromDate: from, toDate: to, version: sql`${runs.version} + 1` })
      .where(eq(runs.runOrderID, run.runOrderID))
  }
  await giveFirstDue(tx)
  await recordChanges(tx, author, [
    ...moves.map(({ row: week, after }) => ({
      action: 'calendar.move',
      subjectKind: 'calendar',
      subjectID: week.calendarSettingID,
      before: { from: week.from, to: week.to },
      after: { ...after, ...(week === row ? { weeks: moves.length } : { pushedBy: row.calendarSettingID }) },
    })),
    ...plan.runs.map((run) => ({
      action: 'run.move',
      subjectKind: 'run',
      subjectID: run.runOrderID,
      before: { fromDate: run.fromDate, toDate: run.toDate },
      after: { fromDate: afterOf.get(weekName(run))!.from, toDate: afterOf.get(weekName(run))!.to },
    })),
  ])
  return { ...plan, version: row.version + 1 }
}
