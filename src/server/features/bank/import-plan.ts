import { setImmediate as breathe } from 'node:timers/promises'
import { and, count, gte, isNull, lte, ne, or, type SQL } from 'drizzle-orm'
import type { BankIndex } from '#domain/bank-index.ts'
import { lineIdentities, seenBefore } from '#domain/bank-line-identity.ts'
import type { BankLine } from '#domain/bank-lines.ts'
import { bankDoubt, type Match, matchLines } from '#domain/bank-matching.ts'
import { dayOf } from '#domain/dates.ts'
import type { Queryable } from '../../db/database.ts'
import { bankFiles, bankLines } from '../../db/tables/bank.ts'
import { inTurns } from '../../files/turns.ts'
import { settingsInForce } from '../settings/public.ts'
import { wholeIndex } from './bank-index-reads.ts'

export interface PlannedLine {
  readonly line: BankLine
  readonly identity: string
  readonly perhapsKnown: boolean
  readonly match: Match
}

/** What an import would do with each line that is not here yet. */
export interface ImportPlan {
  /** The identities of all lines of the file, in its order. */
  readonly identities: readonly string[]
  /** By date, the order in which payments are applied. */
  readonly lines: readonly PlannedLine[]
  readonly index: BankIndex
  /** Number of lines of other files for these days, which a simultaneous import changes. */
  readonly others: number
}

export async function planImport(
  db: Queryable,
  lines: readonly BankLine[],
  bankFileID: string,
  now: Date,
): Promise<ImportPlan> {
  const within = daysOf(lines)
  const others = await linesOfOthers(db, lines, bankFileID)
  const stored = within === undefined ? [] : await db.select(STORED).from(bankLines).where(within)
  const identities = await inTurns(lineIdentities(lines))
  const fresh = (await inTurns(seenBefore(lines, stored, identities))).flatMap((seen, at) =>
    seen.kind === 'known'
      ? []
      : [{ line: lines[at]!, identity: identities[at]!, perhapsKnown: seen.kind === 'perhaps' }],
  )
  // Lets this process serve other requests between the long computations.
  await breathe()
  const settings = await settingsInForce(db)
  const open = { today: dayOf(now, settings['business.timeZone']), lockedThrough: settings['books.lockedThrough'] }
  const index = await wholeIndex(
    db,
    fresh.map(({ line }) => line),
  )
  await breathe()
  const matches = await inTurns(
    matchLines(
      fresh.map(({ line }) => line),
      index,
      fresh.map(({ line, perhapsKnown }) => bankDoubt({ day: line.day, perhapsKnown }, open)),
    ),
  )
  const planned = fresh.map((one, at) => ({ ...one, match: matches[at]! }))
  return { identities, lines: planned.sort((a, b) => compare(a.line, b.line)), index, others }
}

const compare = (a: BankLine, b: BankLine) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.line - b.line)

const STORED = {
  identity: bankLines.identity,
  account: bankLines.account,
  day: bankLines.day,
  amount: bankLines.amount,
  text: bankLines.text,
  balance: bankLines.balance,
  fitid: bankLines.fitid,
}

/** A server's clock may be behind by this much. */
const CLOCKS_MS = 60_000

/**
 * Whether lines of another file were stored for these days since the plan was made; they might be the same in another
 * format. Counted only if another import ran meanwhile: each stores its file before it plans.
 */
export async function isOutdated(
  tx: Queryable,
  lines: readonly BankLine[],
  { bankFileID, begun }: { bankFileID: string; begun: Date },
  { others }: ImportPlan,
): Promise<boolean> {
  const [another] = await tx
    .select({ bankFileID: bankFiles.bankFileID })
    .from(bankFiles)
    .where(
      and(
        ne(bankFiles.bankFileID, bankFileID),
        or(isNull(bankFiles.endedAt), gte(bankFiles.endedAt, new Date(begun.getTime() - CLOCKS_MS))),
      ),
    )
    .limit(1)
  return another !== undefined && (await linesOfOthers(tx, lines, bankFileID)) !== others
}

async function linesOfOthers(db: Queryable, lines: readonly BankLine[], bankFileID: string): Promise<number> {
  const within = daysOf(lines)
  if (within === undefined) return 0
  const [row] = await db
    .select({ lines: count() })
    .from(bankLines)
    .where(and(within, ne(bankLines.bankFileID, bankFileID)))
  return row!.lines
}

/** Stored lines from the file's first day to its last. */
function daysOf(lines: readonly BankLine[]): SQL | undefined {
  const days = lines.map(({ day }) => day).toSorted()
  return days.length === 0 ? undefined : and(gte(bankLines.day, days[0]!), lte(bankLines.day, days.at(-1)!))
}
