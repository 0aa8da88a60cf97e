import type { Exception } from '#contract/v1/exceptions.ts'

/** One row of the list: a record, with the other open records of the same stop. */
export type ExceptionRow = Exception & { readonly records?: readonly Exception[] }

export const recordsOf = (row: ExceptionRow): readonly Exception[] => row.records ?? [row]

/** Groups the open records of a stop into one row, in the order they arrived; a decided record is a row of its own. */
export function byStop(events: readonly Exception[]): ExceptionRow[] {
  const rows = new Map<string, Exception[]>()
  for (const event of events) {
    const key = event.decision === 'open' && event.customerID !== null ? `stop ${event.assignmentID}` : event.eventID
    rows.set(key, [...(rows.get(key) ?? []), event])
  }
  return [...rows.values()].map((records) => ({ ...records[0]!, records }))
}
