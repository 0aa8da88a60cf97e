import { sql } from 'drizzle-orm'
import { foldStop, type StopRecord, type RecordedEvent } from '#domain/events.ts'
import type { StopState } from '#domain/words.ts'
import { among } from '../../../db/among.ts'
import type { Queryable } from '../../../db/database.ts'
import { jobs } from '../../../db/tables/runs.ts'
import { noteWebhooks } from '../../../db/webhook-outbox.ts'
import { Refused } from '../../../http/refused.ts'
import { countingEvents, movedAmong } from '../core/events-reads.ts'
import type { StopRow } from '../core/stops-reads.ts'
import type { RunRow } from '../core/runs-reads.ts'
import { incomesFollow } from './income-commands.ts'

export interface Known {
  readonly rows: readonly StopRow[]
  readonly counting: ReadonlyMap<string, RecordedEvent[]>
}

/**
 * Recomputes stops from their counting events, and updates the incomes. Each stop gets a new version. The order of
 * arrival does not matter, because all events are folded again. The caller has locked the run.
 * @param known the stops' rows and counting events, if read under that lock
 * @returns the stops' new state
 */
export async function followRecords(
  tx: Queryable,
  run: Pick<RunRow, 'status'>,
  assignmentIDs: readonly string[],
  now: Date,
  known?: Known,
): Promise<StopRow[]> {
  if (assignmentIDs.length === 0) return []
  // A record counts at once only in an active run, whose records are never moved to files.
  if (known === undefined && (await movedAmong(tx, assignmentIDs)).size > 0)
    throw new Refused('wrong_state', {
      message:
        'The records of this stop were moved to a file. Have it read back on the server (npm run archive-events), then try again.',
    })
  const rows =
    known?.rows ??
    (await tx.select().from(jobs).where(among(jobs.assignmentID, assignmentIDs)).orderBy(jobs.assignmentID))
  const recorded = known?.counting ?? (await countingEvents(tx, assignmentIDs))
  const records = rows.map((stop) => {
    const record = foldStop(recorded.get(stop.assignmentID) ?? [])
    return { stop, record, state: stateOf(stop.state, record, run) }
  })
  if (records.length > 0) await writeRecords(tx, records)
  const followed = records.map(({ stop, record, state }) => ({
    ...stop,
    ...columnsOf(record),
    state,
    version: stop.version + 1,
  }))
  await incomesFollow(tx, run, followed, now)
  await noteWebhooks(
    tx,
    'stop.recorded',
    followed.map(({ assignmentID, runOrderID, customerID, outcome }) => ({
      assignmentID,
      runOrderID,
      customerID,
      outcome,
    })),
    now,
  )
  return followed
}

/** One statement for all: for 200 taps there would otherwise be 200 round trips while the run is locked. */
async function writeRecords(
  tx: Queryable,
  records: readonly { stop: StopRow; record: StopRecord; state: StopState }[],
): Promise<void> {
  const changes = records.map(({ stop, record, state }) => ({ id: stop.assignmentID, ...columnsOf(record), state }))
  await tx.execute(sql`
    update ${jobs} set
      outcome = incoming.outcome, empty_pickup = incoming."emptyPickup", pu = incoming.pu, extra_amount_cents = incoming."extraAmount",
      driver_notes = incoming."driverNotes", photo_ids = incoming."photoIDs", done_at = incoming."doneAt", recorded_by = incoming."recordedBy",
      outcome_event_id = incoming."outcomeEventID",
      state = incoming.state, version = ${jobs}.version + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as incoming(
      id uuid, outcome text, "emptyPickup" boolean, pu integer, "extraAmount" integer,
      "driverNotes" text, "photoIDs" jsonb, "doneAt" timestamptz, "recordedBy" uuid, "outcomeEventID" uuid, state text)
    where ${jobs}.assignment_id = incoming.id`)
}

function columnsOf(record: StopRecord) {
  return {
    outcome: record.outcome,
    emptyPickup: record.emptyPickup,
    pu: record.pu,
    extraAmount: record.extraAmount,
    driverNotes: record.driverNotes || null,
    photoIDs: record.photos,
    doneAt: record.doneAt === null ? null : new Date(record.doneAt),
    recordedBy: record.recordedBy,
    outcomeEventID: record.outcomeEventID,
  }
}

/** An accepted outcome restores a shifted or removed stop; a note or photo alone does not. */
function stateOf(state: StopState, { outcome }: StopRecord, run: Pick<RunRow, 'status'>): StopState {
  if (outcome !== null) return run.status === 'active' ? 'done' : 'completed'
  return state === 'done' ? 'planned' : state
}
