import type { ImportColumn } from '#domain/import-rows.ts'
import type { Database, Queryable } from '../../db/database.ts'
import type { Author } from '../../http/changes.ts'

/** A row of the file: the texts of its columns, without the empty ones. */
export interface ImportRow<Name extends string = string> {
  readonly line: number
  readonly cells: Readonly<Partial<Record<Name, string>>>
}

/** The result of validating a row; `error` is a sentence for the office. */
export type Verdict<Plan> =
  { readonly error: string } | { readonly unchanged: true } | { readonly plan: Plan; readonly creates: boolean }

/** The differences between the imports of each kind. */
export interface Importer<Plan, Name extends string = string> {
  readonly kind: 'suburbs' | 'customers' | 'invoices'
  readonly columns: Readonly<Record<Name, ImportColumn>>
  /** The person or thing a row describes, in words. */
  nameOf(row: ImportRow<Name>): string | null
  /** Whether a required column may be missing in the file, given the columns found. */
  mayMiss?(found: ReadonlySet<Name>): boolean
  /** Loads once the data that these rows are validated against. Rows are validated in order, each once. */
  load(db: Database, rows: readonly ImportRow<Name>[], now: Date): Promise<(row: ImportRow<Name>) => Verdict<Plan>>
  /** Called once before the first chunk. */
  prepare?(tx: Queryable, plans: readonly Plan[]): Promise<void>
  /** Moves what was prepared for a plan to the plan that replaces it. */
  replacePlan?(from: Plan, to: Plan): void
  /** Throws ChangedMeanwhile, or the database's unique violation, when the data no longer matches the validation. */
  write(tx: Queryable, author: Author, plans: readonly Plan[]): Promise<void>
}

/** Data that these rows were validated against has changed: they have to be validated again. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}
