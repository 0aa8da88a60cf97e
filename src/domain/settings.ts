import { DEFAULT_CUTOFF, isCutoff } from './calendar.ts'
import { isDay, isTimeZone } from './dates.ts'
import { isEmail } from './emails.ts'
import { bareNumber, isABN, typedBSB } from './identifiers.ts'
import { ADDRESS_MAX, AMOUNT_MAX, EMAIL_MAX, LINE_MAX, NOTES_MAX } from './limits.ts'
import { MAIL_SETTINGS } from './mail-settings.ts'
import { type MailTemplateName, missingField } from './mail-templates.ts'
import { isWholeCents, toDollars } from './money.ts'
import { toE164 } from './phone-numbers.ts'
import { DEFAULT_PRIVACY, DEFAULT_TERMS } from './registration-texts.ts'
import { NO_PAIR, pairProblem, pairText, readPoint } from './place.ts'
import { DEFAULT_PUT_OUT, isPutOut } from './put-out.ts'
import { DEFAULT_START_TIME, DEFAULT_TRAVEL, isTimeOfDay } from './round-rules.ts'
import { isStorable } from './texts.ts'
import { grouped } from './typed-numbers.ts'
import { CHECKOUT_MODES, GST_BASES } from './money-words.ts'
import { STATES_OF_AUSTRALIA } from './words.ts'

/** Every setting an admin may change, with its default and limits (domain.md names them). */

interface Whole {
  kind: 'whole'
  default: number
  min: number
  max: number
}
interface Money {
  kind: 'money'
  /** AUD dollars, as stored and sent; null: the rule's own default. */
  default: number | null
}
interface Flag {
  kind: 'flag'
  default: boolean
}
interface Text {
  kind:
    | 'text'
    | 'timeZone'
    | 'abn'
    | 'cutoff'
    | 'putOut'
    | 'state'
    | 'email'
    | 'phone'
    | 'bsb'
    | 'account'
    | 'bankUser'
    | 'bankCode'
    | 'lines'
    | 'document'
    | 'day'
    | 'gstBasis'
    | 'checkoutMode'
    | 'place'
    | 'time'
  default: string
}
/** A text of the mail named by `template`. */
interface MailWords {
  kind: 'mailSubject' | 'mailText'
  template: MailTemplateName
  default: string
}
export type Setting = (Whole | Money | Flag | Text | MailWords) & { about: string }

