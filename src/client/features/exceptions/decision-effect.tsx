import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Exception, previewDecision } from '#contract/v1/exceptions.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './exceptions.module.css'

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
  const { t } = useTranslation('exceptions')
  const { data, error, refetch } = effect
  if (data === undefined && error === null) return <Skeleton height={64} radius="md" aria-label={t('loading')} />
  return (
    <>
      {data === undefined ? null : <Effect {...data} />}
      <StaleNotice inline error={error} onRetry={refetch} />
    </>
  )
}

function Effect({ bills, invoiced, unbilled, prepaid, pays, balance, refused }: OutputOf<typeof previewDecision>) {
  const { t } = useTranslation('exceptions')
  const money = (dollars: number) => showMoney(nearestCents(Math.abs(dollars)))
  const more = (name: 'effectBills' | 'effectInvoiced' | 'effectUnbilled', dollars: number) =>
    dollars === 0 ? [] : [t(`${name}${dollars > 0 ? 'More' : 'Less'}`, { amount: money(dollars) })]
  const sentences = [
    ...more('effectBills', bills),
    ...more('effectInvoiced', invoiced),
    ...more('effectUnbilled', unbilled),
    ...(prepaid === 0
      ? []
      : [t(prepaid > 0 ? 'effectPrepaidUsed' : 'effectPrepaidBack', { count: Math.abs(prepaid) })]),
    ...pays.map(({ driver, amount }) =>
      t(amount > 0 ? 'effectPaysMore' : 'effectPaysLess', { driver, amount: money(amount) }),
    ),
    ...(balance === null
      ? []
      : [
          balance === 0
            ? t('effectSettled')
            : t(balance < 0 ? 'effectOwing' : 'effectCredit', { amount: money(balance) }),
        ]),
  ]
  const reasons = [...new Set(refused.map(({ message }) => message))]
  return (
    <>
      <Note tone={sentences.length === 0 ? 'good' : 'warn'}>
        {sentences.length === 0 ? t('effectNothing') : sentences.join(' ')}
      </Note>
      {reasons.length === 0 ? null : (
        <p className={styles.soft}>{[t('effectRefused', { count: refused.length }), ...reasons].join(' ')}</p>
      )}
    </>
  )
}
