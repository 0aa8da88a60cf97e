import { createTransaction } from '#contract/v1/transactions.ts'
import { columnsOf, headingOf, IMPORT_MESSAGES_MAX } from '#domain/import-rows.ts'
import { newID } from '#domain/identifiers.ts'
import { type Cents, toDollars } from '#domain/money.ts'
import type { Database } from '../../db/database.ts'
import { foreignKeyViolation, uniqueViolation } from '../../db/errors.ts'
import type { ImportOutcome } from '../../db/tables/import-outcome.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Author } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { type Actor, requireScope } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { takeTurns } from '../../files/turns.ts'
import { type CsvFile, readCsv } from './csv-file.ts'
import { beginImport, breakOffImport, endImport, seeImport } from './import-diary.ts'
import { hashOf, resultOf } from './same-import.ts'
import { ChangedMeanwhile, type Importer, type ImportMoney, type ImportRow, type Verdict } from './importer.ts'

/**
 * Target duration of one transaction, ms: the embedded database has a single connection, and all other requests wait.
 */
const CHUNK_MS = 80
const [FEWEST, FIRST, MOST] = [20, 100, 1_000]
const ATTEMPTS = 3

export interface ImportOrder {
  readonly importID?: string | undefined
  readonly dryRun?: boolean | undefined
  readonly skipErrors?: boolean | undefined
}

interface Judged<Plan> {
  readonly row: UnreadRow
  verdict: Verdict<Plan>
}

type ImportAuthor = Author & {
  readonly actor: Pick<Actor, 'scopes'>
  readonly database: Database
  readonly bytes: Uint8Array | null
}

/**
 * Imports a CSV file. All rows are checked first, then the valid ones are written in short transactions. With an
 * invalid or doubtful row and no `skipErrors`, nothing is written. After an interruption, importing the same file again
 * continues. The same request again, while the first runs, gets its result.
 */
export async function runImport<Plan>(
  { clock }: Pick<Dependencies, 'clock'>,
  importer: Importer<Plan>,
  author: ImportAuthor,
  order: ImportOrder,
): Promise<ImportOutcome> {
  const { database, now } = author
  const bytes = author.bytes ?? new Uint8Array()
  const rows = await rowsOf(importer, await readCsv(bytes))
  if (rows.some(({ cells }) => importer.moneyColumns?.some((name) => cells[name] !== undefined)))
    requireScope(author.actor, createTransaction)
  const { dryRun = false, skipErrors = false } = order
  const orderHash = hashOf([author.actor.userID, importer.kind, dryRun, skipErrors], bytes)
  const begun = { importID: order.importID ?? newID(), kind: importer.kind, dryRun, rows: rows.length, orderHash }
  for (;;) {
    const first = await beginImport(database, author, begun, clock.now())
    if (first === null) break
    const result = await resultOf(database, first, { clock })
    if (result !== null) return result
  }
  try {
    const judged = await judge(importer, database, rows, now)
    const doubts = (await importer.doubtsOf?.(database, plansOf(judged))) ?? new Map<Plan, string>()
    const bad = judged.some(({ verdict }) => isHeldBack(verdict))
    const written = !dryRun && (!bad || skipErrors)
    if (written) await write(importer, author, judged, (done) => seeImport(database, begun.importID, done, clock.now()))
    const result = await outcomeOf(importer, judged, { written, doubts })
    await endImport(database, author, begun, result, clock.now())
    return result
  } catch (error) {
    // If this fails too, the missing progress has the same effect a minute later.
    await Promise.resolve()
      .then(() => breakOffImport(database, begun.importID, clock.now()))
      .catch(() => undefined)
    throw error
  }
}

interface UnreadRow extends ImportRow {
  readonly tooLong?: boolean
}

async function rowsOf<Plan>(importer: Importer<Plan>, file: CsvFile): Promise<UnreadRow[]> {
  const columns = columnsOf(file.headings, importer.columns, importer.mayMiss?.bind(importer))
  if (typeof columns === 'string') throw new Refused('csv_unreadable', { message: columns })
  const sameForAll = file.headings.map((heading) => headingOf(heading).sameForAll)
  const rows: UnreadRow[] = []
  const pause = takeTurns()
  for (const { line, cells } of file.rows) {
    await pause()
    const named: Record<string, string> = {}
    for (const [place, name] of columns.entries()) {
      const cell = cells[place]?.trim() || sameForAll[place]
      if (name !== null && cell) named[name] = cell
    }
    const tooLong = cells.slice(columns.length).some((cell) => cell.trim() !== '')
    rows.push({ line, cells: named, ...(tooLong && { tooLong }) })
  }
  return rows
}

async function judge<Plan>(
  importer: Importer<Plan>,
  database: Database,
  rows: readonly UnreadRow[],
  now: Date,
): Promise<Judged<Plan>[]> {
  const verdictOn = await importer.load(database, rows, now)
  const judged: Judged<Plan>[] = []
  const pause = takeTurns()
  for (const row of rows) {
    await pause()
    judged.push({
      row,
      verdict: row.tooLong ? { error: 'This row has more columns than the first one.' } : verdictOn(row),
    })
  }
  return judged
}

