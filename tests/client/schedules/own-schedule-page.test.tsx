import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportCollection } from '#client/features/cases/feature.tsx'
import { OwnSchedulePage } from '#client/features/schedules/own-schedule-page.tsx'
import type { OwnSchedule } from '#client/features/schedules/schedule-memory.ts'
import { CustomerNotice } from '#client/shells/customer-notice.tsx'
import { listCases } from '#contract/v1/cases.ts'
import { createNoPickup, deleteNoPickup } from '#contract/v1/no-pickups.ts'
import { ownSchedule } from '#contract/v1/own-schedule.ts'
import { createPickupRequest, deletePickupRequest } from '#contract/v1/pickup-requests.ts'
import { newID } from '#domain/identifiers.ts'
import { lineBroke, ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

type Week = OwnSchedule['coming'][number]
const ID = '0190a000-0000-7000-8000-00000000000a'

const week = (from: string, to: string, more: Partial<Week> = {}): Week => ({
  yearNumber: Number(from.slice(0, 4)),
  monthNumber: Number(from.slice(5, 7)),
  weekNumber: 2,
  from,
  to,
  serviceType: 'GARDEN_BAG',
  cutoff: `${from}T00:00:00Z`,
  state: 'upcoming',
  putOut: { day: from, time: '06:00' },
  ...more,
})
const NOVEMBER = week('2026-11-09', '2026-11-15', { cutoff: '2026-11-08T13:00:00Z' })
const DECEMBER = week('2026-12-14', '2026-12-20', { cutoff: '2026-12-13T13:00:00Z' })
const JANUARY = week('2027-01-11', '2027-01-17', { cutoff: '2027-01-10T13:00:00Z' })
const schedule = (more: Partial<OwnSchedule> = {}): OwnSchedule => ({
  status: 'ACTIVE',
  coming: [NOVEMBER, DECEMBER, JANUARY],
  past: [],
  pastTotal: 0,
  usually: null,
  underWay: null,
  requestable: null,
  ...more,
})

/** 10/11/2026, 9:00 in Sydney: in the week of the first collection. */
const IN_WEEK = new Date('2026-11-09T22:00:00Z')
const BEFORE = new Date('2026-11-04T22:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: IN_WEEK })
  localStorage.clear()
})
afterEach(() => vi.useRealTimers())

function show(
  of: OwnSchedule | (() => OwnSchedule) | null,
  command: (sent: Sent) => ReturnType<typeof ok> = () => ok({ late: false }),
) {
  return showOffice(
    <>
      <CustomerNotice />
      <OwnSchedulePage fetchPhoto={async () => null} reportCollection={reportCollection} account={<p>Balance</p>} />
    </>,
    {
      at: '/schedules',
      answer: (sent) =>
        sent.endpoint === listCases
          ? pageOfRows([])
          : sent.endpoint === ownSchedule
            ? of === null
              ? lineBroke
              : ok(typeof of === 'function' ? of() : of)
            : command(sent),
    },
  )
}
const next = async () => within(await screen.findByRole('region', { name: 'Next collection' }))
const coming = async () => within(await screen.findByRole('region', { name: 'The next 12 months' }))

test('The next collection is large, with when it usually is, the round on its way, and when to put it out', async () => {
  show(
    schedule({
      usually: { weekday: 2, from: 580, to: 620 },
      underWay: {
        stops: 49,
        done: 31,
        lastHeardAt: '2026-11-09T23:05:00Z',
        arrival: { from: '2026-11-09T23:20:00Z', to: '2026-11-10T00:20:00Z' },
      },
    }),
  )
  const card = await next()
  expect(card.getByText('Week of Mon 09/11/2026')).toBeVisible()
  expect(card.getByText('Usually Tuesday, 9:40–10:20 am')).toBeVisible()
  expect(
    card.getByText(
      'Your driver is on the way: 31 of 49 stops visited, last heard 10:05 am. We expect to be there between 10:20 am and 11:20 am.',
    ),
  ).toBeVisible()
  expect(card.getByText('Your bag should be out now. Leave it there until we’ve been.')).toBeVisible()
  expect((await coming()).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getAllByRole('heading').map((one) => `${one.tagName} ${one.textContent}`)).toEqual([
    'H1 Collections',
    'H2 Next collection',
    'H2 Your account',
    'H2 The next 12 months',
    'H2 Past collections',
  ])
})

test('Without enough known it is “This week”, and before the week neither is said', async () => {
  show(schedule())
  expect((await next()).getByText('This week')).toBeVisible()
})

