import { eq } from 'drizzle-orm'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { importBankFile } from '#contract/v1/bank.ts'
import type { BankLine } from '#domain/bank-lines.ts'
import { newID } from '#domain/identifiers.ts'
import { owingOf, totalOwing, type Account } from '#domain/ledger.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { uniqueViolation } from '../../db/errors.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { bankFiles, bankLines } from '../../db/tables/bank.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import type { Clock } from '../../ports.ts'
import { enterPayments, onItsWayOf, type OneOfMany } from '../ledger/public.ts'
import { type ReadFile, readBankFile, sha256 } from './bank-reading.ts'
import { isOutdated, type PlannedLine, planImport } from './import-plan.ts'
import { candidatesOf, choiceOf, type Outcome, outcomeOf, resultOf } from './import-result.ts'

/** Target duration of one transaction, ms: the embedded database has one connection, and other requests wait. */
const CHUNK_MS = 120
const [FEWEST, FIRST, MOST] = [100, 100, 500]
const ATTEMPTS = 5

export interface BankUpload {
  readonly name: string
  readonly account?: string | undefined
  readonly dryRun?: boolean | undefined
  /** The columns are chosen again, although they are remembered. */
  readonly again?: boolean | undefined
}

type ReadLines = Extract<ReadFile, { kind: 'read' }>
type Importer = Author & { readonly database: Database }

/**
 * Imports a bank file in short transactions, each of which stores lines with the payments they make. After an
 * interruption the same file finds the stored lines by their identity and continues.
 */
export async function importFile(
  clock: Clock,
  importer: Importer,
  bytes: Uint8Array,
  { name, account = '', dryRun = false, again = false }: BankUpload,
): Promise<AnswerOf<typeof importBankFile>> {
  const { database, now } = importer
  const file = await readBankFile(database, bytes, { account, again })
  if (file.kind === 'choose') return { bankFileID: null, choose: choiceOf(file), result: null }
  const bankFileID = newID()
  if (dryRun) {
    const plan = await planImport(database, file.lines, bankFileID, now)
    const outcomes = new Map(plan.lines.map((one) => [one.identity, outcomeOf(one)]))
    const result = resultOf(file, plan.identities, outcomes, { planned: plan.lines, index: plan.index })
    return { bankFileID: null, choose: null, result }
  }
  await beginFile(importer, bankFileID, file, { name, account, sha256: sha256(bytes) })
  const { identities, outcomes } = await writeLines(importer, bankFileID, file.lines)
  const result = resultOf(file, identities, outcomes, null)
  await endFile(importer, bankFileID, result, clock.now())
  return { bankFileID, choose: null, result }
}

/** The file changed nothing yet, but another import stored lines of the same days, so the rest is planned again. */
class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile'
}

async function writeLines(
  importer: Importer,
  bankFileID: string,
  all: readonly BankLine[],
): Promise<{ identities: readonly string[]; outcomes: Map<string, Outcome> }> {
  const outcomes = new Map<string, Outcome>()
  const planned = () => planImport(importer.database, all, bankFileID, importer.now)
  let plan = await planned()
  let size = FIRST
  let attempt = 1
  for (let at = 0; at < plan.lines.length;) {
    const chunk = plan.lines.slice(at, at + size)
    const started = performance.now()
    try {
      const written = await inTransaction(importer.database, async (tx) => {
        if (await isOutdated(tx, all, { bankFileID, begun: importer.now }, plan)) throw new ChangedMeanwhile()
        return writeChunk(tx, importer, bankFileID, chunk)
      })
      for (const [identity, outcome] of written) outcomes.set(identity, outcome)
    } catch (error) {
      const again = error instanceof ChangedMeanwhile || uniqueViolation(error) === 'bank_lines_identity'
      if (attempt === ATTEMPTS || !again) throw error
      attempt += 1
      plan = await planned()
      at = 0
      continue
    }
    const fits = (chunk.length * CHUNK_MS) / Math.max(performance.now() - started, 1)
    at += chunk.length
    attempt = 1
    size = Math.round(Math.min(Math.max(Math.min(fits, size * 2), FEWEST), MOST))
  }
  return { identities: plan.identities, outcomes }
}

