import Papa from 'papaparse'
import { IMPORT_ROWS_MAX, workbookKind, workbookWords } from '#domain/import-rows.ts'
import { isKeepable, visible } from '#domain/texts.ts'
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
 * Parses a CSV file as written by spreadsheets: comma, semicolon or tab, quotes, any line break, UTF-8 or Windows-1252.
 * Line breaks within a cell become `
 * `. Refuses an unreadable file (`csv_unreadable`) with a sentence.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  const text = visible(textOf(bytes)).replace(/\r\n?/g, '\n')
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

function unreadable(message: string): never {
  throw new Refused('csv_unreadable', { message })
}

function breaksIn(cell: string): number {
  let count = 0
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1
  return count
}

/** The most frequent separator in the first line, outside quotes. */
function delimiterOf(text: string): string {
  const counts = new Map([
    [',', 0],
    [';', 0],
    ['\t', 0],
  ])
  let quoted = false
  for (const character of text.trimStart()) {
    if (character === '"') quoted = !quoted
    else if (character === '\n' && !quoted) break
    else if (!quoted && counts.has(character)) counts.set(character, counts.get(character)! + 1)
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** UTF-8; else Windows-1252, in which Excel saves "CSV", unless that gives no text either. */
function textOf(bytes: Uint8Array): string {
  const workbook = workbookKind(bytes)
  if (workbook !== null) unreadable(workbookWords[workbook])
  if (bytes.includes(0)) unreadable('This file isn’t saved as UTF-8. In Excel: Save as, “CSV UTF-8”.')
  try {
    return keepable(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof Refused) throw error
    const isMarkedUtf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    const text = fromWindows1252(bytes)
    if (isMarkedUtf8 || /[\u0080-\u009f]/.test(text))
      unreadable('This file has characters that aren’t valid UTF-8. In Excel: Save as, “CSV UTF-8”.')
    return text
  }
}

/** 0x80 to 0x9f, where it differs from Latin-1. Node's own decoder treats the two as the same (20.x). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function fromWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!)
}

function keepable(text: string): string {
  if (!isKeepable(text)) unreadable('This file has characters that can’t be used. In Excel: Save as, “CSV UTF-8”.')
  return text
}
