import { and, eq } from 'drizzle-orm'
import type { Warning } from '#domain/warnings.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs, runs } from '../../../db/tables/runs.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import { driversOfRounds, planDue } from './due-plan.ts'
import { joinRun } from './join-commands.ts'
import { lockRun, onTheRun } from '../core/runs-reads.ts'

/**
 * Adds customers to a draft who became due since it was generated, at the positions that the preview showed. Only
 * customers named in the request are added. Idempotent, also after the run was marked active.
 */
export async function addDueCustomers(
  tx: Queryable,
  author: Author,
  { runOrderID, customerIDs }: { runOrderID: string; customerIDs: readonly string[] },
): Promise<Warning[]> {
  const run = await lockRun(tx, runOrderID)
  const rows = await tx
    .select({ customerID: jobs.customerID })
    .from(jobs)
    .where(and(eq(jobs.runOrderID, runOrderID), onTheRun))
  const there = new Set(rows.map(({ customerID }) => customerID))
  const wanted = new Set(customerIDs.filter((customerID) => !there.has(customerID)))
  if (wanted.size === 0) return []
  if (run.status !== 'draft') throw new Refused('wrong_state')
  const { stops } = await planDue(tx, run, false)
  const joining = stops.filter(({ customer }) => wanted.has(customer.customerID)).map(({ customer }) => ({ customer }))
  if (joining.length > 0) {
    await joinRun(
      tx,
      run,
      joining,
      await driversOfRounds(
        tx,
        run,
        joining.map(({ customer }) => customer.runNumber),
      ),
      author.now,
    )
    await tx
      .update(runs)
      .set({ version: run.version + 1 })
      .where(eq(runs.runOrderID, runOrderID))
    await recordChange(tx, author, {
      action: 'run.add',
      subjectKind: 'run',
      subjectID: runOrderID,
      after: { stops: joining.length },
    })
  }
  return leftWarning(wanted.size - joining.length)
}

function leftWarning(left: number): Warning[] {
  if (left === 0) return []
  return [
    {
      code: 'not_due',
      message:
        left === 1
          ? '1 customer is no longer due and wasn’t added.'
          : `${left} customers are no longer due and weren’t added.`,
    },
  ]
}
