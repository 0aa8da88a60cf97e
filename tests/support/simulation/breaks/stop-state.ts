import type { TextBreak } from '../breaks.ts'

const RECORD = 'src/server/features/runs/recording'
const RUNS = 'src/server/features/runs'

export const STOP_STATE: readonly TextBreak[] = [
  // The resulting state of a stop.
  {
    name: 'a stop’s new state is no new version',
    file: `${RECORD}/follow-commands.ts`,
    text: 'state = incoming.state, version = ${jobs}.version + 1',
    becomes: 'state = incoming.state, version = ${jobs}.version',
  },
  {
    name: 'a stop does not say which record decided it',
    file: `${RECORD}/follow-commands.ts`,
    text: `    outcomeEventID: record.outcomeEventID,`,
    becomes: `    outcomeEventID: null,`,
  },
  {
    name: 'an undone stop stays done',
    file: `${RECORD}/follow-commands.ts`,
    text: `return state === 'done' ? 'planned' : state`,
    becomes: `return state`,
  },
  {
    name: 'a stop has the time of the phone’s clock',
    file: 'src/domain/events.ts',
    text: `    doneAt: event.correctedAt,`,
    becomes: `    doneAt: event.occurredAt,`,
  },
  {
    name: 'an empty bag is not marked empty',
    file: 'src/domain/events.ts',
    text: `emptyPickup: event.type === 'bag-mt',`,
    becomes: `emptyPickup: false,`,
  },
  {
    name: 'a run is never done in the field',
    file: `${RUNS}/core/field-work-commands.ts`,
    text: `if (run.status !== 'active') return`,
    becomes: `if (run.status !== 'draft') return`,
  },
  {
    name: 'a run that was done once stays done',
    file: `${RUNS}/core/field-work-commands.ts`,
    text: 'const otherwise = wasDone ? sql`null` : runs.doneAt',
    becomes: 'const otherwise = wasDone ? runs.doneAt : runs.doneAt',
  },
  {
    name: 'an extra amount is truncated to whole cents',
    file: 'src/domain/money.ts',
    text: `return Number.isFinite(dollars) ? roundHalfAway(dollars * 100) : 0`,
    becomes: `return Number.isFinite(dollars) ? Math.trunc(dollars * 100) : 0`,
  },
  {
    name: 'a note sent twice is stored twice',
    file: 'src/domain/events.ts',
    text: `notes.push(...linesOf(event.notes).filter((line) => !notes.includes(line)))`,
    becomes: `notes.push(...linesOf(event.notes))`,
  },
  {
    name: 'the first outcome decides',
    file: 'src/domain/events.ts',
    text: `if (isOutcomeEvent(event)) Object.assign(record, decidedBy(event))`,
    becomes: `if (isOutcomeEvent(event) && record.outcome === null) Object.assign(record, decidedBy(event))`,
  },
  {
    name: 'an undo does not restore the earlier outcome',
    file: 'src/domain/events.ts',
    text: `Object.assign(record, previous ? decidedBy(previous) : NO_OUTCOME)`,
    becomes: `Object.assign(record, previous && NO_OUTCOME)`,
  },
  // Money.
  {
    name: 'an undone stop keeps its income',
    file: `${RECORD}/income-commands.ts`,
    text: `if (gone.length > 0) await tx.delete(incomes)`,
    becomes: `if (gone.length < 0) await tx.delete(incomes)`,
  },
  {
    name: 'the stop’s present driver is paid instead of the one who recorded it',
    file: `${RECORD}/income-reads.ts`,
    text: `const driverID = [stop.recordedBy, stop.driverID].find(`,
    becomes: `const driverID = [stop.driverID, stop.recordedBy].find(`,
  },
  {
    name: 'a correction by another driver is paid to the first',
    file: `${RECORD}/income-commands.ts`,
    text: `      driver_id = incoming."driverID", status = incoming.status,`,
    becomes: `      status = incoming.status,`,
  },
  {
    name: 'a stop recorded by another driver is paid at the first driver’s rate',
    file: `${RECORD}/income-reads.ts`,
    text: `stored.find((row) => row.driverID === driverID) ?? rates.get(driverID)!`,
    becomes: `stored[0] ?? rates.get(driverID)!`,
  },
  {
    name: 'half a cent is truncated',
    file: 'src/domain/money.ts',
    text: `return roundHalfAway((cents * basisPoints) / 10_000)`,
    becomes: `return Math.trunc((cents * basisPoints) / 10_000)`,
  },
  {
    name: 'completing a run makes nothing payable',
    file: `${RUNS}/lifecycle/state-plans.ts`,
    text: `eq(incomes.status, 'pending'))`,
    becomes: `eq(incomes.status, 'payable'))`,
  },
  // The conflict table.
  {
    name: 'a record of a removed stop counts',
    file: 'src/domain/exceptions.ts',
    text: `  if (stop.state === 'cancelled') return 'job_removed'\n`,
    becomes: ``,
  },
  {
    name: 'a record of a completed stop or run counts',
    file: 'src/domain/exceptions.ts',
    text: `if (stop.state === 'completed' || run.status === 'completed') return 'job_completed'`,
    becomes: `if (stop.state === 'completed' && run.status === 'draft') return 'job_completed'`,
  },
  {
    name: 'an archived run is treated as a completed one',
    file: 'src/domain/exceptions.ts',
    text: `  if (run.status === 'archived') return 'run_archived'\n`,
    becomes: ``,
  },
  {
    name: 'a former driver is told what became of the stop',
    file: 'src/domain/exceptions.ts',
    text: `  if (actor.role !== 'ADMIN' && stop.driverID !== actor.userID) return 'job_foreign'\n  if (run.status === 'archived') return 'run_archived'\n  if (stop.state === 'cancelled') return 'job_removed'\n  if (stop.state === 'shifted') return stop.customerCancelled ? 'job_skipped' : 'job_shifted'\n`,
    becomes: `  if (run.status === 'archived') return 'run_archived'\n  if (stop.state === 'cancelled') return 'job_removed'\n  if (stop.state === 'shifted') return stop.customerCancelled ? 'job_skipped' : 'job_shifted'\n  if (actor.role !== 'ADMIN' && stop.driverID !== actor.userID) return 'job_foreign'\n`,
  },
  // What the office does itself.
  {
    name: 'a stop with an outcome can be shifted or removed',
    file: 'src/domain/stop-actions.ts',
    text: `const HAPPENED: readonly StopAction[] = ['edit', 'order', 'assign', 'record']`,
    becomes: `const HAPPENED: readonly StopAction[] = ['edit', 'order', 'assign', 'shift', 'remove', 'record']`,
  },
  {
    name: 'the office’s change of a stop is no new version',
    file: `${RUNS}/core/stops-commands.ts`,
    text: 'set({ ...change, version: sql`${jobs.version} + 1` })',
    becomes: 'set({ ...change })',
  },
  {
    name: 'a changed run is no new version',
    file: `${RUNS}/editing/edit-commands.ts`,
    text: `set({ ...texts, version: run.version + 1 })`,
    becomes: `set({ ...texts, version: run.version })`,
  },
  {
    name: 'a completed run is no new version',
    file: `${RUNS}/lifecycle/state-commands.ts`,
    text: `set({ ...change, status, version: run.version + 1 })`,
    becomes: `set({ ...change, status })`,
  },
]
