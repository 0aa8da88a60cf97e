import type { ListedCase } from '#contract/v1/cases.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { CASE_STATE_WORDS } from './case-states.ts'

const TONES = { open: 'warn', answered: 'good', closed: 'rest' } as const

/** The state as the office sees it: an open case waits for the office. */
export function CaseState({ caseItem: { state, disagreed } }: { caseItem: Pick<ListedCase, 'state' | 'disagreed'> }) {
  const contested = state === 'open' && disagreed
  return (
    <StateBadge tone={contested ? 'bad' : TONES[state]}>
      {t(contested ? 'Doesn’t agree' : CASE_STATE_WORDS[state])}
    </StateBadge>
  )
}
