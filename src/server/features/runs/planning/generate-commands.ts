import { max } from 'drizzle-orm'
import { newID } from '#domain/identifiers.ts'
import type { Warning } from '#domain/warnings.ts'
import { nextNumber } from '../../../db/counters.ts'
import type { Queryable } from '../../../db/database.ts'
import { uniqueViolation } from '../../../db/errors.ts'
import { runs } from '../../../db/tables/runs.ts'
import { sameWeek } from '../../../db/same-week.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import type { StoredCalendarRow } from '../../calendar/public.ts'
import { type PlanWish, planRun } from './run-plan.ts'
import { runName, type RunRow } from '../core/runs-reads.ts'
import { addStops } from '../core/stops-commands.ts'

export interface Generation extends PlanWish {
  description?: string | null | undefined
}

/** Writes the week's plan, all or nothing. Refused with the plan's reason in words. */
export async function generate(
  tx: Queryable,
  author: Author,
  wish: Generation,
): Promise<{ run: RunRow; warnings: Warning[] }> {
  const plan = await planRun(tx, wish, false)
  if (plan.cannot !== null) refuse(plan.cannot)
  const { stops, warnings } = plan
  const run = await insertRun(tx, author, plan.week, wish)
  await addStops(tx, run, stops, author.now)
  await recordChange(tx, author, {
    action: 'run.generate',
    subjectKind: 'run',
    subjectID: run.runOrderID,
    after: { readableID: runName(run), stops: stops.length },
  })
  return { run, warnings }
}

async function insertRun(
  tx: Queryable,
  author: Author,
  week: StoredCalendarRow,
  { description = null, depotID }: Generation,
): Promise<RunRow> {
  const [last] = await tx
    .select({ sequenceNumber: max(runs.sequenceNumber) })
    .from(runs)
    .where(sameWeek(runs, week))
  try {
    const [run] = await tx
      .insert(runs)
      .values({
        runOrderID: newID(),
        refNumber: await nextNumber(tx, 'run', 1),
        status: 'draft',
        description,
        yearNumber: week.yearNumber,
        monthNumber: week.monthNumber,
        weekNumber: week.weekNumber,
        sequenceNumber: (last?.sequenceNumber ?? 0) + 1,
        fromDate: week.from,
        toDate: week.to,
        depotID: depotID ?? null,
        createdAt: author.now,
      })
      .returning()
    return run!
  } catch (error) {
    // Another admin generated the draft at the same moment.
    if (uniqueViolation(error) !== undefined) refuse('Someone else just generated a draft for this week.')
    throw error
  }
}

function refuse(reason: string): never {
  throw new Refused('cannot_generate_run', { reason })
}
