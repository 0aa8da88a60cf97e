import { alreadyRegistered } from './mails/already-registered.ts'
import { autopayExpires } from './mails/autopay-expires.ts'
import { autopayFailed } from './mails/autopay-failed.ts'
import { autopayInvite } from './mails/autopay-invite.ts'
import { autopayNotice } from './mails/autopay-notice.ts'
import { autopayStopped } from './mails/autopay-stopped.ts'
import { caseAnswered } from './mails/case-answered.ts'
import { collectionReminder } from './mails/collection-reminder.ts'
import { confirmRegistration } from './mails/confirm-registration.ts'
import { invoice } from './mails/invoice.ts'
import type { MailWords } from './mails/mail-words.ts'
import { notReached } from './mails/not-reached.ts'
import { passwordReset } from './mails/password-reset.ts'
import { pickupConfirmation } from './mails/pickup-confirmation.ts'
import { priceCancelled } from './mails/price-cancelled.ts'
import { priceChange } from './mails/price-change.ts'
import { holdEnded } from './mails/hold-ended.ts'
import { onHold } from './mails/on-hold.ts'
import { overdueFinal, overdueFirst, overdueSecond } from './mails/overdue.ts'
import { quotation } from './mails/quotation.ts'
import { receipt } from './mails/receipt.ts'
import { remindFirst } from './mails/remind-first.ts'
import { remindSecond } from './mails/remind-second.ts'
import { serviceCancelled } from './mails/service-cancelled.ts'
import { statement } from './mails/statement.ts'
import { welcome } from './mails/welcome.ts'

/** The mails whose text the office may change (Settings), in the order of the list. */
export const MAIL_TEMPLATE = {
  confirmRegistration,
  alreadyRegistered,
  quotation,
  welcome,
  collectionReminder,
  pickupConfirmation,
  notReached,
  invoice,
  remindFirst,
  remindSecond,
  overdueFirst,
  overdueSecond,
  overdueFinal,
  onHold,
  holdEnded,
  autopayInvite,
  autopayNotice,
  autopayFailed,
  autopayStopped,
  autopayExpires,
  receipt,
  statement,
  priceChange,
  priceCancelled,
  caseAnswered,
  serviceCancelled,
  passwordReset,
} as const

export type MailTemplateName = keyof typeof MAIL_TEMPLATE
export const MAIL_TEMPLATES = Object.keys(MAIL_TEMPLATE) as [MailTemplateName, ...MailTemplateName[]]

/** The values that a template needs; the firm's name is added from Settings. */
export type MailFields<Template extends MailTemplateName> = Readonly<
  Record<Exclude<(typeof MAIL_TEMPLATE)[Template]['fields'][number], 'businessName'>, string>
>

/** The links of the examples lead to no real site. */
export const SAMPLE_ORIGIN = 'https://bags.example'

/** Realistic values for a template's fields, with the firm's own name. */
export function sampleFields(template: MailTemplateName, businessName: string): Record<string, string> {
  return { ...MAIL_TEMPLATE[template].sample, businessName }
}

/** Fields whose loss a firm would only notice when customers call. */
export const MISSED_FIELDS = ['howToPay', 'alsoOverdue'] as const
export type MissedField = (typeof MISSED_FIELDS)[number]

/** The fields that the template has and the firm's own words don't name. */
export const missedFields = (template: MailTemplateName, words: string): MissedField[] =>
  MISSED_FIELDS.filter((field) => {
    const fields: readonly string[] = MAIL_TEMPLATE[template].fields
    return fields.includes(field) && !words.includes(`{${field}}`)
  })

/** Formats several lines as the value of one field. */
export function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

/**
 * Fills in a template's text. A line of only empty fields is left out, and consecutive empty lines are merged.
 * @returns the text, and the names in braces that are not fields of the template
 */
export function fillIn(words: string, values: Readonly<Record<string, string>>): { text: string; unknown: string[] } {
  const unknown = new Set<string>()
  const lines = plainBreaks(words)
    .split('\n')
    .flatMap((line) => {
      let filled: string | null = null
      const text = line.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
        if (!Object.hasOwn(values, name)) {
          unknown.add(name)
          return whole
        }
        const value = plainBreaks(values[name] ?? '')
        filled = (filled ?? '') + value
        return value
      })
      return filled === '' && isEmpty(text) ? [] : [text]
    })
  // A field's value may contain line breaks.
  const all = lines.join('\n').split('\n')
  const text = all.filter((line, place) => !isEmpty(line) || place === 0 || !isEmpty(all[place - 1] ?? '')).join('\n')
  return { text, unknown: [...unknown] }
}

/** The same for a subject, which is always one line. */
export function fillInLine(
  words: string,
  values: Readonly<Record<string, string>>,
): { text: string; unknown: string[] } {
  const { text, unknown } = fillIn(words, values)
  return { text: text.replace(/\s+/g, ' ').trim(), unknown }
}

const isEmpty = (line: string) => line.trim() === ''
const plainBreaks = (text: string) => text.replace(/\r\n?/g, '\n')

/**
 * The required field that the template's text lacks: the link or the answer that the mail is sent for. Templates
 * without one carry a document.
 */
export function missingField(template: MailTemplateName, text: string): string | null {
  const { needs }: MailWords = MAIL_TEMPLATE[template]
  return needs === undefined || text.includes(`{${needs}}`) ? null : needs
}
