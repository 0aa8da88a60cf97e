import type { OutputOf } from '#contract/endpoint.ts'
import type { listAudit } from '#contract/v1/audit.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { showABN } from '#domain/identifiers.ts'
import { showDollars, showMoney } from '#domain/money.ts'
import type { MailAge } from '#domain/mail-kinds.ts'
import { MAIL_KIND_WORDS, UP_TO_AGE_WORDS } from '#client/shells/mail-kinds.ts'
import { t } from '#client/ui/core/texts.ts'
import { AUDIT_ACTION_WORDS, AUDIT_KIND_WORDS, AUDIT_VERB_WORDS } from './audit-names.ts'

export type AuditRow = OutputOf<typeof listAudit>['items'][number]

const isIn = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table => Object.hasOwn(table, key)
const kindInWords = (kind: string) => (isIn(AUDIT_KIND_WORDS, kind) ? t(AUDIT_KIND_WORDS[kind]) : undefined)
const verbInWords = (verb: string) => (isIn(AUDIT_VERB_WORDS, verb) ? t(AUDIT_VERB_WORDS[verb]) : undefined)

/** "Suburb changed". An action without words is still readable. */
export function actionInWords({ action, subjectKind }: Pick<AuditRow, 'action' | 'subjectKind'>): string {
  if (isIn(AUDIT_ACTION_WORDS, action)) return t(AUDIT_ACTION_WORDS[action])
  const [about = subjectKind, ...rest] = action.split('.')
  const verb = rest.join('.')
  return `${kindInWords(about) ?? kindInWords(subjectKind) ?? spaced(about)} ${verbInWords(verb) ?? spaced(verb).toLowerCase()}`.trim()
}

/** A field's name in readable form: `postCode` is "Post code". */
export function fieldInWords(name: string): string {
  return spaced(name.replace(/(ID|Cents)$/, ''))
}

/** Fields that the server keeps in cents; inside another field, as in a run's edited stops, it is as sent: dollars. */
const IN_CENTS = ['amount', 'amountCents', 'credit', 'payRate', 'price', 'quotedPriceCents']

/** Matches a code such as `payment_reminder`. An underscore between small letters marks it, because people do not type one. */
const CODE = /^[a-z]+(_[a-z]+)+$/

/**
 * The value of the field `name`, days as 09/11/2026, money as $32.00; the caller formats instants in the reader's time
 * zone.
 */
export function valueInAudit(value: unknown, name = ''): string {
  if (name === 'kinds') return mailKindsInWords(value)
  if (name === 'upTo' && isIn(UP_TO_AGE_WORDS, String(value))) return t(UP_TO_AGE_WORDS[String(value) as MailAge])
  if (typeof value === 'number' && IN_CENTS.includes(name)) return showMoney(value)
  if (typeof value === 'number' && name === 'payPercentage') return `${value / 100}%`
  if (typeof value === 'string' && name === 'abn') return showABN(value) || t('–')
  if (value === null || value === undefined || value === '') return t('–')
  if (typeof value === 'boolean') return t(value ? 'Yes' : 'No')
  if (typeof value === 'string') return isDay(value) ? formatDay(value) : CODE.test(value) ? spaced(value) : value
  if (Array.isArray(value)) return value.length === 0 ? t('–') : value.map((each) => valueInAudit(each)).join(', ')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([field, inner]) => `${fieldInWords(field)}: ${valueInside(inner, field)}`)
      .join(', ')
  }
  return String(value)
}

/** The kept mails that were sent, by kind; the entries of the first builds name the kinds only. */
function mailKindsInWords(value: unknown): string {
  const words = (kind: string) => (isIn(MAIL_KIND_WORDS, kind) ? t(MAIL_KIND_WORDS[kind]) : spaced(kind))
  if (Array.isArray(value)) return value.map((kind) => words(String(kind))).join(', ')
  return Object.entries(Object(value) as object)
    .map(([kind, count]) => `${words(kind)}: ${String(count)}`)
    .join(', ')
}

const valueInside = (value: unknown, name: string): string =>
  typeof value === 'number' && name === 'amount' ? showDollars(value) : valueInAudit(value)

export function fieldsOfAudit({
  before,
  after,
}: Pick<AuditRow, 'before' | 'after'>): { name: string; before: unknown; after: unknown; same: boolean }[] {
  // The list of further changed fields is empty where there are none.
  const isNothing = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !isNothing(before?.[name]) || !isNothing(after?.[name]),
  )
  return names.map((name) => {
    const [was, is] = [before?.[name], after?.[name]]
    return {
      name,
      before: was,
      after: is,
      same: before !== null && after !== null && JSON.stringify(was) === JSON.stringify(is),
    }
  })
}

function spaced(name: string): string {
  const words = name
    .replace(/[_.-]/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
