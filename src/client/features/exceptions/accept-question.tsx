import { recordText } from '#client/shells/record-text.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Deciding } from './decide.tsx'
import { DecisionEffect, useDecisionEffect } from './decision-effect.tsx'

/** Asks before records are accepted, and says what that changes in money. */
export function AcceptQuestion({ deciding }: { deciding: Deciding }) {
  const { question, busy, decide, ask } = deciding
  const events = question?.events ?? []
  const effect = useDecisionEffect(events, 'accept')
  const [first] = events
  const isBetween = events.length === 1 && first!.against.length > 0
  const record = events.map((event) => recordText(event, event.serviceType)).join(', ')
  return (
    <ConfirmAction
      opened={question !== null}
      question={
        isBetween
          ? t('Use {{record}} for {{name}}?', { record, name: first?.customer ?? t('Unknown stop') })
          : plural(events.length, 'Accept this record?', 'Accept {{count, number}} records?')
      }
      confirm={isBetween ? t('Use {{record}}', { record }) : t('Accept')}
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
