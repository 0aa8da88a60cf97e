import type { ImportColumn } from '#domain/import-rows.ts'
import type { Database, Queryable } from '../../db/database.ts'
import type { Author } from '../../http/changes.ts'

/** A line of the file: what stands in its columns, those that are left empty not among them. */
export interface ImportRow<Name extends string = string> {
  readonly line: number
  readonly cells: Readonly<Partial<Record<Name, string>>>
}

/** What a line would come to; `error` is a sentence for the office. */
export type Verdict<Plan> =
  { readonly error: string } | { readonly unchanged: true } | { readonly plan: Plan; readonly creates: boolean }

/** What differs between a file of suburbs and one of customers. */
export interface Importer<Plan, Name extends string = string> {
  readonly kind: 'suburbs' | 'customers'
  readonly columns: Readonly<Record<Name, ImportColumn>>
  /** Whom or what a line is about, for people. */
  nameOf(row: ImportRow<Name>): string | null
  /** Whether a needed column may be missing in the file, these being there. */
  mayMiss?(found: ReadonlySet<Name>): boolean
  /** Loads once what these lines are judged by. A line is judged after those before it, each once. */
  load(db: Database, rows: readonly ImportRow<Name>[], now: Date): Promise<(row: ImportRow<Name>) => Verdict<Plan>>
  /** Once before the first chunk. */
  prepare?(tx: Queryable, plans: readonly Plan[]): Promise<void>
  /** What was prepared for a plan goes to the one that takes its place. */
  handOver?(from: Plan, to: Plan): void
  /** Throws ChangedMeanwhile, or the database's own words about a key, when it is no longer as it was judged. */
  write(tx: Queryable, author: Author, plans: readonly Plan[]): Promise<void>
}

/** Something these lines were judged by is another now: they have to be judged anew. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}