export const SETTINGS = {
  'business.name': { kind: 'text', default: '', about: 'The name customers see.' },
  'business.legalName': {
    kind: 'text',
    default: '',
    about: 'The registered name behind your ABN, at the foot of emails. Reminders can’t be sent without it.',
  },
  'business.address': { kind: 'lines', default: '', about: 'The address on invoices and emails.' },
  'business.phone': { kind: 'phone', default: '', about: 'The number customers call.' },
  'business.email': { kind: 'email', default: '', about: 'The email customers write to.' },
  'business.state': { kind: 'state', default: 'NSW', about: 'State for public holidays.' },
  'business.timeZone': {
    kind: 'timeZone',
    default: 'Australia/Sydney',
    about: 'Used for dates, cut-offs and due dates.',
  },
  'business.gstRegistered': {
    kind: 'flag',
    default: false,
    about: 'Prices include GST, and invoices are tax invoices.',
  },
  'business.abn': { kind: 'abn', default: '', about: 'Australian Business Number, on every invoice.' },
  'bank.accountName': { kind: 'text', default: '', about: 'The account customers pay into, on every invoice.' },
  'bank.bsb': { kind: 'bsb', default: '', about: 'Bank, state and branch: six digits.' },
  'bank.accountNumber': { kind: 'account', default: '', about: 'Six to ten digits.' },
  'aba.userID': {
    kind: 'bankUser',
    default: '',
    about: 'Six digits from your bank (Direct Entry user ID), for paying contractors by bank file.',
  },
  'aba.bank': { kind: 'bankCode', default: '', about: 'Your bank’s three letters, such as CBA, WBC, NAB or ANZ.' },
  'aba.remitter': {
    kind: 'text',
    default: '',
    about: 'Name on the drivers’ bank statements, at most 16 characters. Leave blank to use the business name.',
  },
  'fee.attempt': {
    kind: 'money',
    default: null,
    about: 'Charged for Bag MT, Not out and No access, in runs that are active too. Leave blank to charge one bag.',
  },
  'pay.emptyAsBags': { kind: 'whole', default: 0, min: 0, max: 10, about: 'Bags paid to the driver for a Bag MT.' },
  'noPickup.cutoff': {
    kind: 'cutoff',
    default: DEFAULT_CUTOFF,
    about: 'Latest time to skip a pickup, before the collection week.',
  },
  'collection.putOut': {
    kind: 'putOut',
    default: DEFAULT_PUT_OUT,
    about: 'The time shown to customers next to their next collection.',
  },
  'notice.text': {
    kind: 'lines',
    default: '',
    about:
      'Shown to customers where they sign in, register and see their collections, and in collection reminders. Needs its last day.',
  },
  'notice.until': { kind: 'day', default: '', about: 'The last day it’s shown.' },
  'start.leadDays': {
    kind: 'whole',
    default: 3,
    min: 0,
    max: 60,
    about: 'Days between a new customer’s start date and first collection week.',
  },
  'invoice.dueDays': { kind: 'whole', default: 7, min: 0, max: 120, about: 'Days from issue to due date.' },
  'invoice.firstNumber': {
    kind: 'whole',
    default: 1,
    min: 1,
    max: 9_000_000,
    about: 'Number of the first invoice, to go on from your old program. Has no effect once one is issued.',
  },
  'books.lockedThrough': {
    kind: 'day',
    default: '',
    about: 'Books are closed up to this day: nothing can be dated on or before it.',
  },
  'gst.basis': { kind: 'gstBasis', default: 'CASH', about: 'How GST is reported to the ATO.' },
  'opening.includesGst': {
    kind: 'flag',
    default: false,
    about: 'Balances imported from your old software include GST you haven’t reported.',
  },
  'xero.accountCode': { kind: 'text', default: '200', about: 'Code of the sales account in your Xero.' },
  'xero.taxType': {
    kind: 'text',
    default: 'GST on Income',
    about: 'Name of the tax rate for sales with GST in your Xero.',
  },
  'xero.taxTypeWithoutGst': {
    kind: 'text',
    default: 'BAS Excluded',
    about: 'Name of the tax rate in your Xero for invoices issued while you weren’t registered for GST.',
  },
  'remind.firstDays': {
    kind: 'whole',
    default: 7,
    min: 1,
    max: 365,
    about: 'Days overdue before the first reminder is offered.',
  },
  'remind.secondDays': {
    kind: 'whole',
    default: 14,
    min: 1,
    max: 365,
    about: 'Days overdue before the second reminder is offered.',
  },
  'price.noticeDays': {
    kind: 'whole',
    default: 30,
    min: 7,
    max: 180,
    about: 'Days’ notice customers get before their price rises.',
  },
  'remind.auto': {
    kind: 'flag',
    default: false,
    about: 'Send payment reminders by themselves, at 9:00 on working days. Invoices, Reminders shows who gets one.',
  },
  'remind.final': { kind: 'flag', default: false, about: 'Send a final reminder after the second.' },
  'remind.finalDays': {
    kind: 'whole',
    default: 28,
    min: 1,
    max: 365,
    about: 'Days overdue before the final reminder.',
  },
  'remind.least': { kind: 'money', default: 5, about: 'Less than this overdue isn’t chased by itself.' },
  'remind.bankDays': {
    kind: 'whole',
    default: 3,
    min: 0,
    max: 60,
    about: 'Nothing is reminded of or paused by itself when the newest bank file is older than this. 0: don’t check.',
  },
  'remind.quietUntil': {
    kind: 'day',
    default: '',
    about: 'Nothing is reminded of or paused by itself up to this day, such as over the holidays.',
  },
  'hold.auto': {
    kind: 'flag',
    default: false,
    about: 'Pause collections of customers who don’t pay, after a reminder that names the day.',
  },
  'hold.afterDays': { kind: 'whole', default: 30, min: 1, max: 365, about: 'Days overdue before collections pause.' },
  'hold.noticeDays': {
    kind: 'whole',
    default: 7,
    min: 1,
    max: 90,
    about: 'Days between the reminder that names the day and the pause.',
  },
  'hold.least': { kind: 'money', default: 20, about: 'Less than this overdue doesn’t pause collections.' },
  'promise.ownDays': {
    kind: 'whole',
    default: 0,
    min: 0,
    max: 60,
    about: 'Days ahead that customers may promise to pay an invoice by, once. 0: they can’t.',
  },
  'autopay.enabled': {
    kind: 'flag',
    default: false,
    about: 'Charge customers who saved a card or bank account by itself, after an email that names the day.',
  },
  'autopay.noticeDays': {
    kind: 'whole',
    default: 3,
    min: 1,
    max: 30,
    about: 'Days between the email and the charge. It binds those who accept it from now on.',
  },
  'autopay.tries': {
    kind: 'whole',
    default: 3,
    min: 1,
    max: 4,
    about: 'Times that a payment is tried; a bank account at most twice.',
  },
  'autopay.retryDays': {
    kind: 'whole',
    default: 3,
    min: 1,
    max: 14,
    about: 'Days until a declined payment is tried again.',
  },
  'autopay.time': { kind: 'time', default: '10:00', about: 'Time of the charges, on working days.' },
  'reminder.auto': {
    kind: 'flag',
    default: false,
    about: 'Send reminders automatically every week. When off, you create and schedule each one.',
  },
  'places.learn': {
    kind: 'flag',
    default: false,
    about:
      'Learn where customers’ bags stand from phones at the stops, for the order of the stops. Each person is asked too, and can say no.',
  },
  'route.speed': {
    kind: 'whole',
    default: DEFAULT_TRAVEL.speed,
    min: 5,
    max: 110,
    about: 'Average speed between stops, km/h, for the time a run takes.',
  },
  'route.atStop': { kind: 'whole', default: DEFAULT_TRAVEL.atStop, min: 0, max: 60, about: 'Minutes at a stop.' },
  'route.startTime': {
    kind: 'time',
    default: DEFAULT_START_TIME,
    about: 'When drivers leave, for customers who want their bags collected before a time.',
  },
  'route.depot': {
    kind: 'place',
    default: '',
    about: 'Latitude and longitude, pasted from a map. Where drivers can start and end.',
  },
  'route.tip': {
    kind: 'place',
    default: '',
    about: 'Latitude and longitude, pasted from a map. Where drivers can end.',
  },
  'credit.autoApply': {
    kind: 'flag',
    default: true,
    about: 'Open and new invoices use the customer’s credit straight away.',
  },
  'checkout.enabled': {
    kind: 'checkoutMode',
    default: 'AUTO',
    about: 'Whether customers can pay invoices by card. Test mode until Stripe is connected: no money moves.',
  },
  'security.adminSecondFactor': {
    kind: 'flag',
    default: false,
    about:
      'Every admin needs a passkey or an authenticator app, you included. Admins without one must set it up before anything else opens.',
  },
  'keep.years': {
    kind: 'whole',
    default: 7,
    min: 2,
    max: 50,
    about:
      'Older records of collections can be moved to files on the server. Outcomes, pay and invoices always stay here.',
  },
  'mail.perMinute': {
    kind: 'whole',
    default: 100,
    min: 1,
    max: 6_000,
    about:
      'Most reminders, confirmations and bulk invoices sent in a minute. Your mail server’s limit; other emails aren’t held back.',
  },
  'mail.confirmPickups': {
    kind: 'flag',
    default: true,
    about: 'Email customers what was collected, with a photo and their invoice, when a run is completed.',
  },
  'register.terms': {
    kind: 'document',
    default: DEFAULT_TERMS,
    about: 'Accepted by everyone who registers; which wording, and when, is kept. Have it checked before you use it.',
  },
  'register.privacy': {
    kind: 'document',
    default: DEFAULT_PRIVACY,
    about: 'Shown and accepted together with the terms.',
  },
  ...MAIL_SETTINGS,
} as const satisfies Record<string, Setting>

