import type { TextBreak } from './break.ts'

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
  // Money.
  {
    name: 'completing a run makes nothing payable',
    file: `${RUNS}/lifecycle/state-plans.ts`,
    text: `eq(incomes.status, 'pending'))`,
    becomes: `eq(incomes.status, 'payable'))`,
  },
  // The conflict table.
  // What the office does itself.
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
