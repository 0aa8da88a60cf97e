import type { BankAmount, Way } from './bank-amounts.ts'
import { quoted } from './import-rows.ts'
import type { Cents } from './money.ts'

/**
 * Reads from a word, letter or sign in a field beside the amount whether money came in or went out, and signs the
 * amounts of a file with it (domain.md 12, Signs).
 */

const worded = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

const OUT_MARK =
  /^(?:dr|db|dbt|dbit|deb|debits?|debited|withdrawals?|withdrawn|wdl|wd|money out|paid out|payment out|out|outgoing|outflow|sent|spent|expenses?|charges?|charged|fees?|minus|negative)$/
const IN_MARK =
  /^(?:cr|crdt|cre|cred|credits?|credited|deposits?|dep|money in|paid in|payment in|in|incoming|inflow|received|income|plus|positive)$/

/** Reads a cell that holds a sign word and nothing else, such as "DR", "Credit" or "Money out"; null: it does not. */
export function markedWay(cell: string): Way | null {
  const words = worded(cell)
  return OUT_MARK.test(words) ? -1 : IN_MARK.test(words) ? 1 : null
}

const OUT_WORD = /\b(?:dr|debit|directdebit|withdrawal|wdl|money out|paid out)\b|^out\b|\bout$/
const IN_WORD = /\b(?:cr|credit|directdep|deposit|dep|money in|paid in)\b|^in\b|\bin$/
/** A debit that was taken back is money in. Banks word such lines in many ways, so they are left to a person. */
const TAKEN_BACK = /\b(?:revers|return|refund|dishon|reject)/

/** Finds a sign word in the bank's name for a kind of transaction, as in "EFTPOS DEBIT"; null: it has none, or both. */
export function wayInWords(text: string): Way | null {
  const words = worded(text).replace(/\b(?:debit|credit) card\b/g, '')
  const [out, into] = [OUT_WORD.test(words), IN_WORD.test(words)]
  return out === into || TAKEN_BACK.test(words) ? null : out ? -1 : 1
}

/**
 * Finds money out at the beginning of a text, where banks name what happened: "Transfer to", "ANZ INTERNET BANKING
 * PAYMENT 123456 TO", "VISA DEBIT PURCHASE", "OUTWARD"; or a DR at its end.
 */
const SAYS_OUT =
  /^(?:(?!from\b|credit\b|deposit\b|received\b)[\w&/'-]+ ){0,3}(?:(?:transfer|payment|pymt|tfr|trf|paid|sent|bpay|osko|anyone)(?: [\dx]+)? to|(?:payment|transfer|osko|npp) sent|withdrawal|wdl|debit|purchase)\b|^(?:outward|outgoing|to)\b|\b(?:dr|debit)$/i

/**
 * Whether the bank's own words say that money went out. It is asked of lines that were read as money in, because a file
 * without signs would else post a withdrawal as a payment.
 */
export const saysMoneyOut = ({ text, type }: { readonly text: string; readonly type: string }): boolean =>
  SAYS_OUT.test(text) || wayInWords(type) === -1

/**
 * What a single letter, sign or word means in this column. Alone it can mean both, so the column's other cells decide:
 * beside a C a D is a debit, beside a W it is a deposit, and alone it means nothing (null).
 */
export function letterWays(cells: readonly string[]): ReadonlyMap<string, Way | null> {
  const letters = new Set(cells.map((cell) => cell.toUpperCase()))
  const ways: readonly (readonly [string, Way | null])[] = letters.has('W')
    ? [
        ['W', -1],
        ['D', 1],
      ]
    : [
        ['D', letters.has('C') ? -1 : null],
        ['C', 1],
        ['+', 1],
        ['-', -1],
        // Beside "Receipt" a "Payment" went out. Alone it can be a payment of a customer.
        ...(letters.has('RECEIPT')
          ? ([
              ['RECEIPT', 1],
              ['PAYMENT', -1],
            ] as const)
          : []),
      ]
  return new Map(ways)
}

export const UNSAID_WAY = 'Nothing says whether the money came in or went out.'

/** What a field beside the amount says. */
export interface StatedWay {
  readonly way: Way
  /** The field's own words, for a message. */
  readonly words: string
  /**
   * True of a field that is only a sign: where it contradicts the sign of the amount, the line is not posted. False of
   * a kind of transaction, which decides only where the amount has no sign.
   */
  readonly firm: boolean
}

export interface SignedField {
  /** Null: it can't be read. */
  readonly amount: BankAmount | null
  /** Null: no field beside the amount says anything. */
  readonly stated: StatedWay | null
}

/**
 * Learns from all lines of a file how it writes amounts of money out, with a minus or without. Then the returned
 * function signs one line's amount: negative for money out, or a sentence for people where the amount and the field
 * beside it disagree.
 */
export function signing(
  fields: readonly SignedField[],
): (amount: BankAmount, stated: StatedWay | null) => Cents | string {
  const debits = fields.flatMap(({ amount, stated }) =>
    amount !== null && amount.cents !== 0 && stated?.way === -1 ? [amount.way] : [],
  )
  const bareDebits = debits.filter((way) => way === null).length > debits.filter((way) => way === -1).length
  // Where the kinds of transaction replace the minus, a kind that can be both ("Transfer") says nothing of its amount.
  const kindsSign =
    bareDebits &&
    fields.some(({ amount, stated }) => stated?.firm === false && stated.way === -1 && amount?.way === null)
  // Where money in has a plus or CR, an amount without one is not money in.
  const marksCredits = fields.some(({ amount }) => amount?.way === 1)
  return ({ cents, way }, stated) => {
    if (cents === 0) return 0
    if (stated === null) return way === null && (marksCredits || kindsSign) ? UNSAID_WAY : cents
    if (way !== null && way !== stated.way)
      return stated.firm ? `The sign of the amount contradicts ${quoted(stated.words)}.` : cents
    if (stated.way === 1) return Math.abs(cents)
    if ((way === null) === bareDebits) return 0 - Math.abs(cents)
    return stated.firm ? 'The sign of the amount is the opposite of the other lines’.' : cents
  }
}
