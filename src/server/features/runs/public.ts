/** What other features may use (architecture.md, "The server's features"). */

export { countingEvents } from './core/events-reads.ts'
export {
  keptByDevices,
  lockRun,
  onTheRun,
  readableIDText,
  refIdText,
  type RunRow,
  shownToDriver,
  weekIs,
} from './core/runs-reads.ts'
export { touchStops } from './core/touch-stops-commands.ts'
export { leaveRuns } from './lifecycle/leave-runs-commands.ts'
export { dueCustomer } from './planning/due-reads.ts'
export { plannedCounts, weekName } from './planning/planned-reads.ts'
