/** A phone's clock against ours (domain.md 5: "Devices' clocks are wrong"). */

/** More than this off warns the driver and the office (offline.md, "Clock"). */
export const CLOCK_WARNING_MS = 10 * 60_000

/** Milliseconds to add to what that phone calls now: positive when its clock is behind. 0 when either is no time. */
export function clockOffset(sentAt: string, receivedAt: Date): number {
  const offset = receivedAt.getTime() - Date.parse(sentAt)
  return Number.isNaN(offset) ? 0 : offset
}
