/** A phone's clock against ours (domain.md 5, Clocks). */

/** More than this off warns the driver and the office (offline.md, "Clock"). */
export const CLOCK_WARNING_MS = 10 * 60_000

/** Whether that clock is off by so much that driver and office are told. @param offset ms, either way */
export function clockIsOff(offset: number): boolean {
  return Math.abs(offset) > CLOCK_WARNING_MS
}

/** Milliseconds to add to what that phone calls now: positive when its clock is behind. 0 when either is no time. */
export function clockOffset(sentAt: string, receivedAt: Date): number {
  const offset = receivedAt.getTime() - Date.parse(sentAt)
  return Number.isNaN(offset) ? 0 : offset
}
