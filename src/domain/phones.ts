/** Phones are kept as E.164 (phone-numbers.ts) and shown the local way (domain.md 1). */

/** "+61412345678" -> "0412 345 678", "+61298765432" -> "02 9876 5432"; what is not Australian stays as it is. */
export function showPhone(e164: string): string {
  if (!e164.startsWith('+61')) return e164
  const national = e164.slice(3)
  if (/^4\d{8}$/.test(national)) return `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`
  if (/^[2378]\d{8}$/.test(national)) return `0${national.slice(0, 1)} ${national.slice(1, 5)} ${national.slice(5)}`
  if (/^1[38]00\d{6}$/.test(national)) return `${national.slice(0, 4)} ${national.slice(4, 7)} ${national.slice(7)}`
  if (/^13\d{4}$/.test(national)) return `${national.slice(0, 2)} ${national.slice(2, 4)} ${national.slice(4)}`
  return e164
}

/**
 * The digits of a keyword that looks like a phone number or a part of one, as they stand in E.164 without its "+": "(02) 9999" ->
 * "29999", "+61 (0)412" -> "61412". Null when it looks like something else.
 */
export function phoneAsked(keyword: string): string | null {
  if (!/^[\d\s+().\-/\u2010-\u2015]+$/.test(keyword)) return null
  const digits = keyword.replace(/(?!^)\(0\)/, '').replace(/\D/g, '')
  const international = /^\s*\+/.test(keyword) ? digits : /^(?:0011|00(?=61))(.*)/.exec(digits)?.[1]
  return international === undefined ? digits.replace(/^0/, '') : international.replace(/^610/, '61')
}
