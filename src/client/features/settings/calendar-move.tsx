import { useRef } from 'react'
import { Checkbox } from '@mantine/core'
import { moveWeek } from '#contract/v1/calendar-move.ts'
import type { CalendarSetting } from '#contract/v1/settings.ts'
import { addDays, type Day, daysBetween, isDay } from '#domain/dates.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { type Form, FormShell } from '#client/shells/form-shell.tsx'
import { useToday } from '#client/shells/today.ts'
import { t } from '#client/ui/core/texts.ts'
import { useLatestWeek } from './calendar-data.ts'
import { MovePreview, useMovePreview } from './calendar-move-preview.tsx'

type MoveValues = { from: string; to: string; push: boolean }

interface MoveWeekProps {
  week: CalendarSetting
  /** "November, week 2" */
  name: string
  months: number
  /** The initial dates: those chosen in the form that led here. */
  dates: { from: Day; to: Day }
  onClose: () => void
  onMoved: () => void
}

/** "Move week" (holiday, flood): the preview shows the plan that is then carried out. */
export function MoveWeek({ week, name, months, dates, onClose, onMoved }: MoveWeekProps) {
  const latest = useLatestWeek(week, ({ from, to }): MoveValues => ({ from, to, push: false }))
  const today = useToday()
  const { calendarSettingID, yearNumber } = week
  return (
    <FormShell
      as="dialog"
      wide
      title={t('Move {{name}}', { name: `${name} ${yearNumber}` })}
      endpoint={moveWeek}
      fixed={{ calendarSettingID }}
      initial={{ ...dates, push: false } as MoveValues}
      required={['from', 'to']}
      toInput={({ from, to, push }) => ({ from, to, following: push ? 'push' : 'keep' })}
      check={(values) =>
        wrongDates(values, today, {
          backwards: t('The last day is before the first'),
          over: t('These dates have passed'),
        })
      }
      whole
      editing={{ version: week.version, latest }}
      labels={{ from: t('First day'), to: t('Last day'), push: t('Move the following weeks too') }}
      done={t('{{name}} moved', { name })}
      submit={t('Move week')}
      onClose={onClose}
      onSaved={onMoved}
    >
      {(form) => <MoveFields form={form} week={week} months={months} today={today} />}
    </FormShell>
  )
}

function MoveFields({
  form,
  week,
  months,
  today,
}: {
  form: Form<MoveValues>
  week: CalendarSetting
  months: number
  today: Day
}) {
  const { from, to, push } = form.getValues()
  const wrong: Record<string, unknown> = {
    ...form.errors,
    ...wrongDates({ from, to }, today, {
      backwards: t('The last day is before the first'),
      over: t('These dates have passed'),
    }),
  }
  const isSame = from === week.from && to === week.to
  const fits = isDay(from) && isDay(to) && !isSame && Object.keys(wrong).length === 0
  const preview = useMovePreview(
    fits ? { calendarSettingID: week.calendarSettingID, from, to, following: push ? 'push' : 'keep' } : null,
  )
  const inTheWay = fits && preview.shown?.refusal?.code === 'calendar_overlap'
  /** While a date is typed the box contains a part of it. */
  const lastFrom = useRef(from)
  const setFrom = (next: string) => {
    // A changed start moves the end by the same number of days.
    if (isDay(next)) {
      // The values are read again, because one keystroke may call this twice, for the text and for the resulting day.
      const end = form.getValues().to
      if (isDay(end)) form.setFieldValue('to', addDays(end, daysBetween(lastFrom.current, next)))
      lastFrom.current = next
    }
    form.setFieldValue('from', next)
    form.clearFieldError('to')
  }
  return (
    <>
      <Fields>
        <DayInput
          label={t('First day')}
          value={from}
          onChange={setFrom}
          error={wrong['from'] as string | undefined}
          withAsterisk
        />
        <DayInput
          label={t('Last day')}
          value={to}
          onChange={(next) => form.setFieldValue('to', next)}
          error={wrong['to'] as string | undefined}
          withAsterisk
        />
        {push || inTheWay ? (
          <Wide>
            <Checkbox
              description={t('By the same number of days, up to the next gap.')}
              {...form.getInputProps('push', { type: 'checkbox' })}
            />
          </Wide>
        ) : null}
      </Fields>
      {isSame ? (
        <p>{t('Choose the new dates. You’ll see what moves first.')}</p>
      ) : fits ? (
        <MovePreview {...preview} months={months} />
      ) : null}
    </>
  )
}

/** The same checks as the server's. */
function wrongDates(
  { from, to }: Pick<MoveValues, 'from' | 'to'>,
  today: Day,
  words: { backwards: string; over: string },
): Record<string, string> {
  if (!isDay(from) || !isDay(to)) return {}
  if (to < from) return { to: words.backwards }
  return to < today ? { to: words.over } : {}
}
