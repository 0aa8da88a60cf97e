import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { updateRun } from '#contract/v1/runs-office.ts'
import type { previewStopChange } from '#contract/v1/stop-change.ts'
import { newID } from '#domain/identifiers.ts'
import { ENVELOPE_VERSION } from '#domain/limits.ts'
import type { Queryable } from '../../../db/database.ts'
import { triedOut } from '../../../db/transaction.ts'
import type { Author } from '../../../http/changes.ts'
import { Refused } from '../../../http/refused.ts'
import type { FeatureConfig } from '../../../ports.ts'
import { lockRun } from '../core/runs-reads.ts'
import { chargesToCome, earnedAt, earnedBeside, gstOnPayOf } from '../core/stop-money-reads.ts'
import { record } from '../recording/record-commands.ts'
import { readEvent } from '../recording/read-event.ts'
import { edit } from './edit-commands.ts'

type Input = InputOf<typeof previewStopChange>

/** What a change at stops would do to bill and pay: it is carried out, compared, and rolled back. */
export function stopChangeShown(
  db: Queryable,
  author: Author,
  { runOrderID, assignmentID, change }: Input,
  config: FeatureConfig,
): Promise<AnswerOf<typeof previewStopChange>> {
  return triedOut(db, async (tx) => {
    const run = await lockRun(tx, runOrderID)
    const stops = [assignmentID, ...(change.type === 'driver' ? (change.others ?? []) : [])]
    const before = await moneyAt(tx, stops)
    const wished = editOf(change, stops)
    if (wished) await edit(tx, author, { runOrderID, jobs: wished }, run.version, config)
    else await recorded(tx, author, { runOrderID, assignmentID, change })
    const after = await moneyAt(tx, stops)
    const pays = await earnedBeside(tx, before.pays, after.pays)
    const driverIDs = pays.map(({ driverID }) => driverID)
    const gstOn = await gstOnPayOf(tx, driverIDs, author.now)
    return {
      bills: { before: before.bills, after: after.bills },
      pays: pays.map(({ driverID, ...pay }) => ({
        ...pay,
        gst: { before: gstOn(driverID, pay.before), after: gstOn(driverID, pay.after) },
      })),
    }
  })
}

/** What the run's page would send; null: a record. */
function editOf(change: Input['change'], stops: string[]): InputOf<typeof updateRun>['jobs'] | null {
  if (change.type === 'price') return { edit: stops.map((assignmentID) => ({ assignmentID, amount: change.amount })) }
  return change.type === 'driver' ? { assign: [{ assignmentIDs: stops, driverID: change.driverID }] } : null
}

async function moneyAt(tx: Queryable, stopIDs: readonly string[]) {
  const charges = (await chargesToCome(tx, stopIDs)).filter((cents) => cents !== null)
  return {
    bills: charges.length === 0 ? null : charges.reduce((sum, cents) => sum + cents, 0),
    pays: await earnedAt(tx, stopIDs),
  }
}

/** Records as the office's form does, now and with a device of its own. */
async function recorded(tx: Queryable, { actor, now }: Author, { runOrderID, assignmentID, change }: Input) {
  const event = readEvent(
    { ...change, eventID: newID(), v: ENVELOPE_VERSION, assignmentID, seq: 1, occurredAt: now.toISOString() },
    actor.userID,
  )
  if (!('raw' in event)) throw new Error('The previewed record can’t be read.')
  const [verdict] = await record(tx, {
    runOrderID,
    actor: { userID: actor.userID, role: 'ADMIN' },
    deviceID: 'office',
    receivedAt: now,
    clockOffset: 0,
    events: [event],
    files: new Map(),
  })
  if (verdict?.result !== 'applied') throw new Refused('wrong_state', { message: verdict?.message ?? '' })
}
