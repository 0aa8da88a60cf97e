import Papa from 'papaparse'
import { IMPORT_BYTES_MAX, workbookKind } from '#domain/import-rows.ts'
import { delimiterOf, namedDelimiter } from '#domain/separators.ts'

export const ROWS_SHOWN = 5

export interface ChosenFile {
  readonly name: string
  readonly headings: readonly string[]
  /** The first rows, shown to identify the columns. */
  readonly rows: readonly (readonly string[])[]
  readonly delimiter: string
  /** The text before the heading line and after it. */
  readonly before: string
  readonly after: string
  /** The line after the heading; a heading may have line breaks. */
  readonly firstLine: number
}

export type Unreadable = 'fileXlsx' | 'fileXls' | 'fileEmpty' | 'fileOneLine' | 'fileTooLarge' | 'fileUnreadable'

/** Reads as much of a file as is needed to match its columns; the server validates the lines. */
export async function readFile(file: File): Promise<ChosenFile | Unreadable> {
  try {
    const workbook = workbookKind(new Uint8Array(await file.slice(0, 8).arrayBuffer()))
    if (workbook !== null) return workbook === 'xlsx' ? 'fileXlsx' : 'fileXls'
    if (file.size > IMPORT_BYTES_MAX) return 'fileTooLarge'
    return fileOf(file.name, textOf(new Uint8Array(await file.arrayBuffer())))
  } catch {
    return 'fileUnreadable'
  }
}

function fileOf(name: string, text: string): ChosenFile | Unreadable {
  const named = namedDelimiter(text)
  const skipped = named === null ? '' : text.slice(0, text.indexOf('\n') + 1)
  const blank = /^\s*\n/.exec(text.slice(skipped.length))?.[0] ?? ''
  const content = text.slice(skipped.length + blank.length)
  const before = skipped + blank
  const delimiter = named ?? delimiterOf(content)
  // Papa's fast mode counts one line too many.
  const { data, meta } = Papa.parse<string[]>(content, { delimiter, newline: '\n', preview: 1, fastMode: false })
  const headings = data[0]
  if (headings === undefined || headings.every((heading) => heading.trim() === '')) return 'fileEmpty'
  const after = content.slice(meta.cursor)
  const { data: rows } = Papa.parse<string[]>(after, {
    delimiter,
    newline: '\n',
    preview: ROWS_SHOWN,
    skipEmptyLines: 'greedy',
  })
  return rows.length === 0
    ? 'fileOneLine'
    : {
        name,
        headings: headings.map((heading) => heading.trim()),
        rows,
        delimiter,
        before,
        after,
        firstLine: text.slice(0, text.length - after.length).split('\n').length,
      }
}

/**
 * The same file with the server's headings, and `-` over a column that is left out. The line numbers do not change.
 * @param sameForAll values for every line, by field: additional columns
 * @param rows the text after the heading, where cells were corrected
 */
export function withHeadings(
  { before, after, delimiter }: ChosenFile,
  names: readonly (string | null)[],
  sameForAll: readonly (readonly [string, string])[] = [],
  rows = after,
): Blob {
  const heading = [...names.map((name) => name ?? '-'), ...sameForAll.map(([name, value]) => `${name}=${value}`)]
  return new Blob([before, Papa.unparse([heading], { delimiter }), '\n', rows], { type: 'text/csv' })
}

/** Reads UTF-8, or what Excel writes: "Unicode text" in UTF-16, "CSV" in Windows-1252. */
function textOf(bytes: Uint8Array): string {
  const text = bytes[0] === 0xff && bytes[1] === 0xfe ? new TextDecoder('utf-16le').decode(bytes) : eightBit(bytes)
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/([^\n])$/, '$1\n')
}

function eightBit(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
