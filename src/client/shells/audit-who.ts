import type { OutputOf } from '#contract/endpoint.ts'
import type { listAudit } from '#contract/v1/audit.ts'
import { t } from '#client/ui/core/texts.ts'

type Entry = OutputOf<typeof listAudit>['items'][number]

/** Who did it, as the audit log says it: a person, or a program by its API token. @param nobody without either */
export function whoInAudit({ actor, token = null }: Pick<Entry, 'actor' | 'token'>, nobody: string): string {
  return token === null ? (actor ?? nobody) : t('Token {{name}}', { name: token })
}
