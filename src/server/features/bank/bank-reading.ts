import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type BankChoice, type BankFile, readBankRows } from '#domain/bank-layouts.ts'
import { BANK_LINES_MAX, type BankLines } from '#domain/bank-lines.ts'
import { otherBankFile } from '#domain/bank-other-files.ts'
import { isOfx, readOfx } from '#domain/ofx.ts'
import { namedDelimiter } from '#domain/separators.ts'
import { visible } from '#domain/texts.ts'
import type { Queryable } from '../../db/database.ts'
import { type bankFiles, bankLayouts } from '../../db/tables/bank.ts'
import { fileText, UnreadableText } from '../../files/file-text.ts'
import { readRows, UnreadableRows } from '../../files/read-rows.ts'
import { Refused } from '../../http/refused.ts'
import { inTurns } from '../../files/turns.ts'

type Layout = (typeof bankFiles.$inferSelect)['layout']

export type ReadFile =
  | ({ readonly kind: 'read'; readonly layout: Layout } & BankLines)
  | (Extract<BankFile, { kind: 'choose' }> & { readonly layoutHash: string })

/**
 * The lines of a bank file (OFX or CSV), or what the office has to choose first. Refuses a file that can't be read.
 * @param account the firm's, where the file does not name it
 * @param again whether the office wants to choose the columns although it chose them before
 */
export async function readBankFile(
  db: Queryable,
  bytes: Uint8Array,
  { account, again = false }: { readonly account: string; readonly again?: boolean },
): Promise<ReadFile> {
  const other = otherBankFile(Buffer.from(bytes.subarray(0, 1_000)).toString('latin1'))
  if (other !== null) unreadable(other)
  const text = textIn(bytes)
  if (isOfx(text)) {
    const read = readOfx(text, account)
    return read.kind === 'refused' ? unreadable(read.message) : { ...read, layout: 'ofx' }
  }
  const rows = await rowsIn(text)
  const read = await inTurns(readBankRows(rows, account))
  if (read.kind === 'refused') unreadable(read.message)
  if (read.kind === 'read') return read
  const layoutHash = sha256(read.signature)
  const choice = await rememberedChoice(db, layoutHash)
  if (choice !== null && again) {
    const { header, columns: guess } = choice
    return { ...read, message: 'Choose the columns of this file.', header, guess, layoutHash }
  }
  const chosen = choice === null ? read : await inTurns(readBankRows(rows, account, choice))
  if (chosen.kind === 'refused') unreadable(chosen.message)
  return chosen.kind === 'read' ? chosen : { ...chosen, layoutHash }
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

async function rememberedChoice(db: Queryable, layoutHash: string): Promise<BankChoice | null> {
  const [row] = await db.select().from(bankLayouts).where(eq(bankLayouts.layoutHash, layoutHash))
  if (!row) return null
  return { header: row.header, columns: row.columns, ...(row.dateFormat && { dateFormat: row.dateFormat }) }
}

function textIn(bytes: Uint8Array): string {
  try {
    return visible(fileText(bytes)).replace(/\r\n?/g, '\n')
  } catch (error) {
    if (error instanceof UnreadableText) unreadable(error.message)
    throw error
  }
}

/** A file with more lines is no statement, whatever its size. */
const LINES_MAX = 100_000

/** Empty rows are kept, because line numbers are those of the file. */
async function rowsIn(text: string): Promise<string[][]> {
  const named = namedDelimiter(text)
  // The empty line that is left of the naming one keeps the line numbers those of the file.
  const content = named ? text.slice(text.indexOf('\n')) : text
  try {
    const read = await readRows({
      text: content,
      ...(named !== null && { delimiter: named }),
      keepsBlank: true,
      bounds: { rows: LINES_MAX, lines: LINES_MAX },
    })
    const rows = Array.from({ length: (read.at(-1)?.place ?? -1) + 1 }, () => [''])
    for (const { place, cells } of read) rows[place] = [...cells]
    return rows
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    if (!(error instanceof UnreadableRows)) unreadable(error.message)
    if (error.report.why === 'quotes')
      unreadable(`Line ${(error.report.place ?? 0) + 1}: the quotation marks don’t match.`)
    unreadable(
      ['rows', 'lines'].includes(error.report.why)
        ? `This file has more than ${BANK_LINES_MAX} lines. Export a shorter range.`
        : error.message,
    )
  }
}

function unreadable(message: string): never {
  throw new Refused('csv_unreadable', { message })
}
