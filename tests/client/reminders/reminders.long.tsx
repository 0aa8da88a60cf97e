import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import {
  createReminder,
  deleteReminder,
  getCallList,
  previewCallList,
  getReminder,
  listReminderCustomers,
  listReminders,
  listRemindersDue,
  previewNewReminder,
  previewReminder,
  type Reminder,
  type ReminderPreview,
  sendReminder,
  updateReminder,
} from '#contract/v1/reminders.ts'
import { newID } from '#domain/identifiers.ts'
import RemindersRoutes from '#client/features/reminders/reminders-routes.tsx'
import { calendarOr, COMING, COMING_WORDS, NEXT_YEAR } from '../../fixtures/answers/calendar.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const reminderID = newID()
const WEEK = { yearNumber: NEXT_YEAR, monthNumber: 12, weekNumber: 2 }
const NONE = { waiting: 0, queued: 0, sent: 0, failed: 0, kept: 0, left_out: 0 }
const REMINDER: Reminder = {
  reminderID,
  readableID: `M-${NEXT_YEAR}-12-W2`,
  ...WEEK,
  fromDate: COMING.from,
  toDate: COMING.to,
  cutoff: `${NEXT_YEAR}-12-07T13:00:00.000Z`,
  collectionScheme: null,
  runNumber: null,
  description: null,
  runAt: `${NEXT_YEAR}-12-01T22:00:00.000Z`,
  status: 'pending',
  active: false,
  auto: false,
  sending: false,
  sentAt: null,
  emailSubject: 'Week of {weekFrom}',
  emailContentUrl: `/v1/reminders/${reminderID}/content`,
  emailContent: 'Hello {firstName}\n{skipLink}',
  customers: 2,
  counts: { ...NONE, waiting: 2 },
  sendAgain: 0,
  createdAt: '2026-11-01T00:00:00.000Z',
  version: 3,
}
const someone = (customer: string) => ({
  customerID: newID(),
  refId: '31',
  customer,
  address: '1 Elm St',
  suburb: 'Ryde',
})
const PREVIEW: ReminderPreview = {
  ...WEEK,
  fromDate: COMING.from,
  toDate: COMING.to,
  cutoff: REMINDER.cutoff,
  runAt: REMINDER.runAt,
  cannot: null,
  recipients: { count: 2, customers: [{ ...someone('Anna Bright'), email: 'anna@bags.example' }] },
  added: 1,
  leftOut: [
    { reason: 'no_email', message: 'without an email', count: 1, customers: [someone('Pam Paper')] },
    { reason: 'no_pickup', message: 'with no pickup this week', count: 3, customers: [someone('Sue Skip')] },
  ],
  runNumbers: [1, 2, 4],
  template: { subject: '', text: '' },
  fields: {
    firstName: 'Anna',
    weekFrom: '08/12',
    weekTo: '14/12',
    cutoff: 'Sun',
    skipLink: 'https://bags.example/skip/…',
    balance: '$0.00',
    businessName: 'Green Bags',
  },
}

function show(
  at: string,
  over: Partial<Reminder> = {},
  command: (sent: Sent) => ReturnType<typeof ok> = () => ok({ ...REMINDER, ...over }),
  missingSender: string[] = [],
  preview: ReminderPreview | Promise<ReminderPreview> = PREVIEW,
) {
  return showOffice(
    <Routes>
      <Route path="/reminders/*" element={<RemindersRoutes notFound={null} />} />
      <Route path="*" element={null} />
    </Routes>,
    {
      at,
      answer: calendarOr(async (sent) => {
        const { endpoint } = sent
        if (endpoint === listRemindersDue) return ok({ items: [], missingSender })
        if (endpoint === listReminders) return pageOfRows([{ ...REMINDER, ...over }])
        if (endpoint === getReminder) return ok({ ...REMINDER, ...over })
        if (endpoint === previewReminder || endpoint === previewNewReminder) return ok(await preview)
        if (endpoint === listReminderCustomers)
          return pageOfRows([
            {
              customerID: newID(),
              refId: '31',
              fullName: 'Fay Failed',
              email: 'fay@bags.example',
              suburb: 'Ryde',
              runNumber: 1,
              state: 'failed',
              reason: 'The mail server refused the address.',
              sentAt: null,
            },
          ])
        if (endpoint === getCallList || endpoint === previewCallList)
          return ok({
            items: [{ ...someone('Pam Paper'), runNumber: 1, mobilePhone: '+61498765432', homePhone: null }],
          })
        return endpoint.method === 'GET' ? pageOfRows([]) : command(sent)
      }),
    },
  )
}
const SCHEDULE = /^Schedule for /
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const confirm = async (name: string | RegExp) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

