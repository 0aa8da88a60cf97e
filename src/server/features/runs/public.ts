export { countingEvents } from './core/events-reads.ts'
export {
  staysOnDevices,
  lockRun,
  ofFigure,
  onTheRun,
  readableIDText,
  refIdText,
  type RunRow,
  shownToDriver,
  stillComing,
} from './core/runs-reads.ts'
export { chargesToComeOf } from './core/stop-money-reads.ts'
export { changeStops } from './core/stops-commands.ts'
export type { StopRow } from './core/stops-reads.ts'
export { touchStops } from './core/touch-stops-commands.ts'
export { statementSum } from './recording/read-event.ts'
export { leaveRuns } from './lifecycle/leave-runs-commands.ts'
export { DUE_COLUMNS, dueCustomer, notHeldBack } from './planning/due-reads.ts'
export { plannedCounts, weekName } from './planning/planned-reads.ts'
export { customerWeeks } from './schedules/customer-weeks-reads.ts'
export { renameSkip, skipStop, unskipStop } from './shifting/skip-commands.ts'
export { customersOfWeek, type WeekCustomer } from './planning/week-customers-reads.ts'
export { missingFromActiveRuns, takeUpInDrafts } from './planning/take-up-commands.ts'