async function writeChunk(
  tx: Queryable,
  author: Author,
  bankFileID: string,
  chunk: readonly PlannedLine[],
): Promise<[identity: string, outcome: Outcome][]> {
  const lines = chunk.map((one) => ({ ...one, bankLineID: newID() }))
  const postings = lines.flatMap(({ line, match, bankLineID }): OneOfMany[] =>
    match.kind === 'exact'
      ? [
          {
            customerID: match.customerID,
            amount: match.amount,
            datePaid: line.day,
            paymentType: 'EFT',
            invoiceID: match.invoiceIDs.length === 1 ? match.invoiceIDs[0]! : null,
            clientKey: clientKeyOf(bankLineID, 0),
          },
        ]
      : [],
  )
  const payers = postings.map(({ customerID }) => customerID)
  // A charge may have been asked for since the lines were matched.
  const onItsWay = payers.length === 0 ? new Map() : await onItsWayOf(tx, payers)
  const entered = await enterPayments(
    tx,
    author,
    postings,
    (account, posting) => !onItsWay.has(posting.customerID) && stillFits(account, posting),
  )
  const paymentOf = new Map(postings.map(({ clientKey }, at) => [clientKey, entered[at] ?? null]))
  const written = lines.map((one) => {
    const transactionID = paymentOf.get(clientKeyOf(one.bankLineID, 0)) ?? null
    return { one, transactionID, outcome: outcomeOf(one, transactionID !== null) }
  })
  await insertRows(
    tx,
    bankLines,
    written.map(({ one, outcome, transactionID }) => {
      const { line, match, ...rest } = one
      return {
        ...line,
        ...rest,
        bankFileID,
        candidates: candidatesOf(match),
        createdAt: author.now,
        transactionIDs: transactionID === null ? [] : [transactionID],
        decidedAt: STATE[outcome] === 'waiting' ? null : author.now,
        state: STATE[outcome],
        reason: match.kind === 'exact' && outcome === 'posts' ? match.reason : (REASON[outcome] ?? null),
      }
    }),
  )
  return written.map(({ one, outcome }) => [one.identity, outcome])
}

const STATE = {
  posts: 'posted',
  check: 'waiting',
  waits: 'waiting',
  moneyOut: 'dismissed',
  clearing: 'clearing',
  known: 'waiting',
} as const
const REASON: Partial<Record<Outcome, string>> = { moneyOut: 'Money out', clearing: 'Stripe payout' }

/** The payments of a line are entered once, whatever happens. After an undo they may be entered again. */
export const clientKeyOf = (bankLineID: string, undone: number, part = 0): string =>
  `bank ${bankLineID} ${undone} ${part}`

/** The invoice may have been paid since the lines were matched. */
function stillFits(account: Account, { amount, invoiceID }: OneOfMany): boolean {
  if (invoiceID === null) return totalOwing(account) === amount
  const invoice = account.invoices.find((one) => one.invoiceID === invoiceID)
  return invoice !== undefined && owingOf(invoice) === amount
}

async function beginFile(
  { database, actor, now }: Importer,
  bankFileID: string,
  { layout, lines, unreadable }: ReadLines,
  file: { name: string; account: string; sha256: string },
): Promise<void> {
  const days = lines.map(({ day }) => day).toSorted()
  await database.insert(bankFiles).values({
    ...file,
    bankFileID,
    layout,
    lines: lines.length,
    unreadable: unreadable.length,
    fromDay: days[0] ?? null,
    toDay: days.at(-1) ?? null,
    createdAt: now,
    createdBy: actor.userID,
  })
}

async function endFile(
  importer: Importer,
  bankFileID: string,
  { read, known, posted, postedAmount, toCheck, waiting }: ReturnType<typeof resultOf>,
  endedAt: Date,
): Promise<void> {
  await inTransaction(importer.database, async (tx) => {
    await tx.update(bankFiles).set({ known, posted, postedAmount, endedAt }).where(eq(bankFiles.bankFileID, bankFileID))
    await recordChange(tx, importer, {
      action: 'bank.import',
      subjectKind: 'bank_file',
      subjectID: bankFileID,
      after: { read, known, posted, toCheck, waiting },
    })
  })
}
