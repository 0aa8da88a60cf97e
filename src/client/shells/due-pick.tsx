import { Select } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { type CalendarSetting, listCalendar } from '#contract/v1/settings.ts'
import { compareWeeks, rowOfWeek, type WeekRef } from '#domain/calendar.ts'
import { type DuePointer, isOnRequest, isOwnWeek } from '#domain/cycle.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import type { CollectionScheme } from '#domain/words.ts'
import { ask } from '#client/api/query-client.ts'
import { t } from '#client/ui/core/texts.ts'
import { useToday } from './today.ts'
import { periodInWords, weekName } from './weeks.ts'

/** The calendar's weeks of this year and the next that are not over, earliest first; undefined while loading. */
export function useComingWeeks(): readonly CalendarSetting[] | undefined {
  const today = useToday()
  const years = useCalendarYears()
  if (years.some(({ data }) => data === undefined)) return undefined
  return years
    .flatMap(({ data }) => data!.items)
    .filter(({ to }) => to >= today)
    .sort(compareWeeks)
}

export function useCalendarYears() {
  const year = Number(useToday().slice(0, 4))
  return useQueries({
    queries: [year, year + 1].map((yearNumber) => ask(listCalendar, { yearNumber, perPage: PAGE_MAX })),
  })
}

/** The value in a form: `2026-11-2`. */
export const dueText = (due: DuePointer | null): string =>
  due === null ? '' : [due.yearNumber, due.monthNumber, due.weekNumber].filter((part) => part !== undefined).join('-')

/**
 * The value on the wire: only the fortnightly scheme names its week; on-request customers have none. @param text of a
 * pick; empty: none named
 */
export function dueOf(text: string, scheme: CollectionScheme): DuePointer | undefined {
  if (text === '' || isOnRequest(scheme)) return undefined
  const { weekNumber, ...period } = pointerOf(text)
  return { ...period, ...(scheme === 'FORTNIGHTLY' && weekNumber !== undefined && { weekNumber }) }
}

function pointerOf(text: string): DuePointer {
  const [yearNumber = 0, monthNumber = 0, weekNumber] = text.split('-').map(Number)
  return { yearNumber, monthNumber, ...(weekNumber !== undefined && { weekNumber }) }
}

/**
 * "Week 2, November · 9-15 Nov 2026", of a month without such a week the next one that there is; else the period alone:
 * "December 2026".
 */
export function dueInWords(
  due: DuePointer,
  scheme: CollectionScheme,
  weekNumber: number | null,
  weeks: readonly CalendarSetting[],
): string {
  const number = due.weekNumber ?? weekNumber
  const isOwn = number !== null && (weekNumber === null || isOwnWeek(scheme, weekNumber, number))
  const row = isOwn ? rowOfWeek({ ...due, weekNumber: number }, weeks) : null
  return row === null ? periodInWords(due) : weekName(row)
}

interface DuePickProps {
  label?: string
  scheme: CollectionScheme | ''
  /** The customer's week, or the one they would get. */
  weekNumber: number | null
  value: string
  onChange: (value: string) => void
  error?: unknown
  required?: boolean
  description?: string
}

/** The period a customer is next due in, chosen among their scheme's coming weeks. */
export function DuePick({
  label,
  scheme,
  weekNumber,
  value,
  onChange,
  error,
  required = false,
  description,
}: DuePickProps) {
  const weeks = useComingWeeks()
  const onRequest = scheme !== '' && isOnRequest(scheme)
  const mine =
    scheme === '' || weekNumber === null || onRequest
      ? []
      : (weeks ?? []).filter((week) => isOwnWeek(scheme, weekNumber, week.weekNumber))
  const options = new Map(mine.map((row) => [optionOf(row, scheme), weekName(row)]))
  // The current value is offered even when it is overdue or not in the customer's week.
  if (value !== '' && !options.has(value))
    options.set(value, t('{{due}} (current)', { due: periodInWords(pointerOf(value)) }))
  const why = onRequest
    ? t('Collected on request only.')
    : weekNumber === null
      ? t('Choose a week first.')
      : weeks !== undefined && mine.length === 0
        ? t('The calendar has no upcoming weeks with this number.')
        : description
  return (
    <Select
      label={label ?? t('First collection')}
      description={why}
      data={[...options].map(([option, words]) => ({ value: option, label: words }))}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      placeholder={required ? undefined : t('Next available week')}
      disabled={onRequest || weekNumber === null}
      clearable={!required}
      allowDeselect={!required}
      withAsterisk={required}
      error={error === undefined || error === null ? undefined : String(error)}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

const optionOf = ({ yearNumber, monthNumber, weekNumber }: WeekRef, scheme: CollectionScheme | '') =>
  dueText(scheme === 'FORTNIGHTLY' ? { yearNumber, monthNumber, weekNumber } : { yearNumber, monthNumber })
