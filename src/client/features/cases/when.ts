import { dayOf, formatDay } from '#domain/dates.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** `10/11/2026, 8:05 am` in the business's time zone, whatever this device's is. */
export function showWhen(instant: string, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-AU', { timeZone, hour: 'numeric', minute: '2-digit' })
  clocks.set(timeZone, clock)
  const at = new Date(instant)
  // Some browsers put a narrow space before am, which tests and screen readers read differently.
  return `${formatDay(dayOf(at, timeZone))}, ${clock.format(at).replace(/\s/g, ' ')}`
}

/** The last day on which an answer can be disagreed with. @param until the first instant that is too late */
export const lastDayBefore = (until: string, timeZone: string): string =>
  formatDay(dayOf(new Date(Date.parse(until) - 1), timeZone))
