export {
  calendarRowByID,
  calendarRows,
  calendarRowsWhere as calendarRowsAsked,
  calendarWeek,
  highestMonthOf,
  type StoredCalendarRow,
  lastCalendarDay,
} from './calendar-reads.ts'
export { cycleFacts, type CycleFacts } from './cycle-facts-reads.ts'
export { giveFirstDue } from './first-due-commands.ts'
export { type Facts, cachedFacts, readFacts, weeksToCome } from './cached-facts-reads.ts'
export { holidaysFrom, nextWorking, type WorkingDay, workingNow } from './working-days.ts'
