import { readBankAmount, type Way } from './bank-amounts.ts'
import { readBankDay } from './bank-dates.ts'
import {
  BANK_LINES_MAX,
  bankAccount,
  type BankLine,
  type BankLines,
  bankText,
  type UnreadableLine,
} from './bank-lines.ts'
import { type StatedWay, type SignedField, signing } from './bank-signs.ts'
import { quoted } from './import-rows.ts'
import type { Cents } from './money.ts'

/**
 * Reads the transactions of an OFX statement: 1.x is SGML, whose values have no closing tag, 2.x is XML. Both are read
 * as a sequence of tags, each with the text after it.
 */

export type OfxFile = ({ readonly kind: 'read' } & BankLines) | { readonly kind: 'refused'; readonly message: string }

/** Whether the text is OFX, whatever the file's name. */
export const isOfx = (text: string) =>
  // Only the first characters: a pattern that skips the spaces itself would take hours for a file of line ends.
  /^(OFXHEADER:|<\?xml[^]{0,300}<\?OFX|<\?OFX|<OFX>)/i.test(text.trimStart().slice(0, 400))

/** The values read of a transaction; others, such as the payer's account, are ignored. */
const VALUES = ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'NAME', 'MEMO'] as const
type Values = Partial<Record<string, string>>
/** No more is read of a longer value, because a bank writes a few hundred characters. */
const VALUE_MAX = 2_000

/** @param account of the firm, where the file does not name it */
export function readOfx(text: string, account: string): OfxFile {
  const transactions: Transaction[] = []
  const unreadable: UnreadableLine[] = []
  const own = { bank: '', number: '' }
  const currencies = new Set<string>()
  let open: { line: number; values: Values } | null = null
  // The amount is in the currency that CURRENCY names; ORIGCURRENCY is what the bank converted it from.
  let isOfAmount = false
  const cutOff = () => open && unreadable.push({ line: open.line, message: 'The transaction is cut off.' })
  for (const { closing, name, value, line } of tagsOf(text)) {
    if (name === 'STMTTRN') {
      if (!closing) {
        cutOff()
        // A file with more is refused, so the rest is not looked at.
        if (transactions.length + unreadable.length > BANK_LINES_MAX) break
        open = { line, values: {} }
        isOfAmount = false
      } else if (open) {
        transactions.push({ ...open, account: bankAccount(own.bank + own.number) || bankAccount(account) })
        open = null
      }
    } else if (open) {
      if (name === 'CURRENCY' || name === 'ORIGCURRENCY') isOfAmount = name === 'CURRENCY' && !closing
      if (name === 'CURSYM' && isOfAmount && !closing) open.values[name] = unescaped(value)
      if (!closing && (VALUES as readonly string[]).includes(name)) open.values[name] ??= unescaped(value)
    } else if (!closing) {
      if (name === 'BANKACCTFROM' || name === 'CCACCTFROM') own.bank = own.number = ''
      if (name === 'BANKID') own.bank = unescaped(value)
      if (name === 'ACCTID') own.number = unescaped(value)
      if (name === 'CURDEF') currencies.add(unescaped(value))
    }
  }
  cutOff()
  const foreign = [...currencies].find(isForeign)
  if (foreign !== undefined)
    return { kind: 'refused', message: `This account is in ${quoted(foreign)}, not in Australian dollars.` }
  if (transactions.length + unreadable.length > BANK_LINES_MAX)
    return { kind: 'refused', message: `This file has more than ${BANK_LINES_MAX} lines. Export a shorter range.` }
  if (transactions.length + unreadable.length === 0) return { kind: 'refused', message: 'This file has no lines.' }
  const lines: BankLine[] = []
  const amountOf = amountReader(transactions)
  for (const transaction of transactions) {
    const read = readTransaction(transaction, amountOf)
    if ('message' in read) unreadable.push(read)
    else lines.push(read)
  }
  return { kind: 'read', lines, unreadable: unreadable.sort((a, b) => a.line - b.line) }
}

const isForeign = (currency: string) => currency !== '' && currency.toUpperCase() !== 'AUD'

