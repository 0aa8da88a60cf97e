import { dayOf, formatDay } from '#domain/dates.ts'
import type { Column } from '#client/ui/office/data-table.tsx'

/** The optional column with the day a record was added. @param timeZone the business's */
export const createdAtColumn = <Row extends { readonly createdAt: string }>(
  title: string,
  timeZone: string,
): Column<Row> => ({
  id: 'createdAt',
  title,
  sort: 'createdAt',
  optional: true,
  cell: ({ createdAt }) => formatDay(dayOf(new Date(createdAt), timeZone)),
  csv: ({ createdAt }) => dayOf(new Date(createdAt), timeZone),
})
