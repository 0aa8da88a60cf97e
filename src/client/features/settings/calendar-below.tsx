import { Flex, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getSetting } from '#contract/v1/settings.ts'
import { type CalendarRow, highestMonths } from '#domain/calendar.ts'
import { formatDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { Dot } from '#client/ui/office/dot.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { gapsOf, type Holiday, monthInWords, within } from './calendar-data.ts'

export function CalendarBelow({
  rows,
  holidays,
}: {
  rows: readonly CalendarRow[]
  holidays: readonly Holiday[] | null
}) {
  const { data: state } = useQuery(ask(getSetting, { key: 'business.state' }))
  const gaps = [...gapsOf(rows).values()]
  const weekOf = (day: string) => {
    const week = rows.find((row) => within(row, day))
    return week === undefined
      ? ''
      : t('{{month}}, week {{week}}', {
          month: monthInWords(week.monthNumber, highestMonths(rows)(week.yearNumber)),
          week: week.weekNumber,
        })
  }
  return (
    <Tiles min="22rem" gap="md">
      {gaps.length === 0 ? null : (
        <section aria-labelledby="gaps">
          <Title id="gaps" order={2} size="h4" mb={4}>
            {t('Gaps')}
          </Title>
          <Text c="dimmed" fz="sm">
            {t('No collections on these days.')}
          </Text>
          <Flex component="ul" direction="column" gap={4}>
            {gaps.map(({ from, to, days }) => (
              <li key={from}>
                {t('{{from}} to {{to}}', { from: formatDay(from), to: formatDay(to) })} (
                {plural(days, '{{count}} day', '{{count}} days')})
              </li>
            ))}
          </Flex>
        </section>
      )}
      <section aria-labelledby="holidays">
        <Title id="holidays" order={2} size="h4" mb={4}>
          {t('Public holidays in {{state}}', { state: String(state?.value ?? '') })}
        </Title>
        {holidays?.length === 0 ? <p>{t('No public holidays in these weeks.')}</p> : null}
        <Flex component="ul" direction="column" gap={4}>
          {holidays?.map(({ day, name }) => (
            <li key={`${day} ${name}`}>
              <Dot colour="var(--br-bad-go)" /> {formatDay(day)} {name}{' '}
              <Text span c="dimmed" fz="sm">
                {weekOf(day)}
              </Text>
            </li>
          ))}
        </Flex>
      </section>
    </Tiles>
  )
}
