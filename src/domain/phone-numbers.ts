/**
 * Parses phone numbers as people write them into E.164 (domain.md 1). Separate from phone-number-text.ts, so that the driver's
 * app does not load it.
 */

export const PHONE_WRONG = 'This isn’t a phone number'

/**
 * "0412 345 678", "+61 (0)2 9876 5432", "1300 123 456" -> E.164; a foreign number only with its "+". Null: not a phone
 * number.
 */
export function toE164(text: string): string | null {
  const bare = text
    .trim()
    .replace(/\(0\)(?=.*\d)/, (zero, at: number) => (at > 0 ? '' : zero))
    .replace(/[\s().\-/\u00a0\u2010-\u2015]/g, '')
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
export function phoneAsked(keyword: string): string | null {
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

function trunk(digits: string): string | null {
  return digits.startsWith('0') ? digits.slice(1) : null
}
