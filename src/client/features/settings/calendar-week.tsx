import { useState } from 'react'
import { Anchor, Button, Flex, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  type CalendarSetting,
  createCalendarWeek,
  deleteCalendarWeek,
  updateCalendarWeek,
} from '#contract/v1/settings.ts'
import { type CalendarRow, calendarWarnings, type WeekRef } from '#domain/calendar.ts'
import { type Day, formatDay, isDay } from '#domain/dates.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { useDepots, useRunName } from '#client/shells/depots.tsx'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { DayInput } from '#client/shells/day-input.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { type Form, FormShell } from '#client/shells/form-shell.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { listRuns } from '#contract/v1/runs.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { RunStatusBadge } from '#client/shells/run-status.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { MoveWeek } from './calendar-move.tsx'
import { monthInWords, overlapped, useLatestWeek, WEEKS_OF_A_MONTH } from './calendar-data.ts'

const DAY_WORDS = sentences({
  from: 'First day',
  to: 'Last day',
})

type WeekValues = { monthNumber: string; weekNumber: string; from: string; to: string }
const REQUIRED = ['monthNumber', 'weekNumber', 'from', 'to'] as const

const valuesOf = ({ monthNumber, weekNumber, from, to }: CalendarRow): WeekValues => ({
  monthNumber: String(monthNumber),
  weekNumber: String(weekNumber),
  from,
  to,
})
const toInput = ({ monthNumber, weekNumber, from, to }: WeekValues) => ({
  monthNumber: Number(monthNumber),
  weekNumber: Number(weekNumber),
  from,
  to,
})

interface WeekFormProps {
  /** The adjacent weeks, which its dates must not overlap. */
  others: readonly CalendarSetting[]
  months: number
  onClose: () => void
}

function useWeekForm(others: readonly CalendarSetting[]) {
  return {
    toInput,
    required: REQUIRED,
    labels: {
      monthNumber: t('Month'),
      weekNumber: t('Week of the month'),
      from: t('First day'),
      to: t('Last day'),
    },
    check: ({ from, to }: WeekValues): Record<string, string> => {
      if (!isDay(from) || !isDay(to)) return {}
      if (to < from) return { to: t('The last day is before the first') }
      const clash = overlapped(others, { from, to })
      return clash === null
        ? {}
        : {
            from: t('These dates overlap the week from {{from}} to {{to}}.', {
              from: formatDay(clash.from),
              to: formatDay(clash.to),
            }),
          }
    },
  }
}

export function WeekEdit({ week, others, months, onClose }: WeekFormProps & { week: CalendarSetting }) {
  const latest = useLatestWeek(week, valuesOf)
  const rules = useWeekForm(others)
  const [deleting, setDeleting] = useState(false)
  const [movingTo, setMovingTo] = useState<{ from: Day; to: Day } | null>(null)
  const { calendarSettingID, yearNumber } = week
  const name = t('{{month}}, week {{week}}', { month: monthInWords(week.monthNumber, months), week: week.weekNumber })
  const runs = useWeekRuns(week) ?? []
  const isSeen = runs.some(({ status }) => status !== 'draft')
  return (
    <>
      <FormShell
        {...rules}
        title={t('Edit {{name}}', { name: `${name} ${yearNumber}` })}
        endpoint={updateCalendarWeek}
        fixed={{ calendarSettingID }}
        initial={valuesOf(week)}
        editing={{ version: week.version, latest }}
        done={t('Week saved')}
        renderQuestion={({ code }) =>
          code === 'calendar_in_use' ? (
            <Note tone="warn">{t('A run uses this week. Move the week and its runs together.')}</Note>
          ) : null
        }
        onClose={onClose}
      >
        {(form) => (
          <>
            <WeekFields form={form} months={months} check={rules.check} />
            {runs.length === 0 ? null : (
              <Text c="dimmed" fz="sm">
                {isSeen
                  ? t('Drivers have seen this week in a run. Use “Move week” to move it with its runs.')
                  : plural(
                      runs.length,
                      'The draft of this week gets the same dates.',
                      'The {{count}} drafts of this week get the same dates.',
                    )}
              </Text>
            )}
            <WeekRuns week={week} />
            <Group justify="end">
              <Button variant="default" onClick={() => setMovingTo(daysOf(form.getValues(), week))}>
                {t('Move week')}
              </Button>
              {isSeen ? null : (
                <Button variant="default" onClick={() => setDeleting(true)}>
                  {t('Delete')}
                </Button>
              )}
            </Group>
          </>
        )}
      </FormShell>
      <ConfirmCommand
        opened={deleting}
        question={t('Delete {{name}}?', { name })}
        confirm={t('Delete')}
        danger
        endpoint={deleteCalendarWeek}
        input={{ calendarSettingID }}
        ifMatch={week.version}
        done={t('Week deleted')}
        onClose={() => setDeleting(false)}
        onDone={onClose}
      >
        <p>{t('There’ll be no collections this week. It can’t be deleted once an active or later run uses it.')}</p>
      </ConfirmCommand>
      {movingTo === null ? null : (
        <MoveWeek
          week={week}
          name={name}
          months={months}
          dates={movingTo}
          onClose={() => setMovingTo(null)}
          onMoved={onClose}
        />
      )}
    </>
  )
}