test('At a rubbish removal it is the rubbish that is put out, and no bag that was empty', async () => {
  vi.setSystemTime(BEFORE)
  const removal = (from: string, to: string, more: Partial<Week>) =>
    week(from, to, { serviceType: 'RUBBISH_REMOVAL', ...more })
  show(
    schedule({
      coming: [removal('2026-11-09', '2026-11-15', {})],
      past: [removal('2026-10-12', '2026-10-18', { state: 'bag-mt', outcome: 'EMPTY', pu: 0 })],
      pastTotal: 1,
    }),
  )
  const card = await next()
  expect(card.getByText('Put your rubbish out by Mon 09/11/2026, 6:00 am.')).toBeVisible()
  expect(screen.getByText('There was nothing to collect')).toBeVisible()
})

test('Before the collection week it says when to put it out, and nothing about the day', async () => {
  vi.setSystemTime(BEFORE)
  show(schedule({ usually: { weekday: 2, from: 580, to: 620 } }))
  const card = await next()
  expect(card.queryByText(/This week|Usually/)).toBeNull()
  expect(card.getByText('Put your bag out by Mon 09/11/2026, 6:00 am.')).toBeVisible()
})

test('A customer who was not reached is told so, with the next collection while it is the one it was moved to', async () => {
  const { putOut: _, ...september } = week('2026-09-07', '2026-09-13', { state: 'not-reached' })
  const { putOut: __, ...october } = week('2026-10-12', '2026-10-18', {
    state: 'not-reached',
    shiftedTo: { yearNumber: 2026, monthNumber: 11, weekNumber: 2 },
  })
  show(schedule({ past: [october, september], pastTotal: 2 }))
  const past = within(await screen.findByRole('region', { name: 'Past collections' }))
  expect(past.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Week of Mon 12/10/2026We didn’t reach you. Your next collection is in the week of Mon 09/11/2026.',
    'Week of Mon 07/09/2026We didn’t reach you',
  ])
})

test('A week is skipped until its cut-off, and the skip undone', async () => {
  vi.setSystemTime(BEFORE)
  const user = userEvent.setup()
  let now = schedule()
  const { sentTo } = show(
    () => now,
    ({ endpoint }) => {
      now =
        endpoint === createNoPickup
          ? schedule({ coming: [{ ...NOVEMBER, state: 'skipped', noPickupID: ID, late: false }, DECEMBER] })
          : schedule()
      return ok(endpoint === createNoPickup ? { late: false } : undefined)
    },
  )
  const card = await next()
  expect(card.getByText('Free until Sun 08/11/2026, 11:59 pm.')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'No pickup this time: week of Mon 09/11/2026' }))
  const question = within(await screen.findByRole('dialog', { name: 'Skip the week of Mon 09/11/2026?' }))
  await user.click(question.getByRole('button', { name: 'No pickup this time' }))
  expect(await screen.findByText('No pickup: we’ve noted it')).toBeVisible()
  expect(sentTo(createNoPickup)).toMatchObject([{ input: { yearNumber: 2026, monthNumber: 11, weekNumber: 2 } }])
  expect(await (await next()).findByText('Week of Mon 14/12/2026')).toBeVisible()
  await user.click((await coming()).getByRole('button', { name: 'Undo: week of Mon 09/11/2026' }))
  expect(await screen.findByText('We’ll collect in this week after all')).toBeVisible()
  expect(sentTo(deleteNoPickup)).toMatchObject([{ input: { noPickupID: ID } }])
})

