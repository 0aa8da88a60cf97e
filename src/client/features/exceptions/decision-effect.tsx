import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Exception, previewDecision } from '#contract/v1/exceptions.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { payWords } from '#client/shells/pay-words.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

const EFFECT_WORDS = sentences({
  effectBillsMore: 'Completing the run bills {{amount}} more.',
  effectBillsLess: 'Completing the run bills {{amount}} less.',
  effectInvoicedMore: 'Invoices go up by {{amount}}.',
  effectInvoicedLess: 'Invoices already issued go down by {{amount}}.',
  effectUnbilledMore: '{{amount}} more waits for the next invoice.',
  effectUnbilledLess: '{{amount}} less waits for the next invoice.',
})

export type Decision = 'accept' | 'dismiss'

export function useDecisionEffect(events: readonly Exception[], decision: Decision) {
  return useQuery({
    ...ask(previewDecision, { eventIDs: events.map(({ eventID }) => eventID), decision }, { inPlace: true }),
    enabled: events.length > 0,
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
}

/** What the decision would change in money, in sentences; asked of the server, which tries it out. */
export function DecisionEffect({ effect }: { effect: ReturnType<typeof useDecisionEffect> }) {
  const { data, error, refetch } = effect
  if (data === undefined && error === null) return <Skeleton height={64} radius="md" aria-label={t('Loading')} />
  return (
    <>
      {data === undefined ? null : <Effect {...data} />}
      <StaleNotice inline error={error} onRetry={refetch} />
    </>
  )
}

function Effect({
  bills,
  billed,
  invoiced = 0,
  unbilled = 0,
  prepaid,
  pays = [],
  balance = null,
  refused,
}: OutputOf<typeof previewDecision>) {
  const money = (dollars: number) => showDollars(Math.abs(dollars))
  const more = (name: 'effectBills' | 'effectInvoiced' | 'effectUnbilled', dollars: number) =>
    dollars === 0 ? [] : [t(EFFECT_WORDS[`${name}${dollars > 0 ? 'More' : 'Less'}`], { amount: money(dollars) })]
  const billStays = billed !== undefined && [bills, invoiced, unbilled, prepaid].every((change) => change === 0)
  const sentences = [
    // That the bill stays is said where the pay changes; without any change the sentence below says so.
    ...(billStays && pays.length > 0 ? [t('The bill stays {{amount}}.', { amount: showDollars(billed) })] : []),
    ...more('effectBills', bills ?? 0),
    ...more('effectInvoiced', invoiced),
    ...more('effectUnbilled', unbilled),
    ...(prepaid === 0
      ? []
      : [
          prepaid > 0
            ? plural(
                Math.abs(prepaid),
                '{{count}} prepaid collection is used.',
                '{{count, number}} prepaid collections are used.',
              )
            : plural(
                Math.abs(prepaid),
                '{{count}} prepaid collection is given back.',
                '{{count, number}} prepaid collections are given back.',
              ),
        ]),
    ...pays.map(({ driver, amount, gst }) =>
      t(amount > 0 ? '{{driver}} is paid {{amount}} more.' : '{{driver}} is paid {{amount}} less.', {
        driver,
        amount: payWords(amount, gst),
      }),
    ),
    ...(balance === null
      ? []
      : [
          balance === 0
            ? t('The customer then owes nothing.')
            : t(balance < 0 ? 'The customer then owes {{amount}}.' : 'The customer then has {{amount}} in credit.', {
                amount: money(balance),
              }),
        ]),
  ]
  const reasons = [...new Set(refused.map(({ message }) => message))]
  return (
    <>
      {/* Without a role for money nothing is known of it. */}
      {bills === undefined && sentences.length === 0 ? null : (
        <Note tone={sentences.length === 0 ? 'good' : 'warn'}>
          {sentences.length === 0 ? t('No bill and no pay changes.') : sentences.join(' ')}
        </Note>
      )}
      {reasons.length === 0 ? null : (
        <Text c="dimmed" fz="sm" fw={400}>
          {[
            plural(
              refused.length,
              '{{count}} record can’t be decided now:',
              '{{count, number}} records can’t be decided now:',
            ),
            ...reasons,
          ].join(' ')}
        </Text>
      )}
    </>
  )
}
