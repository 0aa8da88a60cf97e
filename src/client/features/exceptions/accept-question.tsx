import { recordText } from '#client/shells/record-text.ts'
import { useTerms } from '#client/shells/terms.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Deciding } from './decide.tsx'
import { DecisionEffect, useDecisionEffect } from './decision-effect.tsx'

/** Asks before records are accepted, and says what that changes in money. */
export function AcceptQuestion({ deciding }: { deciding: Deciding }) {
  const { t } = useTranslation('exceptions')
  const { t: terms } = useTerms()
  const { question, busy, decide, ask } = deciding
  const events = question?.events ?? []
  const effect = useDecisionEffect(events, 'accept')
  const [first] = events
  const isBetween = events.length === 1 && first!.against.length > 0
  const record = events.map((event) => recordText(terms, event)).join(', ')
  return (
    <ConfirmAction
      opened={question !== null}
      question={
        isBetween
          ? t('useTitle', { record, name: first?.customer ?? t('unknownStop') })
          : t('acceptTitle', { count: events.length })
      }
      cancel={t('cancel')}
      confirm={isBetween ? t('use', { record }) : t('accept')}
      busy={busy.size > 0 || effect.isFetching}
      onCancel={() => ask(null)}
      onConfirm={() =>
        void decide(events, 'accept').then(() => {
          question?.done()
          ask(null)
        })
      }
    >
      {question === null ? null : <DecisionEffect effect={effect} />}
    </ConfirmAction>
  )
}
