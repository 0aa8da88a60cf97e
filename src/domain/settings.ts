import { DEFAULT_CUTOFF, isCutoff } from './calendar.ts'
import { isTimeZone } from './dates.ts'
import { isEmail } from './emails.ts'
import { isABN } from './identifiers.ts'
import { ADDRESS_MAX, AMOUNT_MAX, EMAIL_MAX, LINE_MAX, NOTES_MAX } from './limits.ts'
import { MAIL_TEMPLATE, type MailTemplateName, missingField } from './mail-templates.ts'
import { fromDollars, toDollars } from './money.ts'
import { toE164 } from './phone-numbers.ts'
import { isKeepable } from './texts.ts'
import { grouped } from './typed-numbers.ts'
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
  /** AUD dollars, as stored and sent; null = the rule's own default. */
  default: number | null
}
interface Flag {
  kind: 'flag'
  default: boolean
}
interface Text {
  kind: 'text' | 'timeZone' | 'abn' | 'cutoff' | 'state' | 'email' | 'phone' | 'bsb' | 'account' | 'lines'
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
  'fee.attempt': {
    kind: 'money',
    default: null,
    about: 'Charged for Bag MT, Not out and No access. Leave blank to charge one bag.',
  },
  'pay.emptyAsBags': { kind: 'whole', default: 0, min: 0, max: 10, about: 'Bags paid to the driver for a Bag MT.' },
  'noPickup.cutoff': {
    kind: 'cutoff',
    default: DEFAULT_CUTOFF,
    about: 'Latest time to skip a pickup, before the collection week.',
  },
  'start.leadDays': {
    kind: 'whole',
    default: 3,
    min: 0,
    max: 60,
    about: 'Days between a new customer’s start date and first collection week.',
  },
  'invoice.dueDays': { kind: 'whole', default: 7, min: 0, max: 120, about: 'Days from issue to due date.' },
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
  'credit.autoApply': { kind: 'flag', default: true, about: 'New invoices use the customer’s credit straight away.' },
  'security.adminSecondFactor': {
    kind: 'flag',
    default: false,
    about:
      'Every admin needs a passkey or an authenticator app, you included. Admins without one must set it up before anything else opens.',
  },
  'mail.quotation.subject': {
    kind: 'mailSubject',
    template: 'quotation',
    default: MAIL_TEMPLATE.quotation.subject,
    about: 'Subject of the quotation.',
  },
  'mail.quotation.text': {
    kind: 'mailText',
    template: 'quotation',
    default: MAIL_TEMPLATE.quotation.text,
    about: 'Text of the quotation.',
  },
  'mail.welcome.subject': {
    kind: 'mailSubject',
    template: 'welcome',
    default: MAIL_TEMPLATE.welcome.subject,
    about: 'Subject of the welcome email.',
  },
  'mail.welcome.text': {
    kind: 'mailText',
    template: 'welcome',
    default: MAIL_TEMPLATE.welcome.text,
    about: 'Text of the welcome email.',
  },
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
 * The stored value, or the default where none is stored or it is outside the current limits. Money in AUD dollars:
 * fromDollars converts to cents.
 */
export function readSetting<K extends SettingKey>(values: Readonly<Record<string, unknown>>, key: K): SettingValue<K> {
  const kept = Object.hasOwn(values, key) ? values[key] : undefined
  return (kept !== undefined && settingProblem(key, kept) === null ? kept : SETTINGS[key].default) as SettingValue<K>
}

/** A sentence saying why the key can't have that value; null when it can. */
export function settingProblem(key: SettingKey, value: unknown): string | null {
  const setting: Setting = SETTINGS[key]
  if (typeof value === 'string' && !isKeepable(value)) return 'This contains a character that can’t be used.'
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
    case 'mailSubject':
    case 'mailText':
      return mailWordsProblem(setting, value)
    case 'timeZone':
      return typeof value === 'string' && isTimeZone(value) ? null : 'This isn’t a time zone, such as Australia/Sydney.'
    case 'abn':
      return value === '' || (typeof value === 'string' && isABN(value)) ? null : 'This isn’t a valid ABN.'
    case 'cutoff':
      return typeof value === 'string' && isCutoff(value)
        ? null
        : 'This must be a weekday and a time, such as SUN 23:59.'
  }
}

/** Why a value that is valid alone conflicts with the other settings; null when it does not. */
export function settingClash(
  others: Readonly<Record<string, unknown>>,
  key: SettingKey,
  value: unknown,
): string | null {
  if (key !== 'remind.firstDays' && key !== 'remind.secondDays') return null
  const [first, second] = [readSetting(others, 'remind.firstDays'), readSetting(others, 'remind.secondDays')]
  if (key === 'remind.firstDays')
    return Number(value) < second ? null : `The second reminder is after ${second} days, so the first must be sooner.`
  return Number(value) > first ? null : `The first reminder is after ${first} days, so the second must be later.`
}

/** The longest text each kind holds, in characters. */
const TEXT_MAX = {
  text: LINE_MAX,
  lines: ADDRESS_MAX,
  email: EMAIL_MAX,
  phone: 40,
  mailSubject: LINE_MAX,
  mailText: NOTES_MAX,
} as const

/**
 * A setting's limits: a number's minimum and maximum, a text's minimum and maximum length in characters; null where its
 * kind has none. Money in AUD dollars.
 */
export function settingBounds(setting: Setting): { min: number | null; max: number | null } {
  switch (setting.kind) {
    case 'whole':
      return { min: setting.min, max: setting.max }
    case 'money':
      return { min: 0, max: toDollars(AMOUNT_MAX) }
    case 'text':
    case 'lines':
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
  return missing === null ? null : `Without {${missing}} the email has no link.`
}

const isBroken = (text: string) => /[\r\n]/.test(text)

function priceProblem(value: unknown): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'This field must be Number'
  if (value < 0) return 'This field must be non-negative Number'
  if (value > toDollars(AMOUNT_MAX)) return `At most $${grouped(String(toDollars(AMOUNT_MAX)))}`
  try {
    fromDollars(value)
    return null
  } catch {
    return 'Money has at most two decimals'
  }
}