test('The list shows when each reminder is sent, in the business’s time, and how far it is', async () => {
  show('/reminders', { status: 'completed', counts: { ...NONE, sent: 1, failed: 1 } }, undefined, ['ABN'])
  const row = within((await screen.findByRole('link', { name: COMING_WORDS })).closest('tr')!)
  expect(row.getByText(`Wed 02/12/${NEXT_YEAR}, 9:00 am`.replace('Wed', dayName(`${NEXT_YEAR}-12-02`)))).toBeVisible()
  expect(row.getByText('Partly sent')).toBeVisible()
  expect(await screen.findByText('Missing in Settings, so no reminder can be sent: ABN.')).toBeVisible()
})

test.each([
  ['Completed', { sent: 2 }],
  ['Couldn’t be sent', { failed: 2 }],
  ['Not sent (no mail server)', { kept: 2 }],
])('One that was sent out is “%s” by what became of its emails', async (state, counts) => {
  show('/reminders', { status: 'completed', counts: { ...NONE, ...counts } })
  const row = within((await screen.findByRole('link', { name: COMING_WORDS })).closest('tr')!)
  expect(row.getByText(state)).toBeVisible()
})

test('A new one shows who gets it, who doesn’t and why, and is made for the week chosen', async () => {
  const { sentTo } = show(`/reminders/new?week=${NEXT_YEAR}-12-2`)
  expect(await screen.findByRole('heading', { name: 'Going to 2 customers' })).toBeVisible()
  await userEvent.click(screen.getByText('3 with no pickup this week'))
  expect(await screen.findByRole('link', { name: 'Sue Skip' })).toBeVisible()
  const runNumbers = screen.getByRole('combobox', { name: 'Only run number' })
  expect(
    within(runNumbers)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All', '1', '2', '4'])
  await userEvent.selectOptions(runNumbers, '2')
  await waitFor(() => expect(sentTo(previewNewReminder).at(-1)!.input).toEqual({ ...WEEK, runNumber: 2 }))
  await press('Make reminder for 2 customers')
  expect(sentTo(createReminder)[0]!.input).toEqual({ ...WEEK, runNumber: 2 })
  expect(sentTo(createReminder)[0]!.options.idempotencyKey).toEqual(expect.any(String))
  expect(await screen.findByRole('heading', { name: COMING_WORDS })).toBeVisible()
})

test('A new one whose customers take long to look at says so until it shows who gets it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let looked: (preview: ReminderPreview) => void = () => undefined
  show(`/reminders/new?week=${NEXT_YEAR}-12-2`, {}, undefined, [], new Promise((done) => (looked = done)))
  await screen.findByRole('combobox', { name: 'Week' })
  await act(() => vi.advanceTimersByTimeAsync(5_100))
  expect(screen.getByText(/^Looking at all customers\. This can take a minute: \d s so far\.$/)).toBeVisible()
  looked(PREVIEW)
  expect(await screen.findByRole('heading', { name: 'Going to 2 customers' })).toBeVisible()
  expect(screen.queryByText(/Looking at all customers/)).toBeNull()
  vi.useRealTimers()
})