export type SettingKey = keyof typeof SETTINGS

/** The type of a key's value, on the wire and in the database; money in AUD dollars. */
export type SettingValue<K extends SettingKey> = (typeof SETTINGS)[K] extends { kind: infer Kind }
  ? Kind extends 'whole'
    ? number
    : Kind extends 'money'
      ? number | null
      : Kind extends 'flag'
        ? boolean
        : string
  : never

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key)
}

/**
 * The stored value, or the default if none is stored or it is outside the current limits. Money is in AUD dollars;
 * fromDollars converts to cents.
 */
export function readSetting<K extends SettingKey>(values: Readonly<Record<string, unknown>>, key: K): SettingValue<K> {
  const kept = Object.hasOwn(values, key) ? values[key] : undefined
  return (kept !== undefined && settingProblem(key, kept) === null ? kept : SETTINGS[key].default) as SettingValue<K>
}

/**
 * The value as it is stored: numbers of businesses and banks without what people type between their digits, and a place
 * as two numbers.
 */
export function typedSetting(key: SettingKey, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const { kind } = SETTINGS[key]
  if (kind === 'bsb') return typedBSB(value)
  if (kind === 'place') {
    const point = readPoint(value)
    return point === null ? value : pairText(point)
  }
  if (kind !== 'abn' && kind !== 'account') return value
  const trimmed = value.trim()
  return settingProblem(key, trimmed) === null ? trimmed : bareNumber(trimmed)
}

