import { addDays, type Day } from './dates.ts'

/**
 * Until when a customer puts the bag out (domain.md 17): a time on the first day of the collection week, or on the day
 * before. It is not a weekday, because a week that was moved begins on another one.
 */

export const PUT_OUT_DAYS = ['FIRST', 'BEFORE'] as const

export const DEFAULT_PUT_OUT = 'FIRST 06:00'

/** Whether `collection.putOut` may have this value: "FIRST 06:00", "BEFORE 18:00". */
export function isPutOut(text: string): boolean {
  return /^(FIRST|BEFORE) ([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** @returns the day, and the time there, "HH:MM" */
export function putOutBy({ from }: { from: Day }, putOut: string): { day: Day; time: string } {
  const [day, time = '06:00'] = putOut.split(' ')
  return { day: day === 'BEFORE' ? addDays(from, -1) : from, time }
}

/** Whether that moment has come. @param now the business's day and time, "HH:MM" */
export function isPutOutOver(putOut: { day: Day; time: string }, now: { day: Day; time: string }): boolean {
  return `${putOut.day} ${putOut.time}` <= `${now.day} ${now.time}`
}
