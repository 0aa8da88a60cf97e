/** Identifiers: opaque UUIDv7 for programs, short readable ones for people (domain.md 1). */

// This project compiles without DOM and Node types; every runtime provides this function.
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }

/** A new UUIDv7. By default the system's time (ms) and 10 random bytes are used. */
export function newID(
  now: number = Date.now(),
  random: Uint8Array = crypto.getRandomValues(new Uint8Array(10)),
): string {
  const time = Math.floor(now).toString(16).padStart(12, '0').slice(-12)
  const hex = Array.from(random.subarray(0, 10), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .padEnd(20, '0')
  const variant = ((parseInt(hex.slice(4, 5), 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(1, 4)}-${variant}${hex.slice(5, 8)}-${hex.slice(8)}`
}

/** True for any UUID, of any version and case, because phones and other programs make some of them. */
export function isID(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** The Luhn check digit (0-9) to append to these digits. */
export function luhnDigit(digits: string): number {
  let sum = 0
  // From the right, every other digit is doubled, starting with the last: the check digit is appended to its right.
  for (let i = digits.length - 1, double = true; i >= 0; i--, double = !double) {
    const digit = Number(digits[i]) * (double ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return (10 - (sum % 10)) % 10
}

/** The reference of a customer's bank transfer: refId 10482 -> "104828". */
export function paymentReference(refId: string): string {
  return `${refId}${luhnDigit(refId)}`
}

/**
 * A number as people type or paste it, without what stands between its digits and its name before them:
 * "ABN: 51-824-753-556", "BSB 062 000". Other letters stay, so that a check refuses them.
 */
export function bareNumber(text: string): string {
  return text
    .replace(
      /^\s*(?:a\.?b\.?n|b\.?s\.?b|t\.?f\.?n|a\/?c|acc(?:oun)?t?)(?![a-z])\.?\s*(?:(?:no|number)(?![a-z]))?[.:#]*/i,
      '',
    )
    .replace(/[\s.\-\u00ad\u200b-\u200f\u2010-\u2015\u2060\u2212\ufeff]/g, '')
}

/** "BSB 062 000" -> "062-000"; anything else without what stands between its characters. */
export const typedBSB = (text: string): string => bareNumber(text).replace(/^(\d{3})(\d{3})$/, '$1-$2')

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
const TFN_WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9, 10]

/** Whether it is an Australian Business Number with a valid checksum; spaces are allowed. */
export function isABN(text: string): boolean {
  const digits = digitsOf(text, 11)
  if (!digits || digits[0] === 0) return false
  const [first = 0, ...rest] = digits
  return weigh([first - 1, ...rest], ABN_WEIGHTS) % 89 === 0
}

/** "51 824 753 556"; anything else is shown as it is. */
export const showABN = (abn: string): string =>
  abn.replace(/\s/g, '').replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')

/**
 * Whether it is a Tax File Number with a valid checksum; spaces are allowed. 000 000 000 passes the checksum and is
 * refused.
 */
export function isTFN(text: string): boolean {
  const digits = digitsOf(text, 9)
  if (!digits || digits.every((digit) => digit === 0)) return false
  return weigh(digits, TFN_WEIGHTS) % 11 === 0
}

/** A private number as an admin sees it: "*** *** 782" (domain.md 10, Privacy). */
export function masked(text: string): string {
  const bare = text.replace(/\s/g, '')
  // Three characters of a short number would disclose too much of it.
  return bare.length >= 6 ? `*** *** ${bare.slice(-3)}` : '*** ***'
}

/** Run number 42 -> "R00042". */
export function runRefId(n: number): string {
  return `R${n.toString().padStart(5, '0')}`
}

/** "2026-11-W2-1" */
export function readableRunID(
  yearNumber: number,
  monthNumber: number,
  weekNumber: number,
  sequenceNumber: number,
): string {
  return `${yearNumber}-${monthNumber.toString().padStart(2, '0')}-W${weekNumber}-${sequenceNumber}`
}

/** "P-2026-11-W2-1-10482": a customer occurs once in a run, so the two together identify one income. */
export function incomeReadableId(runReadableID: string, customerRefId: string): string {
  return `P-${runReadableID}-${customerRefId}`
}

function digitsOf(text: string, count: number): number[] | null {
  const bare = text.replace(/\s/g, '')
  return bare.length === count && /^\d+$/.test(bare) ? Array.from(bare, Number) : null
}

function weigh(digits: readonly number[], weights: readonly number[]): number {
  return digits.reduce((sum, digit, i) => sum + digit * (weights[i] ?? 0), 0)
}
