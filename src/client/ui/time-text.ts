// Made when first asked for: a slow phone takes 20 ms for each, and its first screen may show no time at all.
const once = (options: Intl.DateTimeFormatOptions) => {
  let made: Intl.DateTimeFormat | null = null
  return () => (made ??= new Intl.DateTimeFormat('en-AU', { ...options, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }))
}
const time = once({})
const dayAndTime = once({ day: '2-digit', month: '2-digit', year: 'numeric' })

/** `10:42` by the clock of the device in hand: what the driver's own watch shows. */
export function formatTime(instant: string | Date): string {
  return time().format(new Date(instant))
}

/** `16/11/2026 10:42` by the clock of the device in hand. */
export function formatDayAndTime(instant: string | Date): string {
  const part = Object.fromEntries(dayAndTime().formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return `${part['day']}/${part['month']}/${part['year']} ${part['hour']}:${part['minute']}`
}
