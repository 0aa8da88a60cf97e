import { addDays, dayOf } from './dates.ts'

/** What a stored mail is about, and which of the kept ones may still be sent (domain.md 9a). */

export const MAIL_KINDS = [
  'invoice',
  'payment_reminder',
  'collection_reminder',
  'pickup',
  'not_reached',
  'statement',
  'receipt',
  'quotation',
  'service',
  'case',
  'account',
  'pay',
  'alert',
  'other',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

const BY_FIRST_WORD: Readonly<Record<string, MailKind>> = {
  reminder: 'collection_reminder',
  pickup: 'pickup',
  'not-reached': 'not_reached',
  statement: 'statement',
  receipt: 'receipt',
  quotation: 'quotation',
  welcome: 'service',
  cancelled: 'service',
  'price-change': 'service',
  'price-cancelled': 'service',
  hold: 'service',
  autopay: 'service',
  'autopay-notice': 'invoice',
  overdue: 'payment_reminder',
  case: 'case',
  registration: 'account',
  'registration-known': 'account',
  invite: 'account',
  reset: 'account',
  'email-change': 'account',
  'account-changed': 'account',
  'second-factor': 'account',
  pay: 'pay',
  alert: 'alert',
}

/** By the words of its key: the kind, the person, and what else distinguishes the message. */
export function mailKindOf(dedupeKey: string): MailKind {
  const [kind = '', , , step] = dedupeKey.split(' ')
  if (kind === 'invoice') return step === 'first' || step === 'second' ? 'payment_reminder' : 'invoice'
  return BY_FIRST_WORD[kind] ?? 'other'
}

const MONEY_KINDS: readonly MailKind[] = ['invoice', 'payment_reminder', 'statement', 'receipt', 'pay']
/** They belong to the service, and say what is owing or could not be charged. */
const MONEY_WORDS = ['hold', 'autopay']

/** Whether the mail names what a customer owes or paid, or a driver earns: only a role with money may read or resend it. */
export const isMoneyMail = (dedupeKey: string): boolean =>
  MONEY_KINDS.includes(mailKindOf(dedupeKey)) || MONEY_WORDS.includes(dedupeKey.split(' ')[0]!)

/** The user of the office to whom an alert's mail is addressed; null: it is not about an alert. */
export function alertedUser(dedupeKey: string): string | null {
  const [kind, , userID] = dedupeKey.split(' ')
  return kind === 'alert' && userID !== undefined ? userID : null
}

export const isCollectionReminder = (dedupeKey: string): boolean => mailKindOf(dedupeKey) === 'collection_reminder'

/** The longest age, in days, of the kept mails that are sent; `older`: any. */
export const MAIL_AGES = ['week', 'month', 'older'] as const
export type MailAge = (typeof MAIL_AGES)[number]
const AGE_DAYS = { week: 7, month: 31 } as const

export function mailAgeOf(createdAt: Date, now: Date, timeZone: string): MailAge {
  const [made, today] = [dayOf(createdAt, timeZone), dayOf(now, timeZone)]
  if (made > addDays(today, -AGE_DAYS.week)) return 'week'
  return made > addDays(today, -AGE_DAYS.month) ? 'month' : 'older'
}

/** Why a kept mail is not sent with the others. */
export const LEFT_BEHIND = ['too_late', 'link_expired', 'paid', 'not_due'] as const
export type LeftBehind = (typeof LEFT_BEHIND)[number]

export interface KeptMail {
  readonly dedupeKey: string
  /** Such as a collection reminder's cut-off; null: it is never too late. */
  readonly notAfter: Date | null
  /** Null: it has no link. */
  readonly linkExpiresAt: Date | null
  /** The link is not deleted; it is when a newer one ends it. */
  readonly hasLink: boolean
  /** The invoice that it asks to pay is paid. */
  readonly isPaid: boolean
  /** The collection reminder's customer has no collection to come that week, or is no longer to be reminded of it. */
  readonly isNotDue: boolean
}

export function leftBehind(mail: KeptMail, now: Date): LeftBehind | null {
  if (mail.notAfter !== null && mail.notAfter <= now) return 'too_late'
  if (mail.linkExpiresAt !== null && (mail.linkExpiresAt <= now || !mail.hasLink)) return 'link_expired'
  if (mail.isPaid) return 'paid'
  return mail.isNotDue ? 'not_due' : null
}
