import Papa from 'papaparse'
import type { Field } from './import-kinds.ts'
import type { ChosenFile } from './read-file.ts'

/** Cells that the office corrected on the page, by line and field. */
export type Corrections = ReadonlyMap<number, Readonly<Partial<Record<Field, string>>>>

export const NO_CORRECTIONS: Corrections = new Map()

export function withCorrection(
  corrections: Corrections,
  lines: readonly number[],
  field: Field,
  cell: string,
): Corrections {
  const after = new Map(corrections)
  for (const line of lines) after.set(line, { ...after.get(line), [field]: cell })
  return after
}

interface NumberedRow {
  /** As an editor shows it, and as the server counts. */
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows after the heading, blank ones too. */
export function numberedRows({ after, delimiter, firstLine }: ChosenFile): NumberedRow[] {
  let line = firstLine
  return Papa.parse<string[]>(after, { delimiter, newline: '\n', fastMode: false }).data.map((cells) => {
    const row = { line, cells }
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)
    return row
  })
}

/** The cells of the needed lines by field, for the boxes in which they are corrected. */
export function cellsOf(
  file: ChosenFile,
  chosen: readonly (Field | null)[],
  isNeeded: (line: number) => boolean,
): Map<number, Partial<Record<Field, string>>> {
  return new Map(
    numberedRows(file)
      .filter(({ line }) => isNeeded(line))
      .map(({ line, cells }) => [
        line,
        Object.fromEntries(chosen.flatMap((field, place) => (field === null ? [] : [[field, cells[place] ?? '']]))),
      ]),
  )
}

/** The fields in which a row was corrected although the file has no column for them. */
export function addedFields(chosen: readonly (Field | null)[], corrections: Corrections): Field[] {
  const fields = new Set([...corrections.values()].flatMap((cells) => Object.keys(cells) as Field[]))
  return [...fields].filter((field) => !chosen.includes(field))
}

/**
 * The text after the heading with these cells in place of the file's. Every row stays on its line.
 * @param added fields whose columns follow those of the file
 */
export function correctedRows(
  file: ChosenFile,
  chosen: readonly (Field | null)[],
  added: readonly Field[],
  cellFor: (line: number, field: Field, cell: string) => string,
): string {
  const rows = numberedRows(file).map(({ line, cells }) => {
    if (cells.every((cell) => cell.trim() === '')) return cells
    const own = chosen.map((field, place) => {
      const cell = cells[place] ?? ''
      return field === null ? cell : cellFor(line, field, cell)
    })
    // What stands beyond the last heading stays there, so that the server still refuses the row.
    return [...own, ...added.map((field) => cellFor(line, field, '')), ...cells.slice(chosen.length)]
  })
  return Papa.unparse(rows as string[][], { delimiter: file.delimiter, newline: '\n' })
}
