import type { Warning } from './warnings.ts'
import type { StateOfAustralia } from './words.ts'

/** Postcodes are four characters of text with their leading zero (domain.md 1). */

export const POSTCODE_WRONG = 'This isn’t an Australian postcode'

/** " 800" -> "0800", "NSW 2076" and a spreadsheet's "2076.0" -> "2076"; null: no postcode. */
export function normalPostcode(text: string): string | null {
  const bare = text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT)\s+/i, '')
    .replace(/\.0+$/, '')
  if (!/^\d{3,4}$/.test(bare)) return null
  const postcode = bare.padStart(4, '0')
  return stateOfPostcode(postcode) ? postcode : null
}

/** Australia Post's ranges. The first match counts, because the ACT's are inside those of NSW. */
const RANGES: readonly (readonly [from: number, to: number, state: StateOfAustralia])[] = [
  [200, 299, 'ACT'],
  [800, 999, 'NT'],
  [2600, 2618, 'ACT'],
  [2900, 2920, 'ACT'],
  [1000, 2999, 'NSW'],
  [3000, 3999, 'VIC'],
  [4000, 4999, 'QLD'],
  [5000, 5999, 'SA'],
  [6000, 6999, 'WA'],
  [7000, 7999, 'TAS'],
  [8000, 8999, 'VIC'],
  [9000, 9999, 'QLD'],
]

/** Delivery areas that cross a border, with the other states they extend into. */
const ALSO: Readonly<Record<string, readonly StateOfAustralia[]>> = {
  '0872': ['SA', 'WA'],
  '2406': ['QLD'],
  '2540': ['ACT'],
  '2611': ['NSW'],
  '2618': ['NSW'],
  '2620': ['ACT'],
  '3500': ['NSW'],
  '3585': ['NSW'],
  '3586': ['NSW'],
  '3644': ['NSW'],
  '3691': ['NSW'],
  '3707': ['NSW'],
  '4375': ['NSW'],
  '4377': ['NSW'],
  '4380': ['NSW'],
  '4383': ['NSW'],
  '4385': ['NSW'],
  '4825': ['NT'],
}

/** The state of a four-character postcode; null: none has it. */
export function stateOfPostcode(postcode: string): StateOfAustralia | null {
  const number = Number(postcode)
  return RANGES.find(([from, to]) => number >= from && number <= to)?.[2] ?? null
}

/** Only a warning, because delivery areas cross borders. */
export function postcodeWarning(postcode: string, state: StateOfAustralia): Warning | null {
  const home = stateOfPostcode(postcode)
  if (home === null || home === state || ALSO[postcode]?.includes(state)) return null
  return { code: 'postcode_state', message: `Postcode ${postcode} is in ${home}, not in ${state}.` }
}
