import { createReadStream } from 'node:fs'
import type { Column, TableFile } from './address-tables.ts'

/** Characters; a longer line is no row of a table, and is not kept in memory. */
const LINE_MOST = 100_000

export interface Counts {
  /** Lines that have more or fewer cells than the headings, or a number that is none. */
  broken: number
}

export type Cells = (column: Column) => string

/** A cell to keep: without a copy it would hold the whole chunk of the file in memory that it is a slice of. */
export const copied = (cell: string): string => Buffer.from(cell).toString()

/**
 * Reads a table line by line, whatever its size. `take` gets each row that is not retired, as its cells by their
 * headings, and answers false to a row it can't read.
 * @param onBytes number of bytes read since the last call
 */
export async function eachRow(
  { file, headings }: TableFile,
  counts: Counts,
  onBytes: (more: number) => void,
  take: (cells: Cells) => boolean,
): Promise<void> {
  const at = new Map(headings.map((heading, index) => [heading, index]))
  let row: readonly string[] = []
  const cells: Cells = (column) => row[at.get(column)!]!
  let isHeading = true
  const line = (text: string) => {
    if (isHeading) return void (isHeading = false)
    const trimmed = text.endsWith('\r') ? text.slice(0, -1) : text
    if (trimmed === '') return
    row = trimmed.split('|')
    if (row.length !== headings.length) counts.broken += 1
    else if (cells('DATE_RETIRED') === '' && !take(cells)) counts.broken += 1
  }
  let rest = ''
  let isTooLong = false
  const stream = createReadStream(file, 'utf8')
  let bytes = 0
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop()!
    for (const each of lines) {
      if (!isTooLong) line(each)
      isTooLong = false
    }
    if (rest.length > LINE_MOST) {
      if (!isTooLong) counts.broken += 1
      isTooLong = true
      rest = ''
    }
    onBytes(stream.bytesRead - bytes)
    bytes = stream.bytesRead
  }
  if (rest !== '' && !isTooLong) line(rest)
}
