import type { CustomerStatus } from '#domain/words.ts'
import { useTerms } from '#client/shells/terms.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'

const TONES = { PENDING: 'warn', ACTIVE: 'good', BLOCKED: 'bad', CANCELED: 'rest' } as const satisfies Record<
  CustomerStatus,
  string
>

export function CustomerStatusBadge({ status }: { status: CustomerStatus }) {
  const { t } = useTerms()
  return <StateBadge tone={TONES[status]}>{t(`status${status}`)}</StateBadge>
}