function* tagsOf(text: string) {
  const plain = text.replace(/<!\[CDATA\[([^]*?)\]\]>/g, (_, inside: string) => inside.replaceAll('<', '&lt;'))
  let line = 1
  let counted = 0
  for (const tag of plain.matchAll(/<(\/?)([A-Z0-9.]+)>([^<]*)/gi)) {
    for (; counted < tag.index; counted++) if (plain.charCodeAt(counted) === 10) line++
    const [, slash = '', name = '', value = ''] = tag
    yield { closing: slash !== '', name: name.toUpperCase(), value, line }
  }
}

interface Transaction {
  readonly line: number
  readonly values: Values
  readonly account: string
}

/** Banks are to sign the amount, and some leave the sign to the type. */
const WAYS: Readonly<Record<string, Way>> = {
  CREDIT: 1,
  DEP: 1,
  DIRECTDEP: 1,
  DIV: 1,
  DEBIT: -1,
  DIRECTDEBIT: -1,
  FEE: -1,
  SRVCHG: -1,
}

/** Mostly money out, but a deposit of cash or a cheque may have them too: only a sign tells. */
const EITHER_WAY = new Set(['ATM', 'CASH', 'CHECK', 'PAYMENT', 'POS', 'REPEATPMT'])

const fieldOf = ({ values: { TRNAMT = '', TRNTYPE = '' } }: Transaction): SignedField => {
  const way = WAYS[TRNTYPE.toUpperCase()]
  const stated: StatedWay | null = way === undefined ? null : { way, words: TRNTYPE, firm: false }
  return { amount: readBankAmount(TRNAMT), stated }
}

type AmountReader = (transaction: Transaction) => Cents | string

/** Reads the amount of a transaction, or says why it is unclear. */
function amountReader(transactions: readonly Transaction[]): AmountReader {
  const fields = transactions.map(fieldOf)
  const signed = signing(fields)
  const hasSigns = fields.some(({ amount }) => amount?.way === -1)
  return (transaction) => {
    const { amount, stated } = fieldOf(transaction)
    const { TRNAMT = '', TRNTYPE = '' } = transaction.values
    if (amount === null) return `${quoted(TRNAMT)} isn’t an amount.`
    const isUnclear = amount.way === null && amount.cents !== 0 && EITHER_WAY.has(TRNTYPE.toUpperCase())
    return isUnclear && !hasSigns
      ? `${quoted(TRNAMT)} has no sign, and ${quoted(TRNTYPE)} may be money out.`
      : signed(amount, stated)
  }
}

function readTransaction(transaction: Transaction, amountOf: AmountReader): BankLine | UnreadableLine {
  const { line, values, account } = transaction
  const { DTPOSTED = '', FITID = '', NAME = '', MEMO = '', TRNTYPE = '', CURSYM = '' } = values
  // "20261116120000.000[+10:AEST]": the bank's own day, taken as written.
  const day = readBankDay(DTPOSTED.slice(0, 8), 'YYYYMMDD')
  const amount = amountOf(transaction)
  if (day === null) return { line, message: `${quoted(DTPOSTED)} isn’t a date.` }
  if (typeof amount === 'string') return { line, message: amount }
  if (isForeign(CURSYM)) return { line, message: `This is in ${quoted(CURSYM)}, not in Australian dollars.` }
  const type = bankText(TRNTYPE)
  return { line, account, day, amount, text: together(NAME, MEMO), type, balance: null, fitid: bankText(FITID) || null }
}

/** NAME ends at 32 characters, and MEMO often repeats it in full. */
function together(name: string, memo: string): string {
  const [short, long] = [bankText(name), bankText(memo)]
  return long.startsWith(short) ? long : short.includes(long) ? short : bankText(`${short} ${long}`)
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const unescaped = (text: string) =>
  text
    .slice(0, VALUE_MAX)
    .replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]+));/gi, (whole, decimal?: string, hex?: string, name?: string) =>
      name === undefined
        ? String.fromCodePoint(Math.min(decimal ? Number(decimal) : parseInt(hex ?? '', 16), 0x10ffff))
        : (ENTITIES[name.toLowerCase()] ?? whole),
    )
    .trim()
