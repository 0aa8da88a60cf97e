import type { BankLine } from './bank-lines.ts'
import { byKey } from './by-key.ts'
import type { Steps } from './steps.ts'
import { folded } from './texts.ts'

/** Finds the lines of a file that were imported before (domain.md 12, Identity; M18 of domain.md 11). */

type Identified = Pick<BankLine, 'account' | 'day' | 'amount' | 'text' | 'balance' | 'fitid'>

/**
 * The identity of each line, unique within the file: account, date, amount, text, balance if present, and the ordinal
 * among lines equal in these. A number of the bank replaces text and balance; date and amount stay, because some banks
 * give one number to two transactions. It stops after each line, so that a server may do other work.
 */
export function* lineIdentities(lines: readonly Identified[]): Steps<string[]> {
  const seen = new Map<string, number>()
  const identities: string[] = []
  for (const line of lines) {
    yield
    const { account, day, amount, balance, fitid } = line
    const known = fitid === null ? ['line', textKey(line), balance] : ['fitid', fitid]
    const key = JSON.stringify([account, day, amount, ...known])
    const ordinal = (seen.get(key) ?? 0) + 1
    seen.set(key, ordinal)
    identities.push(`${key.slice(0, -1)},${ordinal}]`)
  }
  return identities
}

/** Case and signs are left out, because banks change them between formats. */
const textKey = ({ text }: Identified) =>
  folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export interface StoredLine extends Identified {
  readonly identity: string
}

export type Seen =
  | { readonly kind: 'new' }
  /** Imported before; nothing is done. */
  | { readonly kind: 'known'; readonly identity: string }
  /** Probably imported before, from a file of another format or with other balances; a person decides. */
  | { readonly kind: 'perhaps'; readonly identity: string }

/**
 * Compares a file with the lines stored for its days. Each stored line accounts for at most one line of the file. It
 * stops after each line, so that a server may do other work.
 * @param stored all lines from the first to the last day of the file, of every account
 * @param identities of the lines
 */
export function* seenBefore(
  lines: readonly Identified[],
  stored: readonly StoredLine[],
  identities: readonly string[],
): Steps<Seen[]> {
  const left = new Map(stored.map((one) => [one.identity, one]))
  const isKnown = identities.map((identity) => left.delete(identity))
  // Each text is folded once: there may be hundreds of lines with one day and amount.
  const texts: { one: StoredLine; text: string }[] = []
  for (const one of left.values()) {
    yield
    texts.push({ one, text: textKey(one) })
  }
  const byDay = byKey(texts, ({ one }) => dayAndAmount(one))
  const seen: Seen[] = []
  for (const [at, line] of lines.entries()) {
    yield
    if (isKnown[at]) {
      seen.push({ kind: 'known', identity: identities[at]! })
      continue
    }
    const twins = byDay.get(dayAndAmount(line)) ?? []
    const text = twins.length === 0 ? '' : textKey(line)
    const place = twins.findIndex((twin) => sameAccount(line, twin.one) && alikeTexts(text, twin.text))
    const [twin] = place === -1 ? [] : twins.splice(place, 1)
    seen.push(twin ? { kind: 'perhaps', identity: twin.one.identity } : { kind: 'new' })
  }
  return seen
}

const dayAndAmount = ({ day, amount }: Identified) => `${day} ${amount}`

/** One format has the BSB before the number, another names no account. */
function sameAccount({ account: a }: Identified, { account: b }: Identified): boolean {
  return [a, b].some((one) => !/^\d+$/.test(one)) || a.endsWith(b) || b.endsWith(a)
}

/** OFX shortens long texts and adds to short ones. */
function alikeTexts(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short === long || (short.length >= 8 && long.includes(short))
}
