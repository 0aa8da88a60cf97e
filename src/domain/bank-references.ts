/** Finds payment references and invoice numbers in the text of a bank line (domain.md 12, References). */

export interface FoundReferences {
  /** Digits that stand alone. Only these may book a line. */
  readonly whole: readonly string[]
  /** Digits of the invoice numbers, without leading zeros. */
  readonly invoices: readonly string[]
  /** Digits attached to letters or to other digits, which may mean a customer. */
  readonly attached: readonly string[]
  /** Numbers that the bank writes itself. */
  readonly bank: readonly string[]
  /** Neighbouring digits joined: "10482 8". */
  readonly joined: readonly string[]
}

/** "INV-000123", "inv 123", "INV000123", "Invoice no. 123", "Invoice #123"; not "INV 123-5" and not "INV123A". */
const INVOICE =
  /(?<![\p{L}\p{N}])inv(?:oices?|s)?(?:[\s:#.\-–_]*(?:no|num|nr|number)(?!\p{L}))?[\s:#.\-–_]*0*([1-9]\d{0,8})(?![\p{L}\p{N}]|[./:,\-–]\d)/giu

/** Numbers that banks write: user IDs, receipts, masked and whole card and account numbers. */
const OF_THE_BANK =
  /\bdirect (?:credit|debit) \d{6}\b|\bosko (?:payment |deposit )?(?:from )?\d{7}\b|\b(?:deposit|payment|transfer)[ -]online \d{7}\b|\b(?:receipt|rcpt|trace|lodgement|transaction|txn)(?: (?:no|id|ref|number))?[.:# ]*\d+|\b(?:card|bsb|a\/c|acc|acct|account)(?: (?:no|number))?[.:# ]*\d[\d-]*|[x*]{2,}[ -]?\d+/gi

const WHOLE = /(?<![\p{L}\p{N}$+]|\d[./:,\-–_'*])\d{4,9}(?![\p{L}\p{N}%]|[./:,\-–_'*]\d)/gu

const isYear = (digits: string) => /^(?:19|20)\d\d$/.test(digits)

export function readReferences(text: string): FoundReferences {
  const invoices: string[] = []
  const bank: string[] = []
  const rest = text
    .replace(INVOICE, (_, digits: string) => {
      invoices.push(digits)
      return '|'
    })
    .replace(OF_THE_BANK, (span) => {
      bank.push(...(span.match(/\d{4,9}/g) ?? []))
      return '|'
    })
  const whole = new Set<string>()
  for (const found of rest.matchAll(WHOLE)) {
    const [digits] = found
    if (!digits.startsWith('0') && !isYear(digits) && standsAlone(rest, found.index, digits)) whole.add(digits)
  }
  const runs = rest.match(/\d+/g) ?? []
  const attached = runs.filter((digits) => digits.length >= 4 && !whole.has(digits) && !isYear(digits))
  return { whole: [...whole], invoices: [...new Set(invoices)], attached, bank, joined: joined(rest) }
}

/** False beside other groups of digits ("4111 1111", "0412 345 678"), except its repetition, a day or a year. */
function standsAlone(text: string, at: number, digits: string): boolean {
  const end = at + digits.length
  const [, before = ''] = /(?<![\p{L}\p{N}])(\d{3,}) $/u.exec(text.slice(Math.max(0, at - 12), at)) ?? []
  const [, after = ''] = /^ (\d{3,})(?![\p{L}\p{N}])/u.exec(text.slice(end, end + 12)) ?? []
  return [before, after].every((other) => other === '' || other === digits || isYear(other))
}

/** "10482 8", "104-828" and "10.48.28" -> the digits together. */
function joined(text: string): string[] {
  return [...text.matchAll(/\d+(?:[ ./-]\d+)+/g)].flatMap(([group]) => {
    const parts = group.split(/\D/)
    return parts.flatMap((part, at) => {
      const two = part + (parts[at + 1] ?? '')
      const three = at + 2 < parts.length ? two + parts[at + 2] : ''
      return [two, three].filter((digits) => digits !== part && digits.length >= 4 && digits.length <= 9)
    })
  })
}

/** Every number one mistake away: one digit wrong, or two neighbours swapped. */
export function oneMistakeFrom(digits: string): string[] {
  const near: string[] = []
  for (let at = 0; at < digits.length; at++) {
    const [before, here, after] = [digits.slice(0, at), digits[at]!, digits.slice(at + 1)]
    for (let digit = 0; digit < 10; digit++) if (String(digit) !== here) near.push(`${before}${digit}${after}`)
    if (after !== '' && after[0] !== here) near.push(`${before}${after[0]}${here}${after.slice(1)}`)
  }
  return near
}