/** Why the key can't have that value, as a sentence; null: it can. */
export function settingProblem(key: SettingKey, value: unknown): string | null {
  const setting: Setting = SETTINGS[key]
  if (typeof value === 'string' && !isStorable(value)) return 'This contains a character that can’t be used.'
  switch (setting.kind) {
    case 'flag':
      return typeof value === 'boolean' ? null : 'This is either on or off.'
    case 'whole': {
      if (typeof value !== 'number') return 'This field must be Number'
      const fits = Number.isInteger(value) && value >= setting.min && value <= setting.max
      return fits ? null : `This must be a whole number from ${setting.min} to ${setting.max}.`
    }
    case 'money':
      return value === null ? null : priceProblem(value)
    case 'text':
    case 'lines':
    case 'document':
      if (setting.kind === 'text' && typeof value === 'string' && isBroken(value)) return 'This must be one line.'
      return typeof value === 'string' && value.length <= TEXT_MAX[setting.kind]
        ? null
        : `This must be at most ${TEXT_MAX[setting.kind]} characters.`
    case 'state':
      return STATES_OF_AUSTRALIA.some((state) => state === value)
        ? null
        : `This must be one of ${STATES_OF_AUSTRALIA.join(', ')}.`
    case 'email':
      return value === '' || (typeof value === 'string' && value.length <= TEXT_MAX.email && isEmail(value))
        ? null
        : 'Invalid email address'
    case 'phone':
      return value === '' || (typeof value === 'string' && value.length <= TEXT_MAX.phone && toE164(value) !== null)
        ? null
        : 'This isn’t a phone number.'
    case 'bsb':
      return value === '' || (typeof value === 'string' && /^\d{3}-?\d{3}$/.test(value))
        ? null
        : 'A BSB is six digits, such as 062-000.'
    case 'account':
      return value === '' || (typeof value === 'string' && /^\d{6,10}$/.test(value))
        ? null
        : 'An account number is six to ten digits.'
    case 'bankUser':
      return value === '' || (typeof value === 'string' && /^\d{6}$/.test(value)) ? null : 'A user ID is six digits.'
    case 'bankCode':
      return value === '' || (typeof value === 'string' && /^[A-Z]{3}$/.test(value))
        ? null
        : 'A bank code is three capital letters, such as CBA.'
    case 'day':
      return value === '' || (typeof value === 'string' && isDay(value)) ? null : 'This field must be Date'
    case 'gstBasis':
      return GST_BASES.some((basis) => basis === value) ? null : 'This must be CASH or ACCRUAL.'
    case 'checkoutMode':
      return CHECKOUT_MODES.some((mode) => mode === value) ? null : 'This must be AUTO, ON or OFF.'
    case 'mailSubject':
    case 'mailText':
      return mailWordsProblem(setting, value)
    case 'timeZone':
      return typeof value === 'string' && isTimeZone(value) ? null : 'This isn’t a time zone, such as Australia/Sydney.'
    case 'abn':
      return value === '' || (typeof value === 'string' && isABN(value)) ? null : 'This isn’t a valid ABN.'
    case 'putOut':
      return typeof value === 'string' && isPutOut(value)
        ? null
        : 'This must be FIRST or BEFORE and a time, such as FIRST 06:00.'
    case 'time':
      return typeof value === 'string' && isTimeOfDay(value) ? null : 'This must be a time, such as 07:00.'
    case 'place':
      if (value === '') return null
      return typeof value === 'string' ? pairProblem(value) : NO_PAIR
    case 'cutoff':
      return typeof value === 'string' && isCutoff(value)
        ? null
        : 'This must be a weekday and a time, such as SUN 23:59.'
  }
}

