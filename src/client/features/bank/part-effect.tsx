import { Text } from '@mantine/core'
import type { previewBankPayment } from '#contract/v1/bank.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { showDollars } from '#domain/money.ts'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { effectWords } from './effect-words.ts'

type Part = OutputOf<typeof previewBankPayment>['parts'][number]

/** Whom a part is booked for, in full, and what it will do. The line is there before, so that nothing moves. */
export function PartEffect({ part }: { part: Part | undefined }) {
  if (part === undefined)
    return (
      <Text c="dimmed" role="status">
        {' '}
      </Text>
    )
  const { name, suburb, refId, namesakes, effect } = part
  const who = { name, suburb, refId }
  return (
    <>
      <Text c="dimmed" role="status">
        {effect.owing === 0
          ? t('{{name}}, {{suburb}} ({{refId}}) owes nothing.', who)
          : t('{{name}}, {{suburb}} ({{refId}}) owes {{amount}}.', { ...who, amount: showDollars(effect.owing) })}{' '}
        {effectWords(effect)}
      </Text>
      {namesakes === 0 ? null : (
        <Note tone="warn">
          {plural(
            namesakes,
            '{{count}} other customer is called {{name}} too. Check the Ref ID: {{refId}}.',
            '{{count}} other customers are called {{name}} too. Check the Ref ID: {{refId}}.',
            { name, refId },
          )}
        </Note>
      )}
    </>
  )
}