test('After the cut-off the driver is told, and what was too late is said', async () => {
  const user = userEvent.setup()
  show(schedule(), () => ok({ late: true }))
  const card = await next()
  await user.click(card.getByRole('button', { name: 'Tell the driver: week of Mon 09/11/2026' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/you can’t undo it/)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Tell the driver' }))
  expect(await screen.findByText('The driver can see that you cancelled')).toBeVisible()
})

test('Past collections say what happened in the customer’s words, and can be reported; more are fetched', async () => {
  const user = userEvent.setup()
  const past = [
    { ...week('2026-10-12', '2026-10-18'), state: 'done', outcome: 'COLLECTED', pu: 2, assignmentID: ID },
    { ...week('2026-09-14', '2026-09-20'), state: 'missed', outcome: 'NO_ACCESS', pu: 0, assignmentID: newID() },
    // A rubbish removal, which has no bags.
    { ...week('2026-08-17', '2026-08-23'), state: 'done', outcome: 'COLLECTED', pu: 0, assignmentID: newID() },
    { ...week('2026-08-10', '2026-08-16'), state: 'skipped', noPickupID: newID(), late: false },
    { ...week('2026-07-13', '2026-07-19'), assignmentID: newID() },
  ] as const
  const { sentTo } = show(schedule({ past: [...past], pastTotal: 9 }))
  const list = within(await screen.findByRole('region', { name: 'Past collections' }))
  for (const words of [
    'Collected, 2 bags',
    'Collected',
    'The driver couldn’t get in',
    'No pickup',
    'No record of a collection',
  ])
    expect(list.getByText(words)).toBeVisible()
  expect(list.getByRole('link', { name: 'Report a problem: week of Mon 12/10/2026' }).getAttribute('href')).toBe(
    `/cases/about/${ID}`,
  )
  expect(list.getAllByRole('link')).toHaveLength(4)
  await user.click(list.getByRole('button', { name: 'Show all 9' }))
  await waitFor(() => expect(sentTo(ownSchedule).at(-1)?.input).toEqual({ past: 100 }))
})

test('A customer on request asks for a week, sees why it can’t be, and withdraws', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(
    schedule({
      coming: [{ ...DECEMBER, pickupRequestID: ID }],
      requestable: { weeks: [{ ...JANUARY, own: true }], reason: null },
    }),
    ({ endpoint }) =>
      endpoint === createPickupRequest
        ? (refused('cannot_generate_pickup', { message: 'Cannot generate pickup' }) as never)
        : ok(undefined),
  )
  const form = within(await screen.findByRole('form', { name: 'Request a pickup' }))
  await user.click(form.getByRole('button', { name: 'Request pickup' }))
  expect(form.getByText('This field is mandatory')).toBeVisible()
  await user.selectOptions(form.getByLabelText(/^Week/), 'Week of Mon 11/01/2027 (we’re in your suburb)')
  await user.type(form.getByLabelText('Anything the driver should know?'), 'Side gate')
  await user.click(form.getByRole('button', { name: 'Request pickup' }))
  expect(await form.findByText('Cannot generate pickup')).toBeVisible()
  expect(sentTo(createPickupRequest)).toMatchObject([
    { input: { yearNumber: 2027, monthNumber: 1, weekNumber: 2, notes: 'Side gate' } },
  ])
  await user.click((await next()).getByRole('button', { name: 'Withdraw: week of Mon 14/12/2026' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sentTo(deletePickupRequest)).toMatchObject([{ input: { pickupRequestID: ID } }]))
})

test('Why nothing is planned is said by the customer’s state', async () => {
  show(schedule({ coming: [], status: 'BLOCKED' }))
  expect((await next()).getByText('Your service is on hold. Please call us.')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'The next 12 months' })).toBeNull()
})

test('Without signal the schedule of the last visit is shown, without buttons, also weeks later', async () => {
  vi.setSystemTime(BEFORE)
  const first = show(schedule())
  await (await next()).findByText('Week of Mon 09/11/2026')
  await waitFor(() => expect(localStorage.getItem('rr-look-ups-schedule')).toContain('2026-11-09'))
  expect(first.sentTo(ownSchedule)).toHaveLength(1)
  document.body.innerHTML = ''
  vi.setSystemTime(new Date('2026-11-18T00:00:00Z'))
  show(null)
  expect(await screen.findByText(/^As of Thu 05\/11\/2026, 9:00 am/)).toBeVisible()
  // The collection of the last visit is over by now.
  expect((await next()).getByText('Week of Mon 14/12/2026')).toBeVisible()
  expect(screen.queryByRole('button', { name: /No pickup/ })).toBeNull()
})

test('What another customer of this device saw is not shown', async () => {
  localStorage.setItem('rr-look-ups-schedule', JSON.stringify({ of: newID(), at: 1, schedule: schedule() }))
  show(null)
  expect(await screen.findByText('This screen needs a connection')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Next collection' })).toBeNull()
})

test('Who is on hold reads until what is paid, and is not told to ask for a pickup (P33)', async () => {
  const requestable = { weeks: [], reason: 'Your collections are paused until your overdue invoices are paid.' }
  show(schedule({ coming: [], pausedFor: 50, requestable: requestable as unknown as OwnSchedule['requestable'] }))
  const card = await next()
  expect(card.getByText('Paused until $50.00 is paid.')).toBeVisible()
  expect(card.queryByText(/Ask for a pickup/)).toBeNull()
})

test('Who is on hold while a run is under way is collected from once more, and reads it', async () => {
  show(schedule({ coming: [NOVEMBER], pausedFor: 50 }))
  expect((await next()).getByText('Then paused until $50.00 is paid.')).toBeVisible()
})
