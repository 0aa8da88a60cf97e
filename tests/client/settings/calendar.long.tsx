import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import {
  type CalendarSetting,
  createCalendarWeek,
  createCalendarYear,
  deleteCalendarWeek,
  getSetting,
  listCalendar,
  listHolidays,
  updateCalendarWeek,
} from '#contract/v1/settings.ts'
import { type CalendarRow, makeYear } from '#domain/calendar.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import { storedSettings } from '../../fixtures/answers/settings.ts'

afterEach(() => vi.useRealTimers())

const kept = (row: CalendarRow): CalendarSetting => ({ ...row, calendarSettingID: newID(), version: 2, warnings: [] })
const holidays = [
  { day: '2026-12-25', name: 'Christmas Day' },
  { day: '2026-12-26', name: 'Boxing Day' },
  { day: '2027-01-01', name: 'New Year’s Day' },
]

/** Opens the calendar of these weeks on 20/11/2026. */
function open(
  weeks: readonly CalendarSetting[],
  {
    at = '?yearNumber=2026',
    change,
    holidaysOf = (year) => pageOfRows(holidays.filter(({ day }) => Number(day.slice(0, 4)) === year)),
  }: {
    at?: string
    change?: (sent: Sent) => Answer<unknown>
    holidaysOf?: (year: number | undefined) => Answer<unknown> | Promise<Answer<unknown>>
  } = {},
) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T02:00:00Z') })
  return showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes />} />
    </Routes>,
    {
      at: `/settings/calendar${at}`,
      answer: (sent) => {
        const { endpoint } = sent
        const input = sent.input as { yearNumber?: number; from?: string; to?: string; sort?: string; perPage?: number }
        if (endpoint === getSetting) return ok(storedSettings().find(({ key }) => key === 'business.state'))
        if (endpoint === listHolidays) return holidaysOf(input.yearNumber)
        if (endpoint === listCalendar) {
          const found = weeks.filter(
            (week) =>
              (input.yearNumber === undefined || week.yearNumber === input.yearNumber) &&
              (input.from === undefined || week.from >= input.from) &&
              (input.to === undefined || week.from <= input.to),
          )
          return pageOfRows((input.sort === '-to' ? found.toReversed() : found).slice(0, input.perPage), found.length)
        }
        return change?.(sent) ?? ok(weeks[0])
      },
    },
  )
}
const year2026 = makeYear(2026, 'MONTHS').map(kept)
const cell = (name: RegExp) => screen.findByRole('button', { name })

test('A year is a grid of its weeks, the current one marked, public holidays by name', async () => {
  open(year2026)
  expect(await cell(/^November, week 3.*16\/11–22\/11.*This week/)).toHaveAttribute('aria-current', 'date')
  expect(await cell(/^December, week 3.*21\/12–27\/12\s*, Christmas Day, Boxing Day/)).toBeVisible()
  expect(await cell(/^December, week 4.*28\/12–03\/01\s*, New Year’s Day/)).toBeVisible()
  const list = within(screen.getByRole('region', { name: 'Public holidays in NSW' }))
  expect(list.getAllByRole('listitem').map((item) => item.textContent!.trim())).toEqual([
    '25/12/2026 Christmas Day December, week 3',
    '26/12/2026 Boxing Day December, week 3',
    '01/01/2027 New Year’s Day December, week 4',
  ])
})

test('A year is not said to have no public holidays before they are known', async () => {
  open(year2026, { holidaysOf: () => new Promise(() => {}) })
  expect(await cell(/^November, week 3.*16\/11–22\/11.*This week/)).toBeVisible()
  expect(screen.getByRole('region', { name: /^Public holidays/ })).toBeVisible()
  expect(screen.queryByText(/^No public holidays/)).toBeNull()
})

test('A gap between two weeks is marked and listed', async () => {
  open(year2026.filter(({ monthNumber, weekNumber }) => !(monthNumber === 7 && weekNumber === 2)))
  expect(await cell(/^July, week 3.*Gap before it: 7 days/)).toBeVisible()
  expect(
    within(screen.getByRole('region', { name: 'Gaps' })).getByText('13/07/2026 to 19/07/2026 (7 days)'),
  ).toBeVisible()
  expect(await cell(/^Add July, week 2/)).toBeVisible()
})

