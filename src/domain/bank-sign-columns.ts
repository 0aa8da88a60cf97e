import type { BankColumns } from './bank-rows.ts'
import { widthOf } from './bank-lines.ts'
import type { Way } from './bank-amounts.ts'
import { letterWays, markedWay, type StatedWay, UNSAID_WAY, wayInWords } from './bank-signs.ts'
import { quoted } from './import-rows.ts'

/**
 * Reads from the fields beside the amount whether each row's money came in or went out. Every column that has no other
 * use is read, even if the office did not choose it as the column of the sign: if a column of DR and CR were ignored,
 * money out would be booked as a customer's payment.
 * @returns for each row its way; null if no field says it; a sentence for people if a field is unclear or two fields
 * contradict each other
 */
export function saidWays(
  rows: readonly (readonly string[])[],
  columns: Omit<Partial<BankColumns>, 'text'> & { readonly text?: readonly number[] },
): (StatedWay | string | null)[] {
  const { date, amount, debit, credit, balance, account = [], text = [], sign, type } = columns
  const used = new Set([date, amount, debit, credit, balance, ...account])
  const width = widthOf(rows)
  const readers = Array.from({ length: width }, (_, at) => at)
    .filter((at) => !used.has(at))
    .map((at) => {
      const cells = rows.map((row) => row[at] ?? '')
      return readerOf(cells, { chosen: at === sign, text: text.includes(at), type: at === type })
    })
  return rows.map((_, place) => {
    const readings = readers.map((reader) => reader(place)).filter((one) => one !== null)
    const unclear = readings.find((one) => typeof one === 'string')
    if (unclear !== undefined) return unclear
    const clear = readings.filter((one) => typeof one !== 'string')
    const firm = clear.find((one) => one.firm)
    const other = firm && clear.find((one) => one.firm && one.way !== firm.way)
    if (firm && other) return `${quoted(firm.words)} contradicts ${quoted(other.words)}.`
    return firm ?? clear[0] ?? null
  })
}

type Reader = (place: number) => StatedWay | string | null

/**
 * Decides once from all cells of a column what it is, and returns what one row's cell says. A column is a sign column if
 * a person chose it, or if every filled cell says in or out by itself; then a cell that says nothing is reported. In any
 * other column only cells with a clear mark or with the bank's name for a kind of transaction count.
 */
function readerOf(cells: readonly string[], use: { chosen: boolean; text: boolean; type: boolean }): Reader {
  const filled = cells.filter((cell) => cell !== '')
  // In a text column with empty cells a single letter is part of a text, not a sign.
  const letters = use.text && filled.length < cells.length ? null : lettersOf(filled, use.chosen)
  const whole = (cell: string): Way | null =>
    letters?.get(cell.toUpperCase()) ?? markedWay(cell) ?? (use.chosen ? wayInWords(cell) : null)
  const isSign =
    use.chosen || letters !== null || (!use.text && filled.length > 0 && filled.every((cell) => whole(cell) !== null))
  // An empty cell in a column that marks only debits means money in. In a column that marks credits it means neither.
  const marksCredits = isSign && filled.some((cell) => whole(cell) === 1)
  return (place) => {
    const cell = cells[place] ?? ''
    if (cell === '') return marksCredits ? UNSAID_WAY : null
    const way = whole(cell)
    // A "CR" may be the sign of the balance, so it counts less in a column that the office did not choose as the sign.
    if (way !== null) return { way, words: cell, firm: use.chosen || (use.type ? isSign : way === -1) }
    if (isSign) return `${quoted(cell)} doesn’t say whether the money came in or went out.`
    const inWords = use.text ? null : wayInWords(cell)
    return inWords === null ? null : { way: inWords, words: cell, firm: false }
  }
}

/**
 * What each letter means in a column that holds only letters such as D, C, + and -. Null if the column holds anything
 * else, or only dashes, because many programs write a dash for "empty".
 */
function lettersOf(filled: readonly string[], chosen: boolean): ReadonlyMap<string, Way | null> | null {
  if (filled.length === 0) return null
  const ways = letterWays(filled)
  if (!filled.every((cell) => ways.has(cell.toUpperCase()))) return null
  return chosen || filled.some((cell) => cell !== '-') ? ways : null
}

/** Whether every cell that is not empty says, by itself, whether the money came in or went out. */
export function isSignColumn(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  // Dashes in every row may be signs or mean "empty", so the column is offered and a person decides.
  const letters = lettersOf(filled, filled.length === cells.length)
  return filled.length > 0 && (letters !== null || filled.every((cell) => markedWay(cell) !== null))
}

/** Whether every cell names a kind of transaction that is always money in, or always money out. */
export const isKindColumn = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => (markedWay(cell) ?? wayInWords(cell)) !== null)
