import type { ImportColumn } from '#domain/import-rows.ts'
import type { Cents } from '#domain/money.ts'
import type { Database, Queryable } from '../../db/database.ts'
import type { Author } from '../../http/changes.ts'

/** The texts of a row by column, without empty ones. */
export interface ImportRow<Name extends string = string> {
  readonly line: number
  readonly cells: Readonly<Partial<Record<Name, string>>>
}

/** The result of checking a row; `error` and `question` are sentences for the office. Only a plan is written. */
export type Verdict<Plan> =
  | { readonly error: string }
  | { readonly question: string }
  | { readonly unchanged: true }
  | { readonly plan: Plan; readonly creates: boolean; readonly warning?: string | null }

export interface ImportMoney {
  readonly debts: readonly Cents[]
  readonly credits: readonly Cents[]
  readonly prepaid: number
  readonly prices: number
}

export interface Importer<Plan, Name extends string = string> {
  readonly kind: 'suburbs' | 'customers' | 'invoices'
  readonly columns: Readonly<Record<Name, ImportColumn>>
  /** The person or thing that a row describes, in words. */
  nameOf(row: ImportRow<Name>): string | null
  /** Whether a required column may be missing in the file, given the columns found. */
  mayMiss?(found: ReadonlySet<Name>): boolean
  /** Loads the data that these rows are checked against. Rows are checked in order, each once. */
  load(db: Database, rows: readonly ImportRow<Name>[], now: Date): Promise<(row: ImportRow<Name>) => Verdict<Plan>>
  /** Columns that book money. */
  readonly moneyColumns?: readonly Name[]
  /** What writing these plans books. */
  moneyOf?(plans: readonly Plan[]): ImportMoney
  /** How many customers writing these plans moves to another week with their suburb. */
  movesOf?(plans: readonly Plan[]): number
  /** What is odd about these plans beside each other and what is stored, in sentences for the office. */
  doubtsOf?(db: Database, plans: readonly Plan[]): Promise<ReadonlyMap<Plan, string>>
  /** It is called once before the first chunk. */
  prepare?(tx: Queryable, plans: readonly Plan[]): Promise<void>
  /** Moves what was prepared for a plan to the plan that replaces it. */
  replacePlan?(from: Plan, to: Plan): void
  /** Throws ChangedMeanwhile, or the database's unique violation, when the data no longer matches the check. */
  write(tx: Queryable, author: Author, plans: readonly Plan[]): Promise<void>
}

/** The data that these rows were checked against has changed, so they have to be checked again. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}