test('Choosing the chosen week again keeps it', async () => {
  const { sentTo } = show(`/reminders/new?week=${NEXT_YEAR}-12-2`)
  const week = await screen.findByRole('combobox', { name: 'Week' })
  await waitFor(() => expect(week).not.toHaveValue(''))
  await userEvent.click(week)
  await userEvent.click(await screen.findByRole('option', { name: /^Week 2, December/, hidden: true }))
  expect(new URLSearchParams(location.search).get('week')).toBe(`${NEXT_YEAR}-12-2`)
  expect(await screen.findByRole('button', { name: 'Make reminder for 2 customers' })).toBeEnabled()
  expect(sentTo(previewNewReminder).at(-1)!.input).toEqual(WEEK)
})

test('With no week chosen nothing is loading', async () => {
  show('/reminders/new?week=')
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Make reminder' })).toBeDisabled()
})

test('A week that can’t have a reminder shows the reason, and promises nothing', async () => {
  const cannot = 'The cut-off has passed.'
  show(`/reminders/new?week=${NEXT_YEAR}-12-2`, {}, undefined, [], { ...PREVIEW, cannot })
  expect(await screen.findByRole('alert')).toHaveTextContent(cannot)
  expect(screen.getByRole('button', { name: 'Make reminder' })).toBeDisabled()
  expect(screen.queryByText(/can skip until/)).toBeNull()
  expect(screen.queryByText(/get it$/)).toBeNull()
})

test('With nobody left it still says why each customer is left out', async () => {
  const nobody = { ...PREVIEW, cannot: 'Nobody is left.', recipients: { count: 0, customers: [] } }
  show(`/reminders/new?week=${NEXT_YEAR}-12-2`, {}, undefined, [], nobody)
  expect(await screen.findByText('1 without an email')).toBeVisible()
  expect(screen.queryByText(/get it$/)).toBeNull()
})

test('What can’t be made says “Cannot generate reminder” with its reason', async () => {
  const refusedSo = refused('cannot_generate_reminder')
  if (refusedSo.kind === 'refused') refusedSo.problem.reason = 'All customers due this week are in another reminder.'
  show(`/reminders/new?week=${NEXT_YEAR}-12-2`, {}, () => refusedSo)
  await press('Make reminder for 2 customers')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Cannot generate reminder All customers due this week are in another reminder.')
})

test('A new one whose usual time has passed says to send it out', async () => {
  const passed = { ...PREVIEW, runAt: '2026-01-07T22:00:00.000Z' }
  showOffice(
    <Routes>
      <Route path="/reminders/*" element={<RemindersRoutes notFound={null} />} />
    </Routes>,
    {
      at: `/reminders/new?week=${NEXT_YEAR}-12-2`,
      answer: calendarOr(({ endpoint }) =>
        endpoint === previewNewReminder
          ? ok(passed)
          : endpoint === listRemindersDue
            ? ok({ items: [], missingSender: [] })
            : pageOfRows([]),
      ),
    },
  )
  expect(await screen.findByText(/^Its usual time, Thu 08\/01\/2026, 9:00 am, has passed/)).toBeVisible()
})

test('The email is shown as a customer gets it while it is typed; only what changed is saved', async () => {
  const { sentTo } = show(`/reminders/${reminderID}`)
  const preview = within(await screen.findByRole('region', { name: 'Preview' }))
  expect(await preview.findByText('Week of 08/12')).toBeVisible()
  const subject = screen.getByRole('textbox', { name: 'Subject' })
  await userEvent.type(subject, ' for ')
  await press('{firstName}')
  expect(await preview.findByText('Week of 08/12 for Anna')).toBeVisible()
  const text = screen.getByRole('textbox', { name: 'Text' })
  await userEvent.clear(text)
  await userEvent.type(text, 'Hi {{name}')
  expect(preview.getByText('{name} isn’t a field of this email. It’s sent as written.')).toBeVisible()
  expect(preview.getByText('Without {skipLink} customers can’t skip from the email.')).toBeVisible()
  await press('Save')
  await waitFor(() => expect(sentTo(updateReminder)).toHaveLength(1))
  expect(sentTo(updateReminder)[0]).toMatchObject({
    input: { reminderID, emailSubject: 'Week of {weekFrom} for {firstName}', emailContent: 'Hi {name}' },
    options: { ifMatch: 3 },
  })
  expect(sentTo(updateReminder)[0]!.input).not.toHaveProperty('runAt')
})