/** The typed dates where they are valid; else the week's current ones. */
function daysOf({ from, to }: WeekValues, week: CalendarSetting): { from: Day; to: Day } {
  return !isDay(from) || !isDay(to) || to < from ? { from: week.from, to: week.to } : { from, to }
}

export function WeekCreate({ proposed, others, months, onClose }: WeekFormProps & { proposed: CalendarRow }) {
  const rules = useWeekForm(others)
  const name = t('{{month}}, week {{week}}', {
    month: monthInWords(proposed.monthNumber, months),
    week: proposed.weekNumber,
  })
  return (
    <FormShell
      {...rules}
      title={t('Add {{name}}', { name: `${name} ${proposed.yearNumber}` })}
      endpoint={createCalendarWeek}
      fixed={{ yearNumber: proposed.yearNumber }}
      initial={valuesOf(proposed)}
      done={t('Week added')}
      onClose={onClose}
    >
      {(form) => <WeekFields form={form} months={months} check={rules.check} />}
    </FormShell>
  )
}

function WeekFields({
  form,
  months,
  check,
}: {
  form: Form<WeekValues>
  months: number
  check: (values: WeekValues) => Record<string, string>
}) {
  const { from, to } = form.getValues()
  // The error is shown while the days are being chosen, not only after sending.
  const wrong: Record<string, unknown> = { ...form.errors, ...check(form.getValues()) }
  const warnings = isDay(from) && isDay(to) && from <= to ? calendarWarnings({ from, to }) : []
  const choose = (name: 'from' | 'to', next: string) => {
    // An error of the pair is shown at both fields.
    form.clearFieldError('from')
    form.clearFieldError('to')
    form.setFieldValue(name, next)
  }
  const day = (name: 'from' | 'to') => ({
    label: t(DAY_WORDS[name]),
    value: form.getValues()[name],
    onChange: (next: string) => choose(name, next),
    error: wrong[name] as string | undefined,
    required: true,
  })
  return (
    <Fields>
      <NativeSelect
        data={Array.from({ length: months }, (_, at) => ({
          value: String(at + 1),
          label: monthInWords(at + 1, months),
        }))}
        {...form.getInputProps('monthNumber')}
      />
      <NativeSelect
        data={WEEKS_OF_A_MONTH.map((week) => ({ value: String(week), label: t('Week {{week}}', { week }) }))}
        {...form.getInputProps('weekNumber')}
      />
      <DayInput {...day('from')} />
      <DayInput {...day('to')} />
      {warnings.map(({ code, message }) => (
        <Wide key={code}>
          <Note tone="warn">{message}</Note>
        </Wide>
      ))}
    </Fields>
  )
}

/** Undefined: not known yet. */
function useWeekRuns({ yearNumber, monthNumber, weekNumber }: WeekRef) {
  const { data } = useQuery({
    ...ask(listRuns, { yearNumber, monthNumber, weekNumber, perPage: PAGE_MAX }),
    throwOnError: false,
  })
  return data?.items
}

/** An existing draft is opened instead of generating a second one, unless another depot has none. */
function WeekRuns({ week: { yearNumber, monthNumber, weekNumber } }: { week: WeekRef }) {
  const known = useWeekRuns({ yearNumber, monthNumber, weekNumber })
  const items = known ?? []
  const nameOf = useRunName()
  const depots = useDepots()
  const drafts = items.filter(({ status }) => status === 'draft')
  const isComplete =
    drafts.some(({ depotID }) => !depotID) ||
    (depots.length > 0 && depots.every(({ depotID }) => drafts.some((draft) => draft.depotID === depotID)))
  return (
    <Flex aria-label={t('Runs of this week')} component="nav" direction="column" gap="xs">
      {items.map((run) => (
        <Flex key={run.runOrderID} component="span" wrap="wrap" align="center">
          <Anchor component={Link} to={officePaths.run(run.runOrderID)}>
            {t('Open {{run}}', { run: nameOf(run) })}
          </Anchor>
          <RunStatusBadge status={run.status} />
        </Flex>
      ))}
      {known === undefined || isComplete ? null : (
        <Anchor component={Link} to={officePaths.newRun({ yearNumber, monthNumber, weekNumber })}>
          {t('Generate run')}
        </Anchor>
      )}
    </Flex>
  )
}
