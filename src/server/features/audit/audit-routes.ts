import { and, eq, sql } from 'drizzle-orm'
import { listAudit } from '#contract/v1/audit.ts'
import { isID } from '#domain/identifiers.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { apiTokens } from '../../db/tables/api-tokens.ts'
import { audit } from '../../db/tables/audit.ts'
import { users } from '../../db/tables/users.ts'
import { keywordIn } from '../../http/keyword.ts'
import { orderOf, paging } from '../../http/paging.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { createdBetween } from '../settings/public.ts'
import { auditPage, type AuditRow } from './audit-reads.ts'
import { subjectNames } from './subject-names.ts'

const SORTS = { at: audit.at, action: audit.action }

export const auditRoutes = ({ config }: Dependencies): Route[] => [
  serve(listAudit)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const { subjectKind, action } = input
    const where = and(
      input.actorID === undefined ? undefined : eq(audit.actorID, input.actorID),
      input.subjectID === undefined
        ? undefined
        : eq(audit.subjectID, isID(input.subjectID) ? input.subjectID.toLowerCase() : input.subjectID),
      keywordIn(input.keyword, [
        audit.action,
        audit.subjectKind,
        sql`coalesce(${users.fullName}, '')`,
        sql`coalesce(${apiTokens.name}, '')`,
      ]),
      await createdBetween(db, audit.at, input),
    )
    const orderBy = [...orderOf(input.sort, SORTS, '-at'), sql`${audit.auditID} desc`]
    const { rows, total } = await auditPage(db, { subjectKind, action, where, orderBy, limit, offset })
    const nameOf = await subjectNames(
      db,
      rows.map(({ entry }) => entry),
    )
    return { items: rows.map((row) => presentAudit(row, nameOf(row.entry))), page, perPage, total }
  }),
]

type Shown = AnswerOf<typeof listAudit>['items'][number]

function presentAudit({ entry, actor, token }: AuditRow, subject: string | null): Shown {
  return { ...entry, actor, token, subject, before: fields(entry.before), after: fields(entry.after) }
}

/** Every audited value is an object of fields (http/changes.ts). */
function fields(kept: unknown): Record<string, unknown> | null {
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : null
}
