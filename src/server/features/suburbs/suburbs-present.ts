import type { Suburb } from '#contract/v1/suburbs.ts'
import { postcodeWarning } from '#domain/postcodes.ts'
import type { StateOfAustralia } from '#domain/words.ts'
import type { CountedSuburb } from './suburbs-reads.ts'

export function presentSuburb(row: CountedSuburb): Suburb {
  const state = row.state as StateOfAustralia
  const warning = postcodeWarning(row.postCode, state)
  return {
    suburbID: row.suburbID,
    label: row.label,
    postCode: row.postCode,
    state,
    weekNumber: row.weekNumber,
    customers: row.customers,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
    warnings: warning ? [warning] : [],
  }
}