test('A missing week is added with the dates that a usual year gives it', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(year2026.filter(({ monthNumber, weekNumber }) => !(monthNumber === 7 && weekNumber === 2)))
  await user.click(await cell(/^Add July, week 2/))
  const drawer = within(await screen.findByRole('dialog', { name: 'Add July, week 2 2026' }))
  expect(drawer.getByLabelText(/First day/)).toHaveValue('13/07/2026')
  expect(drawer.getByLabelText(/Last day/)).toHaveValue('19/07/2026')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(createCalendarWeek)).toHaveLength(1))
  expect(sentTo(createCalendarWeek)[0]!.input).toEqual({
    yearNumber: 2026,
    monthNumber: 7,
    weekNumber: 2,
    from: '2026-07-13',
    to: '2026-07-19',
  })
})

test('Overlapping dates are refused on the screen; dates that are not Monday to Sunday give a warning', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(year2026)
  await user.click(await cell(/^July, week 2/))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit July, week 2 2026' }))
  const last = drawer.getByLabelText(/Last day/)
  await user.clear(last)
  await user.type(last, '21/07/2026{Tab}')
  expect(await drawer.findByText('13/07/2026 to 21/07/2026 isn’t one week from Monday to Sunday.')).toBeVisible()
  expect(await drawer.findByText('These dates overlap the week from 20/07/2026 to 26/07/2026.')).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  expect(sentTo(updateCalendarWeek)).toHaveLength(0)
  await user.clear(last)
  await user.type(last, '18/07/2026{Tab}')
  await waitFor(() => expect(drawer.queryByText(/These dates overlap/)).toBeNull())
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(updateCalendarWeek)).toHaveLength(1))
  expect(sentTo(updateCalendarWeek)[0]).toMatchObject({ input: { to: '2026-07-18' }, options: { ifMatch: 2 } })
})

test('A week that a run uses is not deleted, and the page says why', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(year2026, { change: () => refused('calendar_in_use') })
  await user.click(await cell(/^July, week 2/))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete July, week 2?' })).getByRole('button', { name: 'Delete' }),
  )
  expect(await screen.findByText('An active or later run uses this week. Move the week instead.')).toBeVisible()
  expect(sentTo(deleteCalendarWeek)[0]!.options.ifMatch).toBe(2)
})

test('A calendar that ends within 90 days says so and creates the next year in one step, after a preview', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(year2026, { change: () => pageOfRows(makeYear(2027, 'MONTHS').map(kept)) })
  expect(await screen.findByText('The calendar ends on 03/01/2027.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create 2027' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create year' }))
  expect(await dialog.findByText('Preview: 52 weeks, 04/01/2027 to 02/01/2028')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Create year' }))
  await waitFor(() => expect(sentTo(createCalendarYear)).toHaveLength(1))
  expect(sentTo(createCalendarYear)[0]!.input).toEqual({ yearNumber: 2027, mode: 'MONTHS' })
  await waitFor(() => expect(location.search).toBe('?yearNumber=2027'))
})

test('What prevents a new year is shown in the preview, and nothing is sent', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(year2026)
  await screen.findByText('The calendar ends on 03/01/2027.')
  await user.click(screen.getByRole('button', { name: 'Create year' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create year' }))
  await user.selectOptions(dialog.getByLabelText('Year layout'), 'FOUR_WEEKLY')
  await user.type(dialog.getByLabelText('Starts on'), '28/12/2026{Tab}')
  expect(await dialog.findByText('1 week is already in the calendar or overlaps one.')).toBeVisible()
  expect(dialog.getByRole('row', { name: /^Period 1 .*Overlaps/ })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Create year' }))
  expect(sentTo(createCalendarYear)).toHaveLength(0)
})

test('A calendar of thirteen periods continues where it ended', async () => {
  const user = userEvent.setup()
  open(makeYear(2026, 'FOUR_WEEKLY', '2026-01-05').map(kept))
  expect(await cell(/^Period 13, week 4/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Create 2027' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create year' }))
  expect(dialog.getByLabelText('Year layout')).toHaveValue('FOUR_WEEKLY')
  expect(dialog.getByLabelText('Starts on')).toHaveValue('04/01/2027')
})

test('A year without weeks says what to do, and can be switched to the years beside it', async () => {
  const user = userEvent.setup()
  open(year2026)
  await user.click(await screen.findByRole('link', { name: 'Year 2027' }))
  expect(await screen.findByText('No weeks in 2027 yet')).toBeVisible()
  expect(location.search).toBe('?yearNumber=2027')
})
