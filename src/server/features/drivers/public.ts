export { openDetails } from './driver-private.ts'
export { driverByID, type DriverRow, homeOf } from './drivers-reads.ts'
