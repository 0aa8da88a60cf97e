import { useEffect, useRef } from 'react'
import { NativeSelect, Table, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createCalendarYear, listCalendar } from '#contract/v1/settings.ts'
import { CALENDAR_MODES, type CalendarMode, type CalendarRow } from '#domain/calendar.ts'
import { addDays, type Day, formatDay, isDay } from '#domain/dates.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { Fields, Wide, WholeInput } from '#client/shells/form-parts.tsx'
import { type Form, FormShell } from '#client/shells/form-shell.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { clashesWith, plannedYear, useHolidays } from './calendar-data.ts'

const MODE_HOW_WORDS = sentences({
  MONTHS: 'A week belongs to the month its Monday is in.',
  FOUR_WEEKLY: 'Collections every four weeks, whatever the month.',
})

const MODE_WORDS = sentences({
  MONTHS: 'Months of 4 or 5 weeks',
  FOUR_WEEKLY: '13 periods of 4 weeks',
})

type YearValues = { yearNumber: number | string; mode: CalendarMode; start: string }

interface YearCreateProps {
  yearNumber: number
  /** The division of the year before, and where it ended. */
  mode: CalendarMode
  start: Day | ''
  today: Day
  onClose: () => void
  onCreated: (yearNumber: number) => void
}

/** "Create year": a preview by the rule that creates it, with the conflicts. */
export function YearCreate({ yearNumber, mode, start, today, onClose, onCreated }: YearCreateProps) {
  const inTheWay = useRef(0)
  return (
    <FormShell
      as="dialog"
      wide
      title={t('Create year')}
      endpoint={createCalendarYear}
      initial={{ yearNumber, mode, start } as YearValues}
      required={['yearNumber']}
      toInput={({ start: from, ...rest }) => ({ ...rest, ...(from === '' ? {} : { start: from }) })}
      check={(values) => ({
        ...(inTheWay.current > 0 && { start: t('Choose a later first day, or another year.') }),
        ...startProblem(values, t('{{year}} can’t start on this day', { year: values.yearNumber })),
      })}
      labels={{ yearNumber: t('Year'), mode: t('Year layout'), start: t('Starts on') }}
      done={t('{{year}} created', { year: yearNumber })}
      submit={t('Create year')}
      onClose={onClose}
      onSaved={({ items }) => onCreated(items[0]?.yearNumber ?? yearNumber)}
    >
      {(form) => <YearFields form={form} today={today} onClashes={(count) => void (inTheWay.current = count)} />}
    </FormShell>
  )
}

function YearFields({
  form,
  today,
  onClashes,
}: {
  form: Form<YearValues>
  today: Day
  onClashes: (count: number) => void
}) {
  const { yearNumber, mode, start } = form.getValues()
  const rows =
    startProblem(form.getValues(), '').start === undefined ? plannedYear(Number(yearNumber), mode, start) : []
  const kept = useNearbyWeeks(Number(yearNumber), rows)
  const clashes = clashesWith(kept, rows)
  const holidays = useHolidays(rows) ?? []
  useEffect(() => onClashes(clashes.size))
  return (
    <>
      <Fields>
        <WholeInput {...form.getInputProps('yearNumber')} />
        <NativeSelect
          description={t(MODE_HOW_WORDS[mode])}
          data={CALENDAR_MODES.map((one) => ({ value: one, label: t(MODE_WORDS[one]) }))}
          {...form.getInputProps('mode')}
        />
        <DayInput
          label={t('Starts on')}
          description={t('Leave blank for the first Monday of the year.')}
          value={start}
          onChange={(day) => form.setFieldValue('start', day)}
          onBlur={() => void form.validateField('start')}
          error={form.errors['start'] as string | undefined}
        />
        {clashes.size === 0 ? null : (
          <Wide>
            <div role="alert">
              <Note tone="bad">
                <strong>
                  {plural(
                    clashes.size,
                    '{{count}} week is already in the calendar or overlaps one.',
                    '{{count}} weeks are already in the calendar or overlap one.',
                  )}
                </strong>
                <p>{t('Choose a later first day, or another year.')}</p>
              </Note>
            </div>
          </Wide>
        )}
      </Fields>
      {rows.length === 0 ? (
        <Note tone="warn">{t('No weeks left in {{year}} from this day', { year: yearNumber })}</Note>
      ) : (
        <section aria-label={t('Preview')}>
          <Title order={3} size="h4" mb={4}>
            {t('Preview')}: {plural(rows.length, '{{count}} week', '{{count}} weeks')},{' '}
            {t('{{from}} to {{to}}', { from: formatDay(rows[0]!.from), to: formatDay(rows.at(-1)!.to) })}
          </Title>
          <Table.ScrollContainer minWidth={0} type="native">
            <CalendarGrid
              label={t('Preview')}
              rows={rows}
              months={mode === 'FOUR_WEEKLY' ? 13 : 12}
              today={today}
              holidays={holidays}
              clashes={clashes}
            />
          </Table.ScrollContainer>
        </section>
      )}
    </>
  )
}

/** The same check as the server's: a four-weekly year may begin in the last days of the year before. */
function startProblem({ yearNumber, mode, start }: YearValues, sentence: string): { start?: string } {
  if (start !== '' && !isDay(start)) return { start: sentence }
  const year = Number(start.slice(0, 4))
  return start === '' || year === Number(yearNumber) || (mode === 'FOUR_WEEKLY' && year === Number(yearNumber) - 1)
    ? {}
    : { start: sentence }
}

/** The weeks a new year may conflict with: those of the same year number, and those around its dates. */
function useNearbyWeeks(yearNumber: number, rows: readonly CalendarRow[]) {
  const [first, last] = [rows[0], rows.at(-1)]
  const asks = first !== undefined && last !== undefined
  const near = useQuery({
    ...ask(listCalendar, {
      from: asks ? addDays(first.from, -28) : '1990-01-01',
      to: asks ? last.to : '1990-01-01',
      perPage: PAGE_MAX,
    }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  const named = useQuery({
    ...ask(listCalendar, { yearNumber: asks ? yearNumber : 1990, perPage: PAGE_MAX }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  const all = [...(near.data?.items ?? []), ...(named.data?.items ?? [])]
  return [...new Map(all.map((row) => [row.calendarSettingID, row])).values()]
}
