/**
 * Parses numbers typed into forms and cells of imported files. Separate from money.ts, so that the driver's app does
 * not load it.
 */

/**
 * "1,234.50", "$25", "-$60.00", "(60.00)"; null for anything else. A decimal comma is refused, because $1,234 and
 * $1.234 look alike.
 */
export function readDollars(text: string): number | null {
  const parts = /^(-?|\()\s?\$?\s?(-?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)(\)?)$/.exec(text.trim())
  if (!parts) return null
  const [, before = '', inside = '', digits = '', after = ''] = parts
  if ((before === '(') !== (after === ')') || (before !== '' && inside !== '')) return null
  const amount = exact(digits)
  if (amount === null) return null
  return before === '' && inside === '' ? amount : 0 - amount
}

/** "12", "-5", "1,200", "2.5"; null for anything else. */
export function readNumber(text: string): number | null {
  return /[$()]/.test(text) ? null : readDollars(text)
}

/** What a spreadsheet makes of a long number: "1.23E+05". Its last digits are lost. */
export function isShortened(text: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+E[+-]?|E[+-])\d+$/i.test(text.trim())
}

export const SHORTENED = 'A spreadsheet shortened this number. Format the column as text there and save the file again'

/** Null for more digits than a double represents exactly, because it would be shown as another number. */
function exact(digits: string): number | null {
  const bare = digits.replaceAll(',', '')
  return bare.replace(/\D/g, '').length > 15 ? null : Number(bare)
}

/** 1234.5 -> "$1,234.50"; further decimals are retained. */
export function showNumber(value: number, sign = ''): string {
  const [whole = '0', rest = ''] = Math.abs(value).toString().split('.')
  return `${value < 0 ? '-' : ''}${sign}${grouped(whole)}.${rest.padEnd(2, '0')}`
}

/** "10000000" -> "10,000,000". */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')
