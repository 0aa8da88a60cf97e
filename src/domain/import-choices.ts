import { collectionWords, paymentWords } from './scheme-words.ts'
import { COLLECTION_SCHEMES, type CollectionScheme, PAYMENT_SCHEMES } from './words.ts'

/** The choices of an import's columns: how screens call them, and what files call them. */

const SHOWN: Readonly<Record<string, string>> = {
  PENDING: 'Pending',
  ACTIVE: 'Active',
  BLOCKED: 'Blocked',
  CANCELED: 'Cancelled',
  PERSONAL: 'Personal',
  BUSINESS: 'Business',
}

/** "MONTHLY" -> "Every month"; a code that is a word of its own, such as NSW or 1A, stays. */
export function shownChoice(code: string): string {
  const scheme = COLLECTION_SCHEMES.find((one) => one === code)
  const payment = PAYMENT_SCHEMES.find((one) => one === code)
  return scheme ? collectionWords(scheme) : payment ? paymentWords(payment) : (SHOWN[code] ?? code)
}

/** Other words of files, as `letters` leaves them. What can mean two things, such as "bimonthly", is not here. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  ACTIVE: ['current', 'live'],
  BLOCKED: ['onhold', 'hold', 'suspended', 'paused'],
  CANCELED: ['cancelled', 'ended', 'left', 'former', 'closed', 'finished'],
  PERSONAL: [
    'private',
    'residential',
    'resident',
    'resi',
    'res',
    'household',
    'homeowner',
    'domestic',
    'individual',
    'home',
    'p',
  ],
  BUSINESS: ['commercial', 'comm', 'company', 'corporate', 'trade', 'bus', 'biz', 'b'],
  POSTPAID: ['aftercollection', 'paidafter', 'afterwards', 'inarrears', 'arrears', 'postpay', 'onaccount'],
  PREPAID: ['advance', 'paidinadvance', 'upfront', 'prepay', 'prepayment'],
  FLEXIBLE: [
    'whenyouaskforit',
    'ondemand',
    'oncall',
    'onorder',
    'asneeded',
    'asrequired',
    'whenneeded',
    'adhoc',
    'callin',
  ],
  ONE_OFF: ['onetime', 'onceonly', 'oneonly'],
  NSW: ['newsouthwales'],
  VIC: ['victoria'],
  QLD: ['queensland'],
  SA: ['southaustralia'],
  WA: ['westernaustralia'],
  TAS: ['tasmania'],
  ACT: ['australiancapitalterritory'],
  NT: ['northernterritory'],
}

/** 'Second-monthly' and 'SECOND_MONTHLY' are alike. */
const letters = (word: string) => word.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The choice that a cell means; null: none for sure. */
export function readChoice(choices: readonly string[], cell: string): string | null {
  const words = [letters(cell), letters(cell.replace(/\s(?:account|customer|client)$/i, ''))]
  const isMeant = (code: string) =>
    [letters(code), letters(shownChoice(code)), ...(OTHER_WORDS[code] ?? [])].some((word) => words.includes(word))
  const scheme = schemeOfRhythm(cell)
  return choices.find(isMeant) ?? choices.find((code) => code === scheme) ?? null
}

const NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  once: 1,
  two: 2,
  twice: 2,
  second: 2,
  other: 2,
  three: 3,
  third: 3,
  four: 4,
  fourth: 4,
  six: 6,
  eight: 8,
  twelve: 12,
  thirteen: 13,
}

/** "Twice a month", "2 per week", "2/month" and "2 x monthly" say how many times, not how many weeks or months apart. */
const TIMES =
  /\b(?:twice|thrice|times)\b|\d\s*x\b|\bx\s*\d|\b(?:\d+|two|three|four|six|eight)\s*(?:\/|per\b|an?\b|each\b)/i

const BY_WEEKS: Readonly<Record<number, CollectionScheme>> = {
  2: 'FORTNIGHTLY',
  4: 'MONTHLY',
  8: 'SECOND_MONTHLY',
  12: 'QUARTERLY',
  13: 'QUARTERLY',
}
const BY_MONTHS: Readonly<Record<number, CollectionScheme>> = { 1: 'MONTHLY', 2: 'SECOND_MONTHLY', 3: 'QUARTERLY' }

/**
 * "4 weekly", "every two weeks", "every 2nd month", "once a month", "once every 2 months", "quarterly"; null: another
 * rhythm or none.
 */
function schemeOfRhythm(cell: string): CollectionScheme | null {
  const words = cell
    .toLowerCase()
    .replace(/(\d)(?=[wmx])/g, '$1 ')
    .split(/[^a-z0-9]+/)
    .filter(
      (word) =>
        word !== '' &&
        !['every', 'each', 'per', 'a', 'the', 'collection', 'pickup', 'service', 'x', 'times', 'time'].includes(word),
    )
    .map((word) => String(NUMBERS[word] ?? word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1')))
  const isNumber = (word = '') => /^\d+$/.test(word)
  if (words[0] === '1' && isNumber(words[1])) words.shift()
  const [count, unit = '', more] = isNumber(words[0]) ? words : ['1', ...words]
  if (more !== undefined) return null
  const each = Number(count)
  if (each !== 1 && TIMES.test(cell)) return null
  if (/^(?:weeks?|weekly|wks?|wkly)$/.test(unit)) return BY_WEEKS[each] ?? null
  if (/^(?:fortnights?|fortnightly)$/.test(unit)) return BY_WEEKS[2 * each] ?? null
  if (/^(?:months?|monthly|mths?|mthly)$/.test(unit)) return BY_MONTHS[each] ?? null
  return /^(?:quarters?|quarterly)$/.test(unit) && each === 1 ? 'QUARTERLY' : null
}
