import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getPriceChange, type PriceChange } from '#contract/v1/price-changes.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { PriceChangeActs } from './price-change-acts.tsx'
import { PriceChangeRows } from './price-change-rows.tsx'
import {
  groupInWords,
  isOver,
  noticesInWords,
  PRICE_STATE_TONES,
  PRICE_STATE_WORDS,
  ruleInWords,
} from './price-change-words.ts'

/** /price-changes/:priceChangeID: what it does to whom, and the acts. */
export function PriceChangePage({ priceChangeID }: { priceChangeID: string }) {
  const { data: change, error, refetch } = useQuery({ ...ask(getPriceChange, { priceChangeID }), staleTime: 0 })
  return (
    <RecordPage
      title={change === undefined ? '' : `${groupInWords(change)}: ${ruleInWords(change)}`}
      back={{ to: officePaths.priceChanges(), label: t('All price changes') }}
      about={
        change === undefined ? null : (
          <>
            <StateBadge tone={PRICE_STATE_TONES[change.state]}>{t(PRICE_STATE_WORDS[change.state])}</StateBadge>
            <span>
              {t(isOver(change) ? 'was announced for {{day}}' : 'from {{day}}', { day: formatDay(change.day) })}
            </span>
          </>
        )
      }
      acts={change === undefined ? null : <PriceChangeActs change={change} />}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {change === undefined ? (
        error === null ? (
          <Skeleton height={220} radius="lg" aria-label={t('Loading')} />
        ) : null
      ) : (
        <Stack gap="md">
          {isOver(change) ? <Note tone="warn">{t('This was announced and no longer applies.')}</Note> : null}
          <Facts facts={factsOf(change)} />
          <PriceChangeRows priceChangeID={priceChangeID} />
        </Stack>
      )}
    </RecordPage>
  )
}

/** How many, and for which reasons. */
function LeftOut({ change: { leftOut, leftOutFor = [] } }: { change: PriceChange }) {
  return (
    <>
      {leftOut.toLocaleString('en-AU')}
      {leftOutFor.map(({ reason, message, count }) => (
        <Text key={reason} size="sm" c="dimmed">
          {t('{{count, number}}: {{why}}', { count, why: message })}
        </Text>
      ))}
    </>
  )
}

function factsOf(change: PriceChange): readonly Fact[] {
  const { packagePrice, firstDay, lastDay, description, dropped = 0 } = change
  return [
    { label: t('Customers'), value: change.customers.toLocaleString('en-AU') },
    { label: t('Left out'), value: <LeftOut change={change} /> },
    ...(dropped === 0 || isOver(change)
      ? []
      : [{ label: t('No longer applies to'), value: dropped.toLocaleString('en-AU') }]),
    { label: t('A year, at one bag'), value: showDollars(change.yearly) },
    { label: t('Notices'), value: noticesInWords(change) },
    ...(isOver(change)
      ? []
      : [
          {
            label: t('First day'),
            value:
              firstDay === null || lastDay === null
                ? t('None until a notice has gone')
                : firstDay === lastDay
                  ? formatDay(firstDay)
                  : t('{{first}} to {{last}}, by notice', { first: formatDay(firstDay), last: formatDay(lastDay) }),
          },
        ]),
    ...(packagePrice === null
      ? []
      : [
          {
            label: t('For new customers'),
            value: t(packagePrice.isDropped ? '{{after}} no longer applies' : '{{before}}, then {{after}}', {
              before: showDollars(packagePrice.before),
              after: showDollars(packagePrice.after),
            }),
          },
        ]),
    ...(description === null ? [] : [{ label: t('Description'), value: description }]),
  ]
}
