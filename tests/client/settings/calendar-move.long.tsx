import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import { type MovedWeek, moveWeek, previewMoveWeek } from '#contract/v1/calendar-move.ts'
import { listRuns } from '#contract/v1/runs.ts'
import {
  type CalendarSetting,
  getSetting,
  listCalendar,
  listHolidays,
  updateCalendarWeek,
} from '#contract/v1/settings.ts'
import { makeYear } from '#domain/calendar.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import { storedSettings } from '../../fixtures/answers/settings.ts'
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T02:00:00Z') }))
afterEach(() => vi.useRealTimers())

const year = makeYear(2026, 'MONTHS').map((row): CalendarSetting => ({
  ...row,
  calendarSettingID: newID(),
  version: 2,
  warnings: [],
}))
const week = year.find(({ from }) => from === '2026-12-07')!
const after = year.find(({ from }) => from === '2026-12-14')!
const run = {
  runOrderID: newID(),
  readableID: '2026-12-W1-1',
  monthNumber: 12,
  weekNumber: 1,
  fromDate: '2026-12-07',
  toDate: '2026-12-13',
  status: 'active' as const,
}

const moved = (
  { calendarSettingID, yearNumber, monthNumber, weekNumber, from, to }: CalendarSetting,
  then: { from: string; to: string },
  more: Partial<MovedWeek> = {},
): MovedWeek => ({
  calendarSettingID,
  yearNumber,
  monthNumber,
  weekNumber,
  before: { from, to },
  after: then,
  runs: [],
  customers: 0,
  noPickups: 0,
  pickupRequests: 0,
  ...more,
})

/** Opens week 1 of December. The server's answer to a move depends on whether the later weeks are moved as well. */
async function open(
  change: (sent: Sent) => Answer<unknown> = () => ok({ version: 3, weeks: [], warnings: [] }),
  runs: readonly object[] = [run],
) {
  const office = showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    {
      at: '/settings/calendar?yearNumber=2026',
      answer: (sent) => {
        if (sent.endpoint === getSetting) return ok(storedSettings().find(({ key }) => key === 'business.state'))
        if (sent.endpoint === listHolidays) return pageOfRows([])
        if (sent.endpoint === listCalendar) return pageOfRows(year)
        if (sent.endpoint === listRuns) return pageOfRows(runs)
        if (sent.endpoint !== previewMoveWeek) return change(sent)
        const { from, to, following } = sent.input as { from: string; to: string; following: string }
        const weeks = [
          moved(
            week,
            { from, to },
            { customers: 41, noPickups: 2, runs: [{ ...run, stops: 41, drivers: ['Dan Dawson', 'Dora Dunn'] }] },
          ),
        ]
        if (following === 'keep')
          return ok({
            version: 2,
            weeks,
            warnings: [],
            refusal: {
              code: 'calendar_overlap',
              message: 'These dates overlap week 2 of 12/2026, from 14/12/2026 to 20/12/2026.',
            },
          })
        return ok({
          version: 2,
          weeks: [
            ...weeks,
            moved(after, { from: '2026-12-21', to: '2026-12-27' }, { customers: 7, pickupRequests: 1 }),
          ],
          warnings: [{ code: 'not_monday_sunday', message: 'Not from Monday to Sunday.' }],
          refusal: null,
        })
      },
    },
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^December, week 1/ }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Edit December, week 1 2026' }))
  const openMove = async () => {
    await user.click(drawer.getByRole('button', { name: 'Move week' }))
    return within(await screen.findByRole('dialog', { name: 'Move December, week 1 2026' }))
  }
  const type = async (box: HTMLElement, day: string) => {
    await user.clear(box)
    await user.type(box, `${day}{Tab}`)
  }
  return { ...office, user, drawer, openMove, type }
}

