import type { BankAmount, Way } from './bank-amounts.ts'
import { quoted } from './import-rows.ts'
import type { Cents } from './money.ts'

/** Whether money came in or went out, where a field other than the amount says so (domain.md 12, Signs). */

const worded = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

const OUT_MARK =
  /^(?:dr|debits?|debited|withdrawals?|withdrawn|wdl|wd|money out|paid out|payment out|out|outgoing|outflow|sent|spent|expenses?)$/
const IN_MARK =
  /^(?:cr|credits?|credited|deposits?|dep|money in|paid in|payment in|in|incoming|inflow|received|income)$/

/** What a cell says that holds nothing else: "DR", "Credit", "Money out". */
export function markedWay(cell: string): Way | null {
  const words = worded(cell)
  return OUT_MARK.test(words) ? -1 : IN_MARK.test(words) ? 1 : null
}

const OUT_WORD = /\b(?:dr|debit|directdebit|withdrawal|wdl|money out|paid out)\b|^out\b|\bout$/
const IN_WORD = /\b(?:cr|credit|directdep|deposit|dep|money in|paid in)\b|^in\b|\bin$/
/** A debit that was taken back is money in, and these texts are not always as clear. */
const TAKEN_BACK = /\b(?:revers|return|refund|dishon|reject)/

/** What the bank's name for a kind of transaction says: "EFTPOS DEBIT", "Transfer credit"; null: nothing, or both. */
export function wayInWords(text: string): Way | null {
  const words = worded(text).replace(/\b(?:debit|credit) card\b/g, '')
  const [out, into] = [OUT_WORD.test(words), IN_WORD.test(words)]
  return out === into || TAKEN_BACK.test(words) ? null : out ? -1 : 1
}

/** "Transfer to", "ANZ INTERNET BANKING PAYMENT 123456 TO", "VISA DEBIT PURCHASE": banks begin with what happened. */
const SAYS_OUT =
  /^(?:(?!from\b|credit\b|deposit\b|received\b)[\w&/'-]+ ){0,3}(?:(?:transfer|payment|pymt|tfr|trf|paid|sent|bpay|osko)(?: [\dx]+)? to|withdrawal|wdl|debit|purchase)\b/i

/** Whether the bank's own words say that money went out. The reader of the file may have taken it for money in. */
export const saysMoneyOut = ({ text, type }: { readonly text: string; readonly type: string }): boolean =>
  SAYS_OUT.test(text) || wayInWords(type) === -1

/** The ways that cells of one column mean by one letter, sign or word that alone can mean both; a D is a debit beside C and a deposit beside W. */
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
        // A payment beside receipts went out; alone it is a customer's word.
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
export interface SaidWay {
  readonly way: Way
  /** The field's own words, for a message. */
  readonly words: string
  /** A field for nothing else contradicts the amount; words for a kind of transaction only complete it. */
  readonly firm: boolean
}

export interface SignedField {
  /** Null: it can't be read. */
  readonly amount: BankAmount | null
  /** Null: no field beside the amount says anything. */
  readonly said: SaidWay | null
}

/**
 * Signs the amounts of a file: its lines decide together how its amounts are written. The function returned gives the
 * amount of one line, negative for money out, or a sentence that says why it is unclear.
 */
export function signing(fields: readonly SignedField[]): (amount: BankAmount, said: SaidWay | null) => Cents | string {
  const debits = fields.flatMap(({ amount, said }) =>
    amount !== null && amount.cents !== 0 && said?.way === -1 ? [amount.way] : [],
  )
  const bareDebits = debits.filter((way) => way === null).length > debits.filter((way) => way === -1).length
  // Where money in has a plus or CR, an amount without one is not money in.
  const marksCredits = fields.some(({ amount }) => amount?.way === 1)
  return ({ cents, way }, said) => {
    if (cents === 0) return 0
    if (said === null) return way === null && marksCredits ? UNSAID_WAY : cents
    if (way !== null && way !== said.way)
      return said.firm ? `The sign of the amount contradicts ${quoted(said.words)}.` : cents
    if (said.way === 1) return Math.abs(cents)
    if ((way === null) === bareDebits) return 0 - Math.abs(cents)
    return said.firm ? 'The sign of the amount is the opposite of the other lines’.' : cents
  }
}
