import type { ListedReminder } from '#contract/v1/reminders.ts'
import type { Day } from '#domain/dates.ts'
import { runInWords } from '#domain/run-name.ts'

type Named = Pick<ListedReminder, 'readableID' | 'monthNumber' | 'weekNumber' | 'fromDate' | 'toDate'>

/**
 * A reminder is named by its week as a run is: "Week 2, November · 9-15 Nov", of a further one of that week "· 2" after
 * it. @param today '' for a file, which names the year
 */
export const reminderInWords = ({ fromDate, toDate, ...reminder }: Named, today: Day): string =>
  fromDate === null || toDate === null ? reminder.readableID : runInWords({ ...reminder, fromDate, toDate }, today)
