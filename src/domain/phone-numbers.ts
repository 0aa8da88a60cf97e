/**
 * Parses phone numbers as people write them into E.164 (domain.md 1). Separate from phone-number-text.ts, so that the driver's
 * app does not load it.
 */

export const PHONE_WRONG = 'This isn’t a phone number'

/** Full-width digits become plain ones; marks without a width, which pasted numbers often have, are dropped. */
const withoutMarks = (text: string) => text.normalize('NFKC').replace(/[\p{Cf}\ufe00-\ufe0f\u20e3]/gu, '')

/**
 * "0412 345 678", "+61 (0)2 9876 5432", "1300 123 456" -> E.164; a foreign number only with its "+". A spreadsheet may
 * have eaten the first 0 ("412345678", "298765432.0"), grouped the digits ("412,345,678") or kept an apostrophe
 * ("'+61..."). Null: not a phone number.
 */
export function toE164(text: string): string | null {
  const bare = withoutMarks(text)
    .trim()
    .replace(/^'(?=\+)/, '')
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/^\d{1,3}(?:,\d{3})+$/, (grouped) => grouped.replaceAll(',', ''))
    .replace(/\(0\)(?=.*\d)/, (zero, at: number) => (at > 0 ? '' : zero))
    .replace(/[\s().\-/\p{Pd}\u2212]/gu, '')
  if (!/^\+?\d+$/.test(bare)) return null
  const international = bare.startsWith('+')
    ? bare.slice(1)
    : bare.startsWith('0011')
      ? bare.slice(4)
      : bare.startsWith('0061')
        ? bare.slice(2)
        : null
  if (international !== null && !international.startsWith('61')) {
    return /^[1-9]\d{6,14}$/.test(international) ? `+${international}` : null
  }
  const national = nationalOf(international ?? bare, international !== null)
  return national && `+61${national}`
}

/**
 * The digits of a search keyword that looks like all or part of a phone number, as they occur in E.164 without its "+":
 * "(02) 9999" -> "29999", "+61 (0)412" -> "61412". Null: it looks like something else.
 */
export function phoneInKeyword(keyword: string): string | null {
  if (!/^[\d\s+().\-/\u2010-\u2015]+$/.test(keyword)) return null
  const digits = keyword.replace(/(?!^)\(0\)/, '').replace(/\D/g, '')
  const international = /^\s*\+/.test(keyword) ? digits : /^(?:0011|00(?=61))(.*)/.exec(digits)?.[1]
  return international === undefined ? digits.replace(/^0/, '') : international.replace(/^610/, '61')
}

/** The digits after +61; null: they match no Australian number format. */
function nationalOf(digits: string, hasCountry: boolean): string | null {
  if (/^1[38]00\d{6}$/.test(digits) || /^13\d{4}$/.test(digits)) return digits
  const withoutCountry = hasCountry || /^61[2-478]\d{8}$/.test(digits) ? digits.slice(2) : digits
  if (hasCountry && (/^1[38]00\d{6}$/.test(withoutCountry) || /^13\d{4}$/.test(withoutCountry))) return withoutCountry
  // The leading 0 is dialled within Australia only; after +61 it is usually omitted, but not always.
  const national = withoutCountry === digits ? trunk(digits) : withoutCountry.replace(/^0/, '')
  return national && /^[2-478]\d{8}$/.test(national) ? national : null
}

/** Nine digits are a number whose first 0 is missing. */
function trunk(digits: string): string | null {
  return digits.startsWith('0') ? digits.slice(1) : digits.length === 9 ? digits : null
}

/** A longer cell is no phone's, and searching it could take seconds. */
const CELL_MAX = 300

/**
 * The phone numbers in a cell of a file, in which people write two, a name or an extension.
 * @returns `isAll`: the cell says nothing beside its first number
 */
export function phonesIn(cell: string): { phones: string[]; isAll: boolean } {
  if (cell.length > CELL_MAX) return { phones: [], isAll: false }
  const whole = toE164(cell)
  if (whole !== null) return { phones: [whole], isAll: true }
  const text = withoutMarks(cell)
  const phones: string[] = []
  let rest = text
  for (const part of text.match(/\+?\(?\d[\d\s().\p{Pd}\u2212]*\d/gu) ?? []) {
    // Two numbers with only a space between them have twice ten digits.
    const [, ...two] = /^(0\d{9})(0\d{9})$/.exec(part.replace(/\D/g, '')) ?? []
    const here = (two.length > 0 ? two : [part]).map(toE164).filter((phone) => phone !== null)
    if (here.length === 0) continue
    phones.push(...here)
    rest = rest.replace(part, ' ')
  }
  const others = rest
    .replace(/\b(?:mobile|mob|m|phone|ph|p|home|h|work|w|tel|t)\b/gi, '')
    .replace(/[\s\p{P}\p{S}]/gu, '')
  return { phones: [...new Set(phones)], isAll: new Set(phones).size === 1 && others === '' }
}
