import type { ReactNode } from 'react'
import { Flex, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import type { CalendarRow } from '#domain/calendar.ts'
import { dayRange, weekTitle } from '#domain/day-words.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { useToday } from '#client/shells/today.ts'
import { weekInWords } from '#client/shells/weeks.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

const SCHEDULE_WORDS = sentences({
  upcoming: 'Upcoming',
  skipped: 'No pickup',
  shifted: 'Shifted',
  'not-reached': 'Not reached',
  cancelled: 'Cancelled',
  done: 'Done',
  missed: 'Not collected',
})

const TONES = {
  upcoming: 'rest',
  skipped: 'warn',
  shifted: 'warn',
  'not-reached': 'warn',
  cancelled: 'warn',
  done: 'good',
  'bag-mt': 'good',
  missed: 'bad',
} as const satisfies Record<ScheduledWeek['state'], string>

interface CollectionWeekProps {
  week: ScheduledWeek
  /** The calendar's weeks, for the dates of the week a stop was shifted to. */
  weeks: readonly CalendarRow[]
  /** The customer's, for the photos. */
  name: string
  fetchPhoto: FetchPhoto
  act: ReactNode
}

/** One week of a customer: "Week 2, November · 9-15 Nov", what happened or will, why, and what can be done. */
export function CollectionWeek({ week, weeks, name, fetchPhoto, act }: CollectionWeekProps) {
  const today = useToday()
  const { from, to, serviceType, state, outcome, pu, reason, shiftedTo, photos, runOrderID } = week
  return (
    <Flex component="li" wrap="wrap" align="center" justify="space-between">
      <Stack gap={4} flex="1 1 14rem" miw={0}>
        <strong>
          {weekTitle(week, from, to)} · {dayRange(from, to, today)}
        </strong>
        <Group gap="4px 8px">
          <StateBadge tone={TONES[state]}>
            {state === 'bag-mt' ? outcomeWords('EMPTY', serviceType) : t(SCHEDULE_WORDS[state])}
          </StateBadge>
          {state === 'missed' && outcome !== undefined ? <span>{outcomeWords(outcome, serviceType)}</span> : null}
          {pu === undefined || pu === 0 ? null : <span>{plural(pu, '{{count}} bag', '{{count}} bags')}</span>}
          {shiftedTo === undefined ? null : <span>{t('to {{week}}', { week: weekInWords(shiftedTo, weeks) })}</span>}
          {runOrderID === undefined ? null : <Link to={officePaths.run(runOrderID)}>{t('View run')}</Link>}
        </Group>
        {/* The reason of `not-reached` is the state itself. */}
        {reason === undefined || state === 'not-reached' ? null : (
          <Text c="dimmed" fz="sm">
            {reason}
          </Text>
        )}
        {photos === undefined || photos.length === 0 ? null : (
          <Tiles component="ul" min="5.5rem" gap={6}>
            {photos.map(({ photoID }, at) => (
              <li key={photoID}>
                <PhotoView
                  photoID={photoID}
                  alt={t('Photo {{number}} of {{name}}', { number: at + 1, name })}
                  fetchPhoto={fetchPhoto}
                />
              </li>
            ))}
          </Tiles>
        )}
      </Stack>
      {act}
    </Flex>
  )
}
