import { IMPORT_ROWS_MAX, workbookKind, workbookWords } from '#domain/import-rows.ts'
import { namedDelimiter } from '#domain/separators.ts'
import { UnreadableText } from '../../files/file-text.ts'
import { type FileRow, readRows } from '../../files/read-rows.ts'
import { Refused } from '../../http/refused.ts'

/** `line` is as an editor shows it: the header is line 1, and line breaks within quotes count. */
export type CsvRow = Pick<FileRow, 'line' | 'cells'>

export interface CsvFile {
  readonly headings: readonly string[]
  /** Without blank lines. */
  readonly rows: readonly CsvRow[]
}

/** The lines of an Excel sheet: it saves all of them when one of its columns is formatted to the end. */
const LINES_MAX = 1_048_576

/**
 * Parses a CSV file as spreadsheets write it: comma, semicolon, tab or pipe, quotes, any line break, UTF-8 or Windows-1252.
 * Refuses an unreadable file (`csv_unreadable`) with a sentence.
 */
export async function readCsv(bytes: Uint8Array): Promise<CsvFile> {
  const workbook = workbookKind(bytes)
  if (workbook !== null) unreadable(workbookWords[workbook])
  const named = delimiterNamed(bytes)
  const read = await rowsIn(bytes, named)
  const [header, ...rows] = named === null ? read : read.slice(1)
  if (!header) unreadable('This file is empty.')
  return { headings: header.cells, rows }
}

/** The separator that a first line "sep=;" names. */
function delimiterNamed(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('utf8')
  return namedDelimiter(start.replace(/\r\n?/g, '\n'))
}

async function rowsIn(bytes: Uint8Array, delimiter: string | null): Promise<FileRow[]> {
  const bounds = { rows: IMPORT_ROWS_MAX + 1 + (delimiter === null ? 0 : 1), lines: LINES_MAX }
  try {
    return await readRows({ bytes, ...(delimiter !== null && { delimiter }), bounds })
  } catch (error) {
    if (error instanceof UnreadableText) unreadable(error.message)
    throw error
  }
}

function unreadable(message: string): never {
  throw new Refused('csv_unreadable', { message })
}
