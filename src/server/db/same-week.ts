import { and, type Column, eq, type SQL } from 'drizzle-orm'

interface Week<Of> {
  readonly yearNumber: Of
  readonly monthNumber: Of
  readonly weekNumber: Of
}

/** The condition that a row is of this week, which is given or is that of another table's row. */
export const sameWeek = (table: Week<Column>, week: Week<number> | Week<Column>): SQL | undefined =>
  and(
    eq(table.yearNumber, week.yearNumber),
    eq(table.monthNumber, week.monthNumber),
    eq(table.weekNumber, week.weekNumber),
  )
