import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, optionalLine } from '../shapes.ts'

export const listAudit = endpoint({
  method: 'GET',
  path: '/v1/audit',
  summary: 'Who changed what, when, before and after; newest first. `from` and `to` bound the day of the change',
  roles: { ADMIN: 'any' },
  area: 'settings',
  reads: 'any',
  input: z.strictObject({
    ...pageQuery,
    actorID: z.optional(id),
    subjectKind: z.optional(optionalLine),
    subjectID: z.optional(optionalLine),
    action: z.optional(optionalLine),
  }),
  output: pageOf(
    z.object({
      auditID: id,
      at: instant,
      actorID: z.nullable(id),
      /** Null: the system, or a person who used a link instead of a session. */
      actor: z.nullable(z.string()),
      /** The API token by which a program did it in the actor's name; null or left out: none. */
      token: z.optional(z.nullable(z.string())),
      action: z.string(),
      subjectKind: z.string(),
      subjectID: z.string(),
      /** The subject's current name; null: it no longer exists or has no name. */
      subject: z.nullable(z.string()),
      before: z.nullable(z.record(z.string(), z.unknown())),
      after: z.nullable(z.record(z.string(), z.unknown())),
    }),
  ),
  refusals: ['keyword_too_short'],
})
