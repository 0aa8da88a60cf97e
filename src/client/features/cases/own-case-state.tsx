import type { CaseState } from '#domain/cases.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

const SHOWN = {
  open: ['warn', 'waiting'],
  answered: ['good', 'answered'],
  closed: ['rest', 'closed'],
} as const

/** The state as the customer sees it: an open case waits for the office. */
export function OwnCaseState({ state }: { state: CaseState }) {
  const { t } = useTranslation('ownCases')
  const [tone, words] = SHOWN[state]
  return <StateBadge tone={tone}>{t(words)}</StateBadge>
}
