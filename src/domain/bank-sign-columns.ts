import type { BankColumns } from './bank-rows.ts'
import { widthOf } from './bank-lines.ts'
import type { Way } from './bank-amounts.ts'
import { letterWays, markedWay, type SaidWay, UNSAID_WAY, wayInWords } from './bank-signs.ts'
import { quoted } from './import-rows.ts'

/**
 * What the fields beside the amount say of each row: whether its money came in or went out; null: nothing. A sentence:
 * they say it unclearly, or contradict each other. A column that holds nothing but such words counts although nobody
 * chose it, because without it money out would be taken for a payment.
 */
export function saidWays(
  rows: readonly (readonly string[])[],
  columns: Omit<Partial<BankColumns>, 'text'> & { readonly text?: readonly number[] },
): (SaidWay | string | null)[] {
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
    const said = readers.map((reader) => reader(place)).filter((one) => one !== null)
    const unclear = said.find((one) => typeof one === 'string')
    if (unclear !== undefined) return unclear
    const clear = said.filter((one) => typeof one !== 'string')
    const firm = clear.find((one) => one.firm)
    const other = firm && clear.find((one) => one.firm && one.way !== firm.way)
    if (firm && other) return `${quoted(firm.words)} contradicts ${quoted(other.words)}.`
    return firm ?? clear[0] ?? null
  })
}

type Reader = (place: number) => SaidWay | string | null

/** Reads one column. */
function readerOf(cells: readonly string[], use: { chosen: boolean; text: boolean; type: boolean }): Reader {
  const filled = cells.filter((cell) => cell !== '')
  // A letter in one of many texts is a part of it.
  const letters = use.text && filled.length < cells.length ? null : lettersOf(filled, use.chosen)
  const whole = (cell: string): Way | null =>
    letters?.get(cell.toUpperCase()) ?? markedWay(cell) ?? (use.chosen ? wayInWords(cell) : null)
  const isSign =
    use.chosen || letters !== null || (!use.text && filled.length > 0 && filled.every((cell) => whole(cell) !== null))
  // Where only debits are marked, the others are money in; where credits are, nothing says what the others are.
  const marksCredits = isSign && filled.some((cell) => whole(cell) === 1)
  return (place) => {
    const cell = cells[place] ?? ''
    if (cell === '') return marksCredits ? UNSAID_WAY : null
    const way = whole(cell)
    // CR in a column that nobody chose may belong to the balance.
    if (way !== null) return { way, words: cell, firm: use.chosen || (use.type ? isSign : way === -1) }
    if (isSign) return `${quoted(cell)} doesn’t say whether the money came in or went out.`
    const inWords = use.text ? null : wayInWords(cell)
    return inWords === null ? null : { way: inWords, words: cell, firm: false }
  }
}

/** The meanings of a column of single letters; null: it is none. A column of dashes alone is an empty one. */
function lettersOf(filled: readonly string[], chosen: boolean): ReadonlyMap<string, Way | null> | null {
  if (filled.length === 0) return null
  const ways = letterWays(filled)
  if (!filled.every((cell) => ways.has(cell.toUpperCase()))) return null
  return chosen || filled.some((cell) => cell !== '-') ? ways : null
}

/** Whether every cell that is not empty says, by itself, whether the money came in or went out. */
export function isSignColumn(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '')
  // A dash in every row may be a sign or nothing: a person is asked.
  const letters = lettersOf(filled, filled.length === cells.length)
  return filled.length > 0 && (letters !== null || filled.every((cell) => markedWay(cell) !== null))
}

/** Whether every cell names a kind of transaction that is always money in, or always money out. */
export const isKindColumn = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => (markedWay(cell) ?? wayInWords(cell)) !== null)
