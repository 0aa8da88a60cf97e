import type { AnswerOf } from '#contract/endpoint.ts'
import type { listAudit } from '#contract/v1/audit.ts'
import type { AuditRow } from './audit-reads.ts'

type Shown = AnswerOf<typeof listAudit>['items'][number]

export function presentAudit({ entry, actor }: AuditRow, subject: string | null): Shown {
  return { ...entry, actor, subject, before: fields(entry.before), after: fields(entry.after) }
}

/** Every audited value is an object of fields (http/changes.ts). */
function fields(kept: unknown): Record<string, unknown> | null {
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : null
}
