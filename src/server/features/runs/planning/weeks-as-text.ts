import { type SQL, sql } from 'drizzle-orm'
import type { OpenStop } from '#domain/due.ts'
import { jobs, type noPickups, type pickupRequests, runs } from '../../../db/tables/runs.ts'

/**
 * The weeks of a customer's rows as one text, "2026 11 2,2026 11 3", by which customers with the same weeks are
 * grouped.
 */
export const weeksAsText = ({ yearNumber, monthNumber, weekNumber }: typeof noPickups | typeof pickupRequests) =>
  sql<string>`string_agg(concat_ws(' ', ${yearNumber}, ${monthNumber}, ${weekNumber}), ',' order by ${yearNumber}, ${monthNumber}, ${weekNumber})`

/** The same for stops joined to their runs, each with its outcome if it has one. */
export const stopsAsText: SQL<string> = sql`string_agg(concat_ws(' ', ${runs.yearNumber}, ${runs.monthNumber}, ${runs.weekNumber}, ${jobs.outcome}), ',' order by ${runs.runOrderID})`

/** Parses either text; weeks become stops without an outcome. */
export function stopsIn(text: string): OpenStop[] {
  if (text === '') return []
  return text.split(',').map((stop) => {
    const [year, month, week, outcome] = stop.split(' ')
    const ref = { yearNumber: Number(year), monthNumber: Number(month), weekNumber: Number(week) }
    return { ...ref, outcome: (outcome ?? null) as OpenStop['outcome'] }
  })
}