test('The time is the business’s, and an empty subject is not sent', async () => {
  const { sentTo } = show(`/reminders/${reminderID}`)
  const time = await screen.findByLabelText(/^Time/)
  expect(time).toHaveValue('09:00')
  await userEvent.clear(time)
  await userEvent.type(time, '14:30')
  await userEvent.clear(screen.getByRole('textbox', { name: 'Subject' }))
  await press('Save')
  expect(await screen.findByText('This field is mandatory')).toBeVisible()
  expect(sentTo(updateReminder)).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: 'Subject' }), 'Bags')
  await press('Save')
  await waitFor(() =>
    expect(sentTo(updateReminder)[0]!.input).toMatchObject({ runAt: `${NEXT_YEAR}-12-02T03:30:00.000Z` }),
  )
})

test('With changes that aren’t saved it is neither activated nor sent, and what was typed stays', async () => {
  const { sentTo } = show(`/reminders/${reminderID}`)
  const subject = await screen.findByRole('textbox', { name: 'Subject' })
  await userEvent.type(subject, '!')
  for (const act of [SCHEDULE, 'Send now']) {
    await press(act)
    expect((await screen.findAllByText('Save your changes first')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  expect(subject).toHaveValue('Week of {weekFrom}!')
  await press('Save')
  await waitFor(() => expect(sentTo(updateReminder)).toHaveLength(1))
  await press(SCHEDULE)
  await confirm(SCHEDULE)
  expect(sentTo(updateReminder).at(-1)!.input).toEqual({ reminderID, active: true })
})

test('What another admin has changed meanwhile is not overwritten: both versions are shown', async () => {
  const over: Partial<Reminder> = {}
  show(`/reminders/${reminderID}`, over, () => {
    Object.assign(over, { version: 4, emailContent: 'Theirs' })
    return refused('version_conflict')
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Subject' }), '!')
  await press('Save')
  const alert = within(await screen.findByRole('alert', { name: 'Someone else edited this.' }))
  expect(alert.getByRole('row', { name: /^Text Hello .*Theirs$/s })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Week of {weekFrom}!')
  await userEvent.click(alert.getByRole('button', { name: 'Use theirs' }))
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('Theirs')
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Week of {weekFrom}')
})

test('Where something else of the reminder has changed, what was typed is saved without a question', async () => {
  const over: Partial<Reminder> = {}
  let tries = 0
  const { sentTo } = show(`/reminders/${reminderID}`, over, () => {
    Object.assign(over, { version: 4, active: true })
    return ++tries === 1 ? refused('version_conflict') : ok({ ...REMINDER, ...over })
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Subject' }), '!')
  await press('Save')
  await waitFor(() => expect(sentTo(updateReminder)).toHaveLength(2))
  expect(sentTo(updateReminder)[1]).toMatchObject({
    input: { reminderID, emailSubject: 'Week of {weekFrom}!' },
    options: { ifMatch: 4 },
  })
})

test('From the cut-off on it is neither activated nor sent', async () => {
  show(`/reminders/${reminderID}`, { cutoff: '2026-01-11T13:00:00.000Z' })
  expect(await screen.findByText(/cut-off has passed/)).toBeVisible()
  for (const name of [SCHEDULE, 'Send now']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('Activating says when it is sent; with its time passed it asks to send it out', async () => {
  const first = show(`/reminders/${reminderID}`)
  await press(SCHEDULE)
  await confirm(SCHEDULE)
  expect(first.sentTo(updateReminder)[0]!.input).toEqual({ reminderID, active: true })
})

test('With its time passed it can’t be scheduled for it, and no time is named at which it is sent', async () => {
  show(`/reminders/${reminderID}`, { runAt: '2026-01-07T22:00:00.000Z' })
  expect(await screen.findByRole('button', { name: 'Send now' })).toBeVisible()
  expect(screen.queryByRole('button', { name: SCHEDULE })).toBeNull()
  expect(screen.queryByText('Thu 08/01/2026, 9:00 am')).toBeNull()
  expect(screen.getAllByText('Not scheduled').length).toBeGreaterThan(0)
})

test('Where its time passes while the page is open, activating asks to send it out', async () => {
  const runAt = new Date(Date.now() + 60_000)
  const { sentTo } = show(`/reminders/${reminderID}`, { runAt: runAt.toISOString() })
  const schedule = await screen.findByRole('button', { name: /^Schedule for/ })
  vi.setSystemTime(runAt)
  await userEvent.click(schedule)
  expect(await screen.findByText(/has passed\. Send it now\?/)).toBeVisible()
  await confirm('Send now')
  expect(sentTo(sendReminder)[0]!.input).toEqual({ reminderID })
  expect(sentTo(updateReminder)).toEqual([])
})

test('While it is sent it shows how far it is; then whose email failed, and sends again to those', async () => {
  const { sentTo } = show(`/reminders/${reminderID}`, { sending: true, counts: { ...NONE, queued: 1, sent: 1 } })
  expect(await screen.findByText(/1 sent, 1 to go/)).toBeVisible()
  // "Send now" was chosen before the usual time.
  expect(screen.getByText('Sends at').nextElementSibling).toHaveTextContent(/^Now$/)
  expect(screen.queryByRole('button', { name: SCHEDULE })).toBeNull()
  expect(await screen.findByText(/The mail server refused the address/)).toBeVisible()
  expect(sentTo(previewReminder)).toEqual([])
})

test('The list of customers follows the counts, up to the last', async () => {
  const over: Partial<Reminder> = { sending: true, counts: { ...NONE, waiting: 1 } }
  const { sentTo } = show(`/reminders/${reminderID}`, over)
  await waitFor(() => expect(sentTo(listReminderCustomers)).toHaveLength(1))
  Object.assign(over, { sending: false, status: 'completed', counts: { ...NONE, sent: 1 } })
  await waitFor(() => expect(sentTo(listReminderCustomers)).toHaveLength(2))
})

test('A completed one is sent again to those whose email failed, after asking', async () => {
  const { sentTo } = show(`/reminders/${reminderID}`, {
    status: 'completed',
    sentAt: '2026-11-11T22:00:00.000Z',
    counts: { ...NONE, sent: 1, failed: 1 },
    sendAgain: 1,
  })
  await press('Send again to 1 customer')
  await confirm('Send again to 1 customer')
  expect(sentTo(sendReminder)).toHaveLength(1)
})

test('The call list is saved as a CSV file, and a reminder is deleted after asking', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:list'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { sentTo } = show(`/reminders/${reminderID}`, {}, () => ok(undefined, 204))
  await press('More')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Call list (CSV)' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]!.text()).toContain('31,Pam Paper,0498 765 432')
  click.mockRestore()
  await press('More')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await confirm('Delete')
  expect(sentTo(deleteReminder)[0]).toMatchObject({ input: { reminderID }, options: { ifMatch: 3 } })
  await waitFor(() => expect(location.pathname).toBe('/reminders'))
})

test('Before a reminder is made, and where none can be, there is a call list of those without an email', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:list'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const nobody = { ...PREVIEW, cannot: 'Nobody is left.', recipients: { count: 0, customers: [] } }
  const { sentTo } = show(`/reminders/new?week=${NEXT_YEAR}-12-2`, {}, undefined, [], nobody)
  await screen.findByRole('option', { name: '4' })
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Only run number' }), '4')
  await press('Call list (CSV)')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]!.text()).toContain('31,Pam Paper,0498 765 432')
  expect(sentTo(previewCallList)[0]!.input).toEqual({ ...WEEK, runNumber: 4 })
  click.mockRestore()
})

const dayName = (day: string) =>
  ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][new Date(`${day}T00:00:00Z`).getUTCDay()]!
