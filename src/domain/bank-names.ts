import type { Entry } from './bank-index.ts'

/** How well a text names a customer. */
export type NameFit = 'full' | 'surname' | null

/** Surnames that are also words of bank texts count only with a given name. */
const BANK_WORDS = new Set(
  'bag bags bank bill bills bin card cash cheque credit day deposit direct fast fee friday garden green house internet may march mobile online pay payment rent ref street transfer waste week'.split(
    ' ',
  ),
)

/**
 * Full: the company, or the surname with a given name or its initial. A surname of two letters, or one that is also a
 * word of banks, counts only with a given name.
 * @param words of the text, folded
 */
export function nameFit(entry: Entry, words: ReadonlySet<string>): NameFit {
  const { company, surnames, givenNames } = entry
  if (company.join('').length >= 4 && company.every((word) => words.has(word))) return 'full'
  const surname = surnames.find((way) => way.every((word) => words.has(word)))
  if (!surname) return null
  if (givenNames.some((name) => words.has(name) || words.has(name.slice(0, 1)))) return 'full'
  const whole = surname.join('')
  return whole.length >= 3 && !BANK_WORDS.has(whole) ? 'surname' : null
}