async function write<Plan>(
  importer: Importer<Plan>,
  author: Author & { readonly database: Database },
  judged: readonly Judged<Plan>[],
  seen: (done: number) => Promise<void>,
): Promise<void> {
  const left = judged.map((one, place) => ({ one, place })).filter(({ one }) => 'plan' in one.verdict)
  const rest = (from: number) => left.slice(from).map(({ one }) => one)
  const plans = plansOf(rest(0))
  if (plans.length > 0) await inTransaction(author.database, (tx) => importer.prepare?.(tx, plans) ?? Promise.resolve())
  let size = FIRST
  let attempt = 1
  for (let at = 0; at < left.length;) {
    const chunk = left.slice(at, at + size)
    const started = performance.now()
    try {
      await inTransaction(author.database, (tx) => importer.write(tx, author, plansOf(chunk.map(({ one }) => one))))
    } catch (error) {
      if (attempt === ATTEMPTS || !isOutdated(error)) throw error
      attempt += 1
      await judgeAnew(importer, author, rest(at))
      continue
    }
    const fits = (chunk.length * CHUNK_MS) / Math.max(performance.now() - started, 1)
    at += chunk.length
    attempt = 1
    size = Math.round(Math.min(Math.max(Math.min(fits, size * 2), FEWEST), MOST))
    await seen((chunk.at(-1)?.place ?? 0) + 1)
  }
}

/** Other changes were made in between: the remaining rows are checked against the current data. */
async function judgeAnew<Plan>(
  importer: Importer<Plan>,
  { database, now }: Author & { readonly database: Database },
  left: readonly Judged<Plan>[],
): Promise<void> {
  const again = await judge(
    importer,
    database,
    left.map(({ row }) => row),
    now,
  )
  for (const [place, one] of left.entries()) {
    if (isHeldBack(one.verdict)) continue
    const wasNew = 'plan' in one.verdict && one.verdict.creates
    const { verdict } = again[place]!
    if ('plan' in one.verdict && 'plan' in verdict) importer.replacePlan?.(one.verdict.plan, verdict.plan)
    const isNew = 'plan' in verdict && verdict.creates
    // The key may now belong to another customer, who must not be changed unchecked.
    one.verdict =
      wasNew && !isNew && !isHeldBack(verdict)
        ? { error: 'Someone else just added this. Please import the file again.' }
        : verdict
  }
}

const isHeldBack = <Plan>(verdict: Verdict<Plan>) => 'error' in verdict || 'question' in verdict

const isOutdated = (error: unknown) =>
  error instanceof ChangedMeanwhile || uniqueViolation(error) !== undefined || foreignKeyViolation(error) !== undefined

function plansOf<Plan>(judged: readonly Judged<Plan>[]): Plan[] {
  return judged.flatMap(({ verdict }) => ('plan' in verdict ? [verdict.plan] : []))
}

async function outcomeOf<Plan>(
  importer: Importer<Plan>,
  judged: readonly Judged<Plan>[],
  { written, doubts }: { written: boolean; doubts: ReadonlyMap<Plan, string> },
): Promise<ImportOutcome> {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const notes: Record<'errors' | 'questions' | 'warnings', ImportOutcome['errors']> = {
    errors: [],
    questions: [],
    warnings: [],
  }
  const more = { errors: 0, questions: 0, warnings: 0 }
  const tell = (kind: keyof typeof notes, row: ImportRow, message: string) => {
    if (notes[kind].length === IMPORT_MESSAGES_MAX) more[kind] += 1
    else notes[kind].push({ line: row.line, name: importer.nameOf(row), message })
  }
  const pause = takeTurns()
  for (const { row, verdict } of judged) {
    await pause()
    if ('error' in verdict) tell('errors', row, verdict.error)
    else if ('question' in verdict) tell('questions', row, verdict.question)
    else if ('unchanged' in verdict) counts.unchanged += 1
    else {
      counts[verdict.creates ? 'created' : 'updated'] += 1
      const warning = [verdict.warning, doubts.get(verdict.plan)].filter(Boolean).join('; ')
      if (warning !== '') tell('warnings', row, warning)
    }
  }
  const money = moneyShown(importer.moneyOf?.(plansOf(judged)))
  const moves = importer.movesOf?.(plansOf(judged)) ?? 0
  const { errors, questions, warnings } = notes
  return {
    rows: judged.length,
    ...counts,
    written,
    errors,
    ...(money && { money }),
    ...(moves > 0 && { moves }),
    ...(questions.length > 0 && { questions }),
    ...(warnings.length > 0 && { warnings }),
    ...(Object.values(more).some((count) => count > 0) && { more }),
  }
}

function moneyShown(booked: ImportMoney | undefined): ImportOutcome['money'] {
  if (!booked) return undefined
  const { debts, credits, prepaid, prices } = booked
  if (debts.length + credits.length + prepaid + prices === 0) return undefined
  const sum = (amounts: readonly Cents[]) => toDollars(amounts.reduce((all, amount) => all + amount, 0))
  return { debts: debts.length, owed: sum(debts), credits: credits.length, credit: sum(credits), prepaid, prices }
}
