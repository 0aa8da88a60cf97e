import type { OutputOf } from '#contract/endpoint.ts'
import type { listAudit } from '#contract/v1/audit.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { auditWords } from './audit-words.ts'

export type AuditRow = OutputOf<typeof listAudit>['items'][number]

const KINDS: Readonly<Record<string, string>> = auditWords.kind
const VERBS: Readonly<Record<string, string>> = auditWords.verb

/** "Suburb changed". An action without words is still readable. */
export function actionInWords({ action, subjectKind }: Pick<AuditRow, 'action' | 'subjectKind'>): string {
  const [about = subjectKind, ...rest] = action.split('.')
  const verb = rest.join('.')
  return `${KINDS[about] ?? KINDS[subjectKind] ?? spaced(about)} ${VERBS[verb] ?? spaced(verb).toLowerCase()}`.trim()
}

/** A field's name in readable form: `postCode` is "Post code". */
export function fieldInWords(name: string): string {
  return spaced(name.replace(/ID$/, ''))
}

/** A field's value, days as 09/11/2026; the caller formats instants in the reader's time zone. */
export function valueInAudit(value: unknown): string {
  if (value === null || value === undefined || value === '') return auditWords.none
  if (typeof value === 'boolean') return value ? auditWords.yes : auditWords.no
  if (typeof value === 'string') return isDay(value) ? formatDay(value) : value
  if (Array.isArray(value)) return value.length === 0 ? auditWords.none : value.map(valueInAudit).join(', ')
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
