import type { Day } from '#domain/dates.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** The day by the device's own clock and time zone, as the times on its screens. */
export const localDay = (at: Date): Day => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
