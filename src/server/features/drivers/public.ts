/** What other features may use (architecture.md, "The server's features"). */

export { openDetails } from './driver-private.ts'
export { driverByID, type DriverRow } from './drivers-reads.ts'
