import type { AnswerOf } from '#contract/endpoint.ts'
import type { ColumnsToChoose, importBankFile } from '#contract/v1/bank.ts'
import type { BankIndex } from '#domain/bank-index.ts'
import type { BankLine } from '#domain/bank-lines.ts'
import type { Match } from '#domain/bank-matching.ts'
import type { PlannedLine } from './import-plan.ts'
import type { ReadFile } from './bank-reading.ts'

type BankResult = NonNullable<AnswerOf<typeof importBankFile>['result']>

export type Outcome = BankResult['lines'][number]['outcome']

/** What becomes of a line by its match. @param entered whether an exact one could be booked */
export function outcomeOf({ line, match }: Pick<PlannedLine, 'line' | 'match'>, entered = true): Outcome {
  if (match.kind === 'exact') return entered ? 'posts' : 'check'
  if (match.kind === 'clearing') return 'clearing'
  if (match.kind === 'payout') return 'check'
  if (match.kind === 'none') return line.amount > 0 ? 'waits' : 'moneyOut'
  return match.proposals.length > 0 ? 'check' : 'waits'
}

/** The customers it is proposed for, best first. */
export function candidatesOf(match: Match): string[] {
  if (match.kind === 'exact') return [match.customerID]
  if (match.kind === 'dishonour') return [...new Set(match.proposals.map(({ customerID }) => customerID))]
  if (match.kind !== 'near') return []
  return [...new Set([...match.proposals, ...(match.split ?? [])].map(({ customerID }) => customerID))]
}

const PROBLEMS_MAX = 100
const LINES_SHOWN = 200

/** @param identities of all lines, in their order. @param outcomes of the new lines, by identity */
export function resultOf(
  file: Extract<ReadFile, { kind: 'read' }>,
  identities: readonly string[],
  outcomes: ReadonlyMap<string, Outcome>,
  shown: { readonly planned: readonly PlannedLine[]; readonly index: BankIndex } | null,
): BankResult {
  const { layout, lines, unreadable } = file
  const counted = (outcome: Outcome) => lines.filter((_, at) => outcomes.get(identities[at]!) === outcome)
  const posted = counted('posts')
  const days = lines.map(({ day }) => day).toSorted()
  const planned = new Map(shown?.planned.map((one) => [one.identity, one]))
  return {
    layout,
    read: lines.length,
    posted: posted.length,
    postedAmount: posted.reduce((sum, { amount }) => sum + amount, 0),
    toCheck: counted('check').length,
    waiting: counted('waits').length,
    moneyOut: counted('moneyOut').length,
    clearing: counted('clearing').length,
    known: lines.length - outcomes.size,
    accounts: [...new Set(lines.flatMap(({ account }) => account || []))],
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    unreadable: unreadable.length,
    problems: unreadable.slice(0, PROBLEMS_MAX).map(({ line, message }) => ({ line, message })),
    lines:
      shown === null
        ? []
        : lines.slice(0, LINES_SHOWN).map((line, at) => {
            const identity = identities[at]!
            const outcome = outcomes.get(identity) ?? 'known'
            return { ...factsOf(line), outcome, ...whoOf(planned.get(identity)?.match, shown.index) }
          }),
  }
}

const factsOf = ({ line, day, amount, text }: BankLine) => ({ line, day, amount, text })

function whoOf(match: Match | undefined, index: BankIndex): { name: string | null; reason: string | null } {
  const best = match?.kind === 'exact' ? match : match && 'proposals' in match ? match.proposals[0] : undefined
  const name = best && 'customerID' in best ? index.byID.get(best.customerID)?.payer.name : undefined
  return { name: name ?? null, reason: best?.reason ?? null }
}

/** Columns that can be chosen, characters of a cell, and columns that make up the text. */
const [COLUMNS_SHOWN, CELL_SHOWN, TEXTS_MAX] = [30, 200, 20]

/** What the office has to choose. A guess beyond the columns shown is left out. */
export function choiceOf(file: Extract<ReadFile, { kind: 'choose' }>): ColumnsToChoose {
  const { message, layoutHash, header, dateFormats } = file
  const { text = [], account = [], ...single } = file.guess
  const shown = (columns: readonly number[]) => columns.filter((at) => at < COLUMNS_SHOWN).slice(0, TEXTS_MAX)
  return {
    message,
    layoutHash,
    header,
    sample: file.sample.map((row) => row.slice(0, COLUMNS_SHOWN).map((cell) => cell.slice(0, CELL_SHOWN))),
    guess: {
      ...Object.fromEntries(Object.entries(single).filter(([, at]) => at < COLUMNS_SHOWN)),
      text: shown(text),
      account: shown(account),
    },
    dateFormats: [...dateFormats],
  }
}
