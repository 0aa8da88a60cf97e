import { useState } from 'react'
import { Button, Card, Flex, Group, Skeleton, Text } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { CalendarSetting } from '#contract/v1/settings.ts'
import { CALENDAR_ENDED, calendarEnding } from '#domain/alerts.ts'
import { type CalendarRow, highestMonths } from '#domain/calendar.ts'
import { addDays, type Day, dayOf, formatDay } from '#domain/dates.ts'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { CalendarBelow } from './calendar-below.tsx'
import { monthInWords, proposedDates, useHolidays, useLastWeek, useYear } from './calendar-data.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { WeekCreate, WeekEdit } from './calendar-week.tsx'
import { YearCreate } from './calendar-year.tsx'
import { SettingsFrame } from './settings-frame.tsx'

type Opened =
  | { kind: 'edit'; week: CalendarSetting }
  | { kind: 'add'; proposed: CalendarRow }
  | { kind: 'year'; yearNumber: number }
  | null

/** /settings/calendar?yearNumber=2026: the working weeks of a year. */
export function CalendarPage() {
  const { profile } = useOffice()
  const navigate = useNavigate()
  const [today] = useState(() => dayOf(new Date(), profile.config.timeZone))
  const year = useYearInAddress(today)
  const { rows, error, refetch } = useYear(year)
  const last = useLastWeek()
  const nextToLast = useYear(last?.yearNumber ?? year)
  const holidays = useHolidays(rows ?? [])
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const months = highestMonths(rows ?? [])(year)
  const add = (monthNumber: number, weekNumber: number) => {
    const week = { yearNumber: year, monthNumber, weekNumber }
    setOpened({ kind: 'add', proposed: { ...week, ...proposedDates(rows ?? [], week) } })
  }
  const create = (yearNumber: number) => (
    <Button variant="default" className="screen-only" onClick={() => setOpened({ kind: 'year', yearNumber })}>
      {t('Create {{year}}', { year: yearNumber })}
    </Button>
  )
  // A calendar of thirteen periods continues where it ended; one of months begins with its own first Monday.
  const fourWeekly = highestMonths(nextToLast.rows ?? [])(last?.yearNumber ?? year) > 12
  const ending = last === undefined ? null : calendarEnding(last?.to ?? null, today)
  return (
    <SettingsFrame part="calendar" title={t('Calendar {{year}}', { year })}>
      {ending === null || !last ? null : (
        <Group>
          <Note tone="warn">
            <strong>
              {t(ending === CALENDAR_ENDED ? 'The calendar ended on {{day}}.' : 'The calendar ends on {{day}}.', {
                day: formatDay(last.to),
              })}
            </strong>{' '}
            {t('Collections can’t be planned after that.')}
          </Note>
          {create(last.yearNumber + 1)}
        </Group>
      )}
      <Group justify="space-between" className="screen-only">
        <Flex component="nav" wrap="wrap" align="center" gap={6} fz="lg" aria-label={t('Year')}>
          <Button
            component={Link}
            variant="default"
            px={0}
            miw="var(--br-control)"
            to={officePaths.calendar(year - 1)}
            aria-label={t('Year {{year}}', { year: year - 1 })}
          >
            ‹
          </Button>
          <Text component="strong" px="xs" aria-current="page">
            {year}
          </Text>
          <Button
            component={Link}
            variant="default"
            px={0}
            miw="var(--br-control)"
            to={officePaths.calendar(year + 1)}
            aria-label={t('Year {{year}}', { year: year + 1 })}
          >
            ›
          </Button>
          {rows === undefined || rows.length === 0 ? null : (
            <Text span c="dimmed" fz="sm">
              {t('Select a week to change it.')}
            </Text>
          )}
        </Flex>
        <Group mt={4}>
          <Button variant="default" onClick={() => print()}>
            {t('Print')}
          </Button>
          <Button
            disabled={rows === undefined || last === undefined}
            onClick={() =>
              setOpened({ kind: 'year', yearNumber: rows?.length === 0 ? year : (last?.yearNumber ?? year) + 1 })
            }
          >
            {t('Create year')}
          </Button>
        </Group>
      </Group>
      <StaleNotice error={error} onRetry={refetch} />
      {rows === undefined ? (
        error === null ? (
          <Skeleton height={480} radius="lg" aria-label={t('Loading')} role="status" />
        ) : null
      ) : rows.length === 0 ? (
        <Card padding="xl">
          <strong>{t('No weeks in {{year}} yet', { year })}</strong>
          <Text c="dimmed">{t('Create the whole year, or add weeks one by one.')}</Text>
          <Group mt={4}>
            {create(year)}
            <Button variant="default" onClick={() => add(1, 1)}>
              {t('Add {{name}}', { name: t('{{month}}, week {{week}}', { month: monthInWords(1, 12), week: 1 }) })}
            </Button>
          </Group>
        </Card>
      ) : (
        <>
          <CalendarGrid
            label={t('Calendar {{year}}', { year })}
            rows={rows}
            months={months}
            today={today}
            holidays={holidays ?? []}
            onWeek={(week) => setOpened({ kind: 'edit', week })}
            onAdd={add}
          />
          <CalendarBelow rows={rows} holidays={holidays} />
        </>
      )}
      {opened?.kind === 'edit' ? (
        <WeekEdit
          week={opened.week}
          others={(rows ?? []).filter(({ calendarSettingID }) => calendarSettingID !== opened.week.calendarSettingID)}
          months={months}
          onClose={close}
        />
      ) : null}
      {opened?.kind === 'add' ? (
        <WeekCreate proposed={opened.proposed} others={rows ?? []} months={months} onClose={close} />
      ) : null}
      {opened?.kind === 'year' ? (
        <YearCreate
          yearNumber={opened.yearNumber}
          mode={fourWeekly ? 'FOUR_WEEKLY' : 'MONTHS'}
          start={fourWeekly && last && opened.yearNumber === last.yearNumber + 1 ? addDays(last.to, 1) : ''}
          today={today}
          onClose={close}
          onCreated={(made) => {
            close()
            void navigate(officePaths.calendar(made))
          }}
        />
      ) : null}
    </SettingsFrame>
  )
}

/** The year of the address; this year where it names none. */
function useYearInAddress(today: Day): number {
  const [params] = useSearchParams()
  const named = Number(params.get('yearNumber'))
  return Number.isInteger(named) && named > 1990 && named < 2200 ? named : Number(today.slice(0, 4))
}
