import type { OutputOf } from '#contract/endpoint.ts'
import type { listAudit } from '#contract/v1/audit.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { t } from '#client/ui/core/texts.ts'
import { AUDIT_KIND_WORDS, AUDIT_VERB_WORDS } from './audit-names.ts'

export type AuditRow = OutputOf<typeof listAudit>['items'][number]

const isIn = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table => Object.hasOwn(table, key)
const kindInWords = (kind: string) => (isIn(AUDIT_KIND_WORDS, kind) ? t(AUDIT_KIND_WORDS[kind]) : undefined)
const verbInWords = (verb: string) => (isIn(AUDIT_VERB_WORDS, verb) ? t(AUDIT_VERB_WORDS[verb]) : undefined)

/** "Suburb changed". An action without words is still readable. */
export function actionInWords({ action, subjectKind }: Pick<AuditRow, 'action' | 'subjectKind'>): string {
  const [about = subjectKind, ...rest] = action.split('.')
  const verb = rest.join('.')
  return `${kindInWords(about) ?? kindInWords(subjectKind) ?? spaced(about)} ${verbInWords(verb) ?? spaced(verb).toLowerCase()}`.trim()
}

/** A field's name in readable form: `postCode` is "Post code". */
export function fieldInWords(name: string): string {
  return spaced(name.replace(/ID$/, ''))
}

/** A field's value, days as 09/11/2026; the caller formats instants in the reader's time zone. */
export function valueInAudit(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('–')
  if (typeof value === 'boolean') return t(value ? 'Yes' : 'No')
  if (typeof value === 'string') return isDay(value) ? formatDay(value) : value
  if (Array.isArray(value)) return value.length === 0 ? t('–') : value.map(valueInAudit).join(', ')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, inner]) => `${fieldInWords(name)}: ${valueInAudit(inner)}`)
      .join(', ')
  }
  return String(value)
}

export function fieldsOfAudit({
  before,
  after,
}: Pick<AuditRow, 'before' | 'after'>): { name: string; before: unknown; after: unknown; same: boolean }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
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
