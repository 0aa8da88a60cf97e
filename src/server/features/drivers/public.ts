export { openDetails } from './driver-private.ts'
export { driverByID, type DriverRow } from './drivers-reads.ts'
