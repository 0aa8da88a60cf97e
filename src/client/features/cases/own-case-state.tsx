import type { CaseState } from '#domain/cases.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'

const OWN_STATE_WORDS = sentences({
  waiting: 'Waiting for the office',
  answered: 'Answered',
  closed: 'Closed',
})

const SHOWN = {
  open: ['warn', 'waiting'],
  answered: ['good', 'answered'],
  closed: ['rest', 'closed'],
} as const

/** The state as the customer sees it: an open case waits for the office. */
export function OwnCaseState({ state }: { state: CaseState }) {
  const [tone, words] = SHOWN[state]
  return <StateBadge tone={tone}>{t(OWN_STATE_WORDS[words])}</StateBadge>
}