test.each([
  ['no run', [], null],
  ['a draft', [{ ...run, status: 'draft' }], 'The draft of this week gets the same dates.'],
  ['an active run', [run], 'Drivers have seen this week in a run. Use “Move week” to move it with its runs.'],
] as const)(
  'A week with %s says what is so of its runs, and can be deleted unless drivers have seen it',
  async (_what, runs, words) => {
    const { drawer } = await open(undefined, runs)
    if (words === null) expect(drawer.queryByText(/Drivers have seen|The draft/)).toBeNull()
    else expect(await drawer.findByText(words)).toBeVisible()
    expect(drawer.queryByRole('button', { name: 'Delete' }) === null).toBe(words?.startsWith('Drivers') ?? false)
  },
)

test('A week is moved with those after it, after the dialog has shown who is affected', async () => {
  const { user, openMove, type, sentTo } = await open()
  const dialog = await openMove()
  expect(dialog.getByText('Choose the new dates. You’ll see what moves first.')).toBeVisible()
  await type(dialog.getByLabelText(/First day/), '14/12/2026')
  expect(dialog.getByLabelText(/Last day/)).toHaveValue('20/12/2026')
  expect(await dialog.findByText('These dates overlap week 2 of 12/2026, from 14/12/2026 to 20/12/2026.')).toBeVisible()
  await user.click(dialog.getByRole('checkbox', { name: 'Move the following weeks too' }))
  expect(await dialog.findByText('2 weeks move, 1 run with them')).toBeVisible()
  const [first, second] = dialog.getAllByRole('listitem')
  expect(first).toHaveTextContent(
    'December, week 107/12/2026–13/12/2026 becomes 14/12/2026–20/12/202641 customers with a stop, 2 no pickups (stay)Week 1, December · 7–13 DecactiveDan Dawson, Dora Dunn',
  )
  expect(second).toHaveTextContent('7 customers due, no run yet, 1 open pickup request')
  expect(dialog.getByText('Not from Monday to Sunday.')).toBeVisible()
  expect(sentTo(moveWeek)).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Move week' }))
  await waitFor(() => expect(sentTo(moveWeek)).toHaveLength(1))
  expect(sentTo(moveWeek)[0]).toMatchObject({
    input: { calendarSettingID: week.calendarSettingID, from: '2026-12-14', to: '2026-12-20', following: 'push' },
    options: { ifMatch: 2 },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('December, week 1 moved')).toBeVisible()
})

test('Dates that are over are an error at once, and nothing is previewed or sent', async () => {
  const { user, openMove, type, sentTo } = await open()
  const dialog = await openMove()
  await type(dialog.getByLabelText(/First day/), '09/11/2026')
  expect(await dialog.findByText('These dates have passed')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Move week' }))
  expect([...sentTo(moveWeek), ...sentTo(previewMoveWeek)]).toEqual([])
})

test('The reason for a refusal is shown in the dialog', async () => {
  const { user, openMove, type } = await open(() => refused('week_completed'))
  const dialog = await openMove()
  await type(dialog.getByLabelText(/First day/), '14/12/2026')
  await user.click(dialog.getByRole('button', { name: 'Move week' }))
  expect(await dialog.findByText('A run of this week is completed, so its dates can’t change.')).toBeVisible()
})

test('A week that a run uses can’t be edited; the entered dates move it instead', async () => {
  const { user, drawer, openMove, type, sentTo } = await open(() => refused('calendar_in_use'))
  await type(drawer.getByLabelText(/Last day/), '12/12/2026')
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(updateCalendarWeek)).toHaveLength(1))
  expect(await drawer.findByText('A run uses this week. Move the week and its runs together.')).toBeVisible()
  const dialog = await openMove()
  expect(dialog.getByLabelText(/Last day/)).toHaveValue('12/12/2026')
  await waitFor(() => expect(sentTo(previewMoveWeek)).toHaveLength(1))
})

test('A week has links to its runs, and to generating one more where none is a draft', async () => {
  const { user, drawer } = await open()
  expect(await drawer.findByRole('link', { name: 'Open Week 1, December · 7–13 Dec' })).toHaveAttribute(
    'href',
    `/run-orders/${run.runOrderID}`,
  )
  await user.click(await drawer.findByRole('link', { name: 'Generate run' }))
  expect(location.pathname + location.search).toBe('/run-orders/new?yearNumber=2026&monthNumber=12&weekNumber=1')
})
