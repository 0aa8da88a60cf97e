import Papa from 'papaparse'
import { IMPORT_ROWS_MAX } from '#domain/import-rows.ts'
import { delimiterOf } from '#domain/separators.ts'
import { visible } from '#domain/texts.ts'
import { fileText, UnreadableText } from '../../files/file-text.ts'
import { Refused } from '../../http/refused.ts'

export interface CsvRow {
  /** As an editor shows it: the header is line 1, and line breaks within quotes count. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvFile {
  readonly headings: readonly string[]
  /** Without blank lines. */
  readonly rows: readonly CsvRow[]
}

/**
 * Parses a CSV file as spreadsheets write it: comma, semicolon, tab or pipe, quotes, any line break, UTF-8 or Windows-1252.
 * Line breaks in a cell become ` `. Refuses an unreadable file (`csv_unreadable`) with a sentence.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  const text = visible(textIn(bytes)).replace(/\r\n?/g, '\n')
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text), newline: '\n' })
  const [wrong] = errors
  const rows: CsvRow[] = []
  let line = 1
  for (const [place, cells] of data.entries()) {
    if (wrong?.row === place)
      unreadable(
        `Line ${line}: ${wrong.code === 'MissingQuotes' ? 'a quotation mark isn’t closed' : 'there’s text after a closing quotation mark'}.`,
      )
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells })
    line += 1 + cells.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
  }
  if (wrong) unreadable('Couldn’t read the quotation marks in this file.')
  const [header, ...lines] = rows
  if (!header) unreadable('This file is empty.')
  if (lines.length > IMPORT_ROWS_MAX)
    unreadable(`This file has ${lines.length} rows; at most ${IMPORT_ROWS_MAX} can be imported at once.`)
  return { headings: header.cells, rows: lines }
}

function textIn(bytes: Uint8Array): string {
  try {
    return fileText(bytes)
  } catch (error) {
    if (error instanceof UnreadableText) unreadable(error.message)
    throw error
  }
}

function unreadable(message: string): never {
  throw new Refused('csv_unreadable', { message })
}

function breaksIn(cell: string): number {
  let count = 0
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1
  return count
}
