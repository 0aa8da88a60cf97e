import type { Exception } from '#contract/v1/exceptions.ts'

/** One row of the list: a record, and the open ones of the same stop with it. */
export type ExceptionRow = Exception & { readonly records?: readonly Exception[] }

export const recordsOf = (row: ExceptionRow): readonly Exception[] => row.records ?? [row]

/** The open records of one stop are one row, in the order they came; a decided one stands for itself. */
export function byStop(events: readonly Exception[]): ExceptionRow[] {
  const rows = new Map<string, Exception[]>()
  for (const event of events) {
    const key = event.decision === 'open' && event.customerID !== null ? `stop ${event.assignmentID}` : event.eventID
    rows.set(key, [...(rows.get(key) ?? []), event])
  }
  return [...rows.values()].map((records) => ({ ...records[0]!, records }))
}
