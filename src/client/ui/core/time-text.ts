const two = (number: number) => String(number).padStart(2, '0')

// Times are written without Intl, because a slow phone takes up to 80 ms to create its first formatter.

/** `10:42` in the device's time zone, as on the driver's own watch. */
export function formatTime(instant: string | Date): string {
  const at = new Date(instant)
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** An instant in a CSV file, "2026-11-28 14:03": spreadsheets read it as a time, and the clock is the screen's. */
export function timeInFile(instant: string | Date): string {
  const at = new Date(instant)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${formatTime(at)}`
}

/** `16/11/2026 10:42` in the device's time zone. */
export function formatDayAndTime(instant: string | Date): string {
  const at = new Date(instant)
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()} ${formatTime(at)}`
}
