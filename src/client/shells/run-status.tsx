import type { RunStatus } from '#domain/words.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

const TONES = { draft: 'warn', active: 'good', completed: 'rest', archived: 'rest' } as const

/** A run's status, with the same word and colour on every screen. */
export function RunStatusBadge({ status }: { status: RunStatus }) {
  const { t } = useTranslation('terms')
  return <StateBadge tone={TONES[status]}>{t(`runStatus${status}`)}</StateBadge>
}
