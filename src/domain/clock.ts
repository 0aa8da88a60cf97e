/** The device's clock compared with the server's (domain.md 5, Clocks). */

/** A larger offset warns the driver and the office (offline.md, "Clock"). */
export const CLOCK_WARNING_MS = 10 * 60_000

/** @param offset ms, either sign */
export function clockIsOff(offset: number): boolean {
  return Math.abs(offset) > CLOCK_WARNING_MS
}

/** Milliseconds to add to the device's time: positive when its clock is behind. */
export function clockOffset(sentAt: Date, receivedAt: Date): number {
  return receivedAt.getTime() - sentAt.getTime()
}

/** The server's time at a time of the device, where its clock is off. @param offset as of `clockOffset`; undefined: not known */
export function serverTime(at: Date, offset: number | undefined): Date {
  return offset !== undefined && clockIsOff(offset) ? new Date(at.getTime() + offset) : at
}
