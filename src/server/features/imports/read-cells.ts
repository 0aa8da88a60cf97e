import type * as z from 'zod/mini'
import { fieldsOf } from '#contract/problem.ts'
import { type CellValue, cellText, readCell, saysNothing } from '#domain/import-cells.ts'
import { type ImportColumn, quoted } from '#domain/import-rows.ts'
import { isShortened, SHORTENED } from '#domain/typed-numbers.ts'
import { Refused } from '../../http/refused.ts'
import type { ImportRow } from './importer.ts'

/** The faults of a row by column, and all of them as one sentence. */
export class Faults {
  readonly #columns: Readonly<Record<string, ImportColumn>>
  readonly #cells: Readonly<Partial<Record<string, string>>>
  readonly #found = new Map<string, string>()
  readonly #warnings: string[] = []
  #question: string | null = null

  /** @param cells the row's texts, which are quoted with their faults */
  constructor(columns: Readonly<Record<string, ImportColumn>>, cells: Readonly<Partial<Record<string, string>>> = {}) {
    this.#columns = columns
    this.#cells = cells
  }

  get any(): boolean {
    return this.#found.size > 0
  }

  has(column: string): boolean {
    return this.#found.has(column)
  }

  add(column: string, sentence: string): void {
    if (!this.#found.has(column)) this.#found.set(column, sentence)
  }

  expected(column: string): void {
    if (isShortened(this.#cells[column] ?? '')) this.add(column, SHORTENED)
    this.add(column, `use ${this.#columns[column]?.expects ?? 'something else'}`)
  }

  /**
   * The row's values, checked by the same schema as manual input.
   * @param columnOf a field's column, where its name differs
   */
  check<Shape extends z.ZodMiniType>(
    shape: Shape,
    input: Record<string, unknown>,
    columnOf: (field: string) => string = (field) => field,
  ): z.output<Shape> | null {
    const checked = shape.safeParse(input, { reportInput: true })
    if (checked.success) return checked.data
    for (const [field, sentence] of Object.entries(fieldsOf(checked.error.issues))) {
      const column = columnOf(field)
      if (sentence === VAGUE) this.expected(column)
      else this.add(column, sentence)
    }
    return null
  }

  /** Runs a business rule and reports its refusals of fields by column. */
  rule<Value>(work: () => Value, columnOf: (field: string) => string = (field) => field): Value | null {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Refused) || !error.details.fields) throw error
      for (const [field, sentence] of Object.entries(error.details.fields)) this.add(columnOf(field), sentence)
      return null
    }
  }

  #shown(column: string): string {
    const cell = this.#cells[column]
    return cell ? ` ${quoted(cell)}` : ''
  }

  /** Something that the office should know of a row that is imported. */
  warn(column: string, sentence: string): void {
    this.#warnings.push(`${column}${this.#shown(column)}: ${sentence}`)
  }

  /** Null: there are no warnings. */
  get warning(): string | null {
    return this.#warnings.length === 0 ? null : this.#warnings.join('; ')
  }

  /** Something that the office has to confirm before the row is imported; the first one counts. */
  ask(column: string, sentence: string): void {
    this.#question ??= this.question(column, sentence)
  }

  get asked(): string | null {
    return this.#question
  }

  /** A question about the row, written like its faults. */
  question(column: string, sentence: string): string {
    return `${column}${this.#shown(column)}: ${sentence}`
  }

  /** @param without columns to leave out */
  toString(without: readonly string[] = []): string {
    return [...this.#found]
      .filter(([column]) => !without.includes(column))
      .map(([column, sentence]) => `${column}${this.#shown(column)}: ${sentence}`)
      .join('; ')
  }
}

const VAGUE = 'This field is not valid'

/** The cells as values; one that can't be parsed is a fault and left out, and so is one that says "n/a". */
export function valuesOf<Name extends string>(
  columns: Readonly<Record<Name, ImportColumn>>,
  { cells }: ImportRow<Name>,
  faults: Faults,
): Partial<Record<Name, CellValue>> {
  const values: Partial<Record<Name, CellValue>> = {}
  for (const name of Object.keys(cells) as Name[]) {
    const cell = cellText(cells[name] ?? '')
    const isChoice = Array.isArray(columns[name].kind)
    if (cell === '' || (!columns[name].needed && !isChoice && saysNothing(cell))) continue
    const value = readCell(columns[name], cell)
    if (value === null) faults.expected(name)
    else values[name] = value
  }
  return values
}
