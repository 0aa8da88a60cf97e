/** A row that is not empty, with its number in the file. */
export interface BankRow {
  readonly line: number
  /** Trimmed, without empty cells at the end. */
  readonly cells: readonly string[]
}

/** Indexes of the columns. Either `amount`, or `debit` and `credit`. Stored as JSON. */
export interface BankColumns {
  readonly date: number
  readonly amount?: number
  /** Says whether the amount came in or went out: "DR", "Credit". */
  readonly sign?: number
  readonly debit?: number
  readonly credit?: number
  readonly text: readonly number[]
  readonly balance?: number
  /** BSB and number may be two columns. */
  readonly account?: readonly number[]
  readonly type?: number
}
