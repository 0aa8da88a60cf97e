import type { RunStatus } from '#domain/words.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { RUN_STATUS_WORDS } from './terms.ts'

const TONES = { draft: 'warn', active: 'good', completed: 'rest', archived: 'rest' } as const

/** A run's status, with the same word and colour on every screen. */
export function RunStatusBadge({ status }: { status: RunStatus }) {
  return <StateBadge tone={TONES[status]}>{t(RUN_STATUS_WORDS[status])}</StateBadge>
}