/** Why a value that is valid alone conflicts with the other settings; null: it does not. */
export function settingClash(
  others: Readonly<Record<string, unknown>>,
  key: SettingKey,
  value: unknown,
): string | null {
  if (key === 'notice.text')
    return value !== '' && readSetting(others, 'notice.until') === '' ? 'Choose its last day first.' : null
  if (key === 'notice.until')
    return value === '' && readSetting(others, 'notice.text') !== '' ? 'The notice needs its last day.' : null
  const [last, final] = [readSetting(others, 'remind.secondDays'), readSetting(others, 'remind.finalDays')]
  const hasFinal = readSetting(others, 'remind.final')
  if (hasFinal && (key === 'remind.finalDays' || key === 'remind.final'))
    return final > last ? null : `The second reminder is after ${last} days, so the final one must be later.`
  if (key !== 'remind.firstDays' && key !== 'remind.secondDays') return null
  if (key === 'remind.secondDays' && hasFinal && Number(value) >= final)
    return `The final reminder is after ${final} days, so the second must be sooner.`
  const [first, second] = [readSetting(others, 'remind.firstDays'), readSetting(others, 'remind.secondDays')]
  if (key === 'remind.firstDays')
    return Number(value) < second ? null : `The second reminder is after ${second} days, so the first must be sooner.`
  return Number(value) > first ? null : `The first reminder is after ${first} days, so the second must be later.`
}

/** Characters. */
const TEXT_MAX = {
  text: LINE_MAX,
  lines: ADDRESS_MAX,
  /** Terms of several pages. */
  document: 20_000,
  email: EMAIL_MAX,
  phone: 40,
  mailSubject: LINE_MAX,
  mailText: NOTES_MAX,
} as const

/**
 * A setting's limits: a number's minimum and maximum, a text's minimum and maximum length in characters; null: its kind
 * has none. Money in AUD dollars.
 */
export function settingBounds(setting: Setting): { min: number | null; max: number | null } {
  switch (setting.kind) {
    case 'whole':
      return { min: setting.min, max: setting.max }
    case 'money':
      return { min: 0, max: toDollars(AMOUNT_MAX) }
    case 'text':
    case 'lines':
    case 'document':
    case 'email':
    case 'phone':
      return { min: 0, max: TEXT_MAX[setting.kind] }
    case 'mailSubject':
    case 'mailText':
      return { min: 1, max: TEXT_MAX[setting.kind] }
    default:
      return { min: null, max: null }
  }
}

function mailWordsProblem({ kind, template }: MailWords, value: unknown): string | null {
  const max = TEXT_MAX[kind]
  if (typeof value !== 'string' || value.trim() === '' || value.length > max)
    return `This must be 1 to ${max} characters.`
  if (kind === 'mailSubject' && isBroken(value)) return 'The subject must be one line.'
  const missing = kind === 'mailText' ? missingField(template, value) : null
  return missing === null ? null : `Without {${missing}} the email has no ${MISSING[missing] ?? 'link'}.`
}

/** What a required field stands for, where it is no link. */
const MISSING: Readonly<Record<string, string>> = { answer: 'answer', change: 'new price', charges: 'amount and day' }

const isBroken = (text: string) => /[\r\n]/.test(text)

function priceProblem(value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'This field must be Number'
  if (value < 0) return 'This field must be non-negative Number'
  if (value > toDollars(AMOUNT_MAX)) return `At most $${grouped(String(toDollars(AMOUNT_MAX)))}`
  return isWholeCents(value) ? null : 'Money has at most two decimals'
}
