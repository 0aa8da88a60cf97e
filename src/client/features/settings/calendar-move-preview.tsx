import { Anchor, Box, Card, Flex, Skeleton, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type MovedWeek, previewMoveWeek } from '#contract/v1/calendar-move.ts'
import { formatDay } from '#domain/dates.ts'
import { runInWords } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { RunStatusBadge } from '#client/shells/run-status.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#client/api/query-client.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { monthInWords } from './calendar-data.ts'

export function MovePreview({ shown, isAsking, error, askAgain, months }: MovePreviewed & { months: number }) {
  if (error !== null) return <StaleNotice error={error} onRetry={askAgain} />
  if (shown === undefined) return <Skeleton height={120} radius="md" role="status" aria-label={t('Loading')} />
  const { refusal, warnings, weeks } = shown
  const runs = weeks.reduce((sum, week) => sum + week.runs.length, 0)
  return (
    <Flex aria-label={t('Preview')} aria-busy={isAsking} component="section" direction="column" gap="xs">
      {refusal === null ? null : (
        <div role="alert">
          <Note tone="bad">{refusal.message}</Note>
        </div>
      )}
      {refusal === null &&
        warnings.map(({ code, message }) => (
          <Note key={`${code} ${message}`} tone="warn">
            {message}
          </Note>
        ))}
      <Title order={3} size="h4" mb={4}>
        {plural(weeks.length, '{{count}} week moves', '{{count}} weeks move')}
        {runs === 0 ? '' : `, ${plural(runs, '{{count}} run with them', '{{count}} runs with them')}`}
      </Title>
      {/* A long list scrolls, by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Box mah="24rem" style={{ overflowY: 'auto' }} tabIndex={0} role="region" aria-label={t('All weeks that move')}>
        <Flex component="ul" direction="column" gap={4}>
          {weeks.map((week) => (
            <Concerned
              key={week.calendarSettingID}
              week={week}
              months={Math.max(months, week.monthNumber)}
              withYear={week.yearNumber !== weeks[0]?.yearNumber}
            />
          ))}
        </Flex>
      </Box>
    </Flex>
  )
}

function Concerned({ week, months, withYear }: { week: MovedWeek; months: number; withYear: boolean }) {
  const today = useToday()
  const days = ({ from, to }: MovedWeek['before']) => `${formatDay(from)}–${formatDay(to)}`
  const also = [
    week.runs.length > 0
      ? plural(week.customers, '{{count}} customer with a stop', '{{count}} customers with a stop')
      : plural(week.customers, '{{count}} customer due, no run yet', '{{count}} customers due, no run yet'),
    ...(week.noPickups > 0
      ? [plural(week.noPickups, '{{count}} no pickup (stays)', '{{count}} no pickups (stay)')]
      : []),
    ...(week.pickupRequests > 0
      ? [plural(week.pickupRequests, '{{count}} open pickup request', '{{count}} open pickup requests')]
      : []),
  ]
  return (
    <Card component="li" p="sm" style={{ gap: 2 }}>
      <strong>
        {t('{{month}}, week {{week}}', { month: monthInWords(week.monthNumber, months), week: week.weekNumber })}
        {withYear ? ` ${week.yearNumber}` : ''}
      </strong>
      <span>{t('{{before}} becomes {{after}}', { before: days(week.before), after: days(week.after) })}</span>
      <span>{also.join(', ')}</span>
      {week.runs.map(({ runOrderID, readableID, status, drivers }) => (
        <Flex key={runOrderID} component="span" wrap="wrap" align="center">
          <Anchor component={Link} to={officePaths.run(runOrderID)}>
            {runInWords({ ...week, readableID, fromDate: week.before.from, toDate: week.before.to }, today)}
          </Anchor>
          <RunStatusBadge status={status} />
          {drivers.length === 0 ? t('No driver yet') : drivers.join(', ')}
        </Flex>
      ))}
    </Card>
  )
}

const ASK_AFTER_MS = 300
const NONE = { calendarSettingID: '', from: '', to: '' }

interface MovePreviewed {
  /** The previous preview stays until the next one is loaded. */
  shown: OutputOf<typeof previewMoveWeek> | undefined
  isAsking: boolean
  error: Error | null
  askAgain: () => void
}

/** The preview of a move, shortly after the last change. @param wish null while there is nothing to request */
export function useMovePreview(wish: CallOf<typeof previewMoveWeek> | null): MovePreviewed {
  const [settled] = useDebouncedValue(JSON.stringify(wish), ASK_AFTER_MS)
  const settledWish = JSON.parse(settled) as typeof wish
  const { data, error, isFetching, refetch } = useQuery({
    ...ask(previewMoveWeek, settledWish ?? NONE, { inPlace: true }),
    enabled: settledWish !== null,
    placeholderData: keepPreviousData,
    throwOnError: false,
    staleTime: 0,
  })
  return {
    shown: settledWish === null ? undefined : data,
    isAsking: isFetching || settled !== JSON.stringify(wish),
    error,
    askAgain: () => void refetch(),
  }
}
