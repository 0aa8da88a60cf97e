import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ExceptionsPage } from '#client/features/exceptions/exceptions-page.tsx'
import { RunExceptions } from '#client/features/exceptions/run-exceptions.tsx'
import { decideException, type Exception, listExceptions, previewDecision } from '#contract/v1/exceptions.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

function late(customer: string, more: Partial<Exception> = {}): Exception {
  return {
    eventID: newID(),
    assignmentID: newID(),
    deviceID: 'phone-1',
    seq: 4,
    type: 'done',
    payload: { pu: 2, extraAmount: 10, notes: 'Gate left open' },
    payloadBytes: null,
    actorID: newID(),
    actor: 'Tom Reyes',
    occurredAt: '2026-11-20T01:00:00.000Z',
    receivedAt: '2026-11-20T05:00:00.000Z',
    clockOffset: 0,
    countedAt: null,
    appBuild: 'b1',
    result: 'review',
    code: 'job_shifted',
    decision: 'open',
    runOrderID: newID(),
    runOrder: '2026-11-W3-1',
    customer,
    customerID: newID(),
    address: '14 Old Castle Rd',
    suburb: 'Castle Hill',
    serviceType: 'GARDEN_BAG',
    against: [],
    message: 'The stop was shifted to another week.',
    accepting: null,
    reason: null,
    decidedBy: null,
    decidedAt: null,
    ...more,
  }
}

const anna = late('Anna Bright')
const ben = late('Ben Okafor', { type: 'not-collected', payload: { outcome: 'NO_ACCESS' } })

const NOTHING = { bills: 0, invoiced: 0, unbilled: 0, prepaid: 0, pays: [], balance: null, refused: [] }

/** The question before accepting is answered with yes. */
async function confirmed(user: ReturnType<typeof userEvent.setup>, name: string | RegExp = 'Accept'): Promise<void> {
  const question = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(question.getByRole('button', { name })).toBeEnabled())
  await user.click(question.getByRole('button', { name }))
}

function show(decided: (sent: Sent) => ReturnType<typeof ok> = () => ok({})) {
  const answer = (sent: Sent) =>
    sent.endpoint === listExceptions
      ? pageOfRows([anna, ben])
      : sent.endpoint === previewDecision
        ? ok(NOTHING)
        : sent.endpoint === decideException
          ? decided(sent)
          : pageOfRows([])
  return showOffice(<ExceptionsPage fetchPhoto={async () => null} />, { at: '/run-orders/exceptions', answer })
}

const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!)

test('A late record shows its stop, what was recorded by whom, and why it is an exception', async () => {
  show()
  const row = await rowOf('Anna Bright')
  expect(row.getByText('Done, 2 bags, extra $10.00, “Gate left open”')).toBeVisible()
  expect(row.getByText('14 Old Castle Rd, Castle Hill')).toBeVisible()
  expect(row.getByText('Tom Reyes')).toBeVisible()
  expect(row.getByText('The stop was shifted to another week.')).toBeVisible()
  expect(row.getByRole('link', { name: '2026-11-W3-1' })).toHaveAttribute('href', `/run-orders/${anna.runOrderID}`)
  expect((await rowOf('Ben Okafor')).getByText('No access')).toBeVisible()
})

test('A record the server can’t read is shown with its size, and can be dismissed', async () => {
  const answer = ({ endpoint }: Sent) =>
    pageOfRows(
      endpoint === listExceptions ? [late('Dan Fox', { type: 'photo', payload: null, payloadBytes: 3_900_000 })] : [],
    )
  showOffice(<ExceptionsPage fetchPhoto={async () => null} />, { at: '/run-orders/exceptions', answer })
  const row = await rowOf('Dan Fox')
  expect(row.getByText('Unreadable record (3.9 MB)')).toBeVisible()
  expect(row.getByRole('button', { name: /^Dismiss/ })).toBeEnabled()
})

test('A phone’s wrong clock is shown beside the office’s time', async () => {
  const answer = ({ endpoint }: Sent) =>
    pageOfRows(endpoint === listExceptions ? [late('Cara Li', { clockOffset: 15 * 60_000 })] : [])
  showOffice(<ExceptionsPage fetchPhoto={async () => null} />, { at: '/run-orders/exceptions', answer })
  expect((await rowOf('Cara Li')).getByText(/Phone’s clock/)).toBeVisible()
})

test('Accepting sends the decision alone; a refusal is shown beside its record', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(() => refused('already_decided'))
  const row = await rowOf('Anna Bright')
  await user.click(row.getByRole('button', { name: /^Accept/ }))
  await confirmed(user)
  expect(await (await rowOf('Anna Bright')).findByText('This was already decided.')).toBeVisible()
  expect((await rowOf('Ben Okafor')).queryByText('This was already decided.')).toBeNull()
  expect(sentTo(decideException)).toMatchObject([{ input: { eventID: anna.eventID, decision: 'accept' } }])
})

test('A record that somebody else has decided leaves the list, and what is said names the reason', async () => {
  const user = userEvent.setup()
  let open = [anna, ben]
  showOffice(<ExceptionsPage fetchPhoto={async () => null} />, {
    at: '/run-orders/exceptions',
    answer: ({ endpoint }) => {
      if (endpoint === listExceptions) return pageOfRows(open)
      if (endpoint === previewDecision) return ok(NOTHING)
      if (endpoint !== decideException) return pageOfRows([])
      open = [ben]
      return refused('already_decided')
    },
  })
  await user.click((await rowOf('Anna Bright')).getByRole('button', { name: /^Accept/ }))
  await confirmed(user)
  expect(await screen.findByText('Couldn’t save 1 decision. This was already decided.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Anna Bright' })).toBeNull())
})

test('Dismissing needs a reason first', async () => {
  const user = userEvent.setup()
  const { sentTo } = show()
  await user.click((await rowOf('Anna Bright')).getByRole('button', { name: /^Dismiss/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss this record?' }))
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(await dialog.findByText('This field is mandatory')).toBeVisible()
  expect(sentTo(decideException)).toHaveLength(0)
  await user.type(dialog.getByLabelText(/^Reason/), 'Wrong house')
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() =>
    expect(sentTo(decideException)).toMatchObject([
      { input: { eventID: anna.eventID, decision: 'dismiss', reason: 'Wrong house' } },
    ]),
  )
})

test('Several are decided at once, each with its own result', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(({ input }) => (input['eventID'] === ben.eventID ? refused('wrong_state') : ok({})))
  await screen.findByRole('link', { name: 'Anna Bright' })
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Accept 2' }))
  await confirmed(user)
  expect(await (await rowOf('Ben Okafor')).findByText('This can’t be done in its current state.')).toBeVisible()
  expect(sentTo(decideException).map(({ input }) => input['eventID'])).toEqual([anna.eventID, ben.eventID])
})

test('A run’s page lists only its own exceptions, the decided ones on request', async () => {
  const user = userEvent.setup()
  const runOrderID = newID()
  const { sentTo } = showOffice(<RunExceptions runOrderID={runOrderID} fetchPhoto={async () => null} />, {
    answer: () => pageOfRows([anna]),
  })
  await rowOf('Anna Bright')
  expect(sentTo(listExceptions)[0]!.input).toMatchObject({ runOrderID, status: 'open' })
  await user.click(screen.getByRole('checkbox', { name: 'Show decided records' }))
  await waitFor(() => expect(sentTo(listExceptions).at(-1)!.input).toMatchObject({ runOrderID, status: 'all' }))
})

test('The open records of one stop are one row with its photo and the result of accepting, accepted together', async () => {
  const user = userEvent.setup()
  const accepting = {
    bills: 25,
    pays: [
      { driver: 'Tom Reyes', amount: 4, gst: 0.4 },
      { driver: 'Priya Nair', amount: -4 },
    ],
  }
  const stop = { assignmentID: newID(), customerID: newID(), accepting }
  const [done, photo] = [
    late('Dan Fox', stop),
    late('Dan Fox', { ...stop, type: 'photo', payload: { photoID: newID() } }),
  ]
  const answer = ({ endpoint }: Sent) =>
    endpoint === listExceptions
      ? pageOfRows([done, ben, photo])
      : endpoint === decideException || endpoint === previewDecision
        ? ok(endpoint === previewDecision ? NOTHING : {})
        : pageOfRows([])
  const { sentTo } = showOffice(<ExceptionsPage fetchPhoto={async () => null} />, {
    at: '/run-orders/exceptions',
    answer,
  })
  const row = await rowOf('Dan Fox')
  expect(screen.getAllByRole('link', { name: 'Dan Fox' })).toHaveLength(1)
  expect(
    row.getByText('Accept: bill $25.00, pay Tom Reyes $4.00 + $0.40 GST and pay Priya Nair $4.00 less.'),
  ).toBeVisible()
  await user.click(row.getByRole('button', { name: 'Decide one by one' }))
  expect(row.getAllByRole('button', { name: /^Accept: / })).toHaveLength(2)
  await user.click(row.getByRole('button', { name: 'Decide together' }))
  await user.click(row.getByRole('button', { name: /^Accept: / }))
  await confirmed(user)
  await waitFor(() =>
    expect(sentTo(decideException).map(({ input }) => input['eventID'])).toEqual([done.eventID, photo.eventID]),
  )
})

test.each([
  ['a correction to less', { bills: -25, pays: [] }, 'Accept: bill $25.00 less.'],
  ['a photo', { bills: 0, pays: [] }, 'Accept: no bill and no pay changes.'],
])('Accepting %s says what it changes', async (_, accepting, words) => {
  const answer = ({ endpoint }: Sent) => pageOfRows(endpoint === listExceptions ? [late('Dan Fox', { accepting })] : [])
  showOffice(<ExceptionsPage fetchPhoto={async () => null} />, { at: '/run-orders/exceptions', answer })
  expect((await rowOf('Dan Fox')).getByText(words)).toBeVisible()
})

test('Of two phones that contradict each other both records are shown, and one is chosen', async () => {
  const user = userEvent.setup()
  const other = late('', { type: 'not-collected', payload: { outcome: 'NO_ACCESS' }, actor: 'Priya Nair' })
  const row = late('Cara Fox', {
    payload: { pu: 2 },
    result: 'applied',
    code: 'contradicts',
    accepting: { bills: 0, pays: [] },
    message: 'Two phones recorded different things at this stop.',
    against: [other],
  })
  const { sentTo } = showOffice(<ExceptionsPage fetchPhoto={async () => null} />, {
    at: '/run-orders/exceptions',
    answer: ({ endpoint }) =>
      endpoint === listExceptions ? pageOfRows([row]) : ok(endpoint === previewDecision ? NOTHING : {}),
  })
  const shown = within((await screen.findByRole('link', { name: 'Cara Fox' })).closest('tr')!)
  expect(shown.getByText('No access')).toBeVisible()
  expect(shown.getByText('Priya Nair')).toBeVisible()
  expect(shown.getByRole('button', { name: 'Use No access, Cara Fox' })).toBeVisible()
  expect(shown.getByText('Until you decide, Done, 2 bags is shown, and the run can’t be completed.')).toBeVisible()
  expect(shown.queryByText(/no bill and no pay changes/)).toBeNull()
  // Many at once can’t be accepted without a look at each.
  await user.click(shown.getByRole('checkbox'))
  expect(screen.queryByRole('button', { name: 'Accept 1' })).toBeNull()
  await user.click(shown.getByRole('button', { name: 'Use Done, 2 bags, Cara Fox' }))
  await confirmed(user, 'Use Done, 2 bags')
  await waitFor(() =>
    expect(sentTo(decideException)).toMatchObject([{ input: { eventID: row.eventID, decision: 'accept' } }]),
  )
})

test('Using the earlier of two contradicting records asks for that, and not whether a record is dismissed', async () => {
  const user = userEvent.setup()
  const other = late('', { type: 'not-collected', payload: { outcome: 'NO_ACCESS' }, actor: 'Priya Nair' })
  const row = late('Cara Fox', { payload: { pu: 2 }, result: 'applied', code: 'contradicts', against: [other] })
  const { sentTo } = showOffice(<ExceptionsPage fetchPhoto={async () => null} />, {
    at: '/run-orders/exceptions',
    answer: ({ endpoint }) =>
      endpoint === listExceptions ? pageOfRows([row]) : ok(endpoint === previewDecision ? NOTHING : {}),
  })
  await user.click(await screen.findByRole('button', { name: 'Use No access, Cara Fox' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Use No access for Cara Fox?' }))
  expect(dialog.getByText('The other record won’t count. It and your reason are kept.')).toBeVisible()
  await user.type(dialog.getByLabelText(/^Reason/), 'Driver rang')
  await user.click(dialog.getByRole('button', { name: 'Use No access' }))
  await waitFor(() =>
    expect(sentTo(decideException)).toMatchObject([
      { input: { eventID: row.eventID, decision: 'dismiss', reason: 'Driver rang' } },
    ]),
  )
})

test('A record after a late no pickup says that it is billed unless it is dismissed', async () => {
  const accepting = { bills: 0, pays: [] }
  const cancelled = late('Dan Fox', { result: 'applied', code: 'customer_cancelled', accepting })
  const answer = ({ endpoint }: Sent) => pageOfRows(endpoint === listExceptions ? [cancelled] : [])
  showOffice(<ExceptionsPage fetchPhoto={async () => null} />, { at: '/run-orders/exceptions', answer })
  expect((await rowOf('Dan Fox')).getByText('It is billed and paid as recorded, unless you dismiss it.')).toBeVisible()
})

test('A record that changes only the pay says that the bill stays, and what it is', async () => {
  const user = userEvent.setup()
  const effect = { ...NOTHING, billed: 25, pays: [{ driver: 'Tom Reyes', amount: 5 }] }
  showOffice(<ExceptionsPage fetchPhoto={async () => null} />, {
    at: '/run-orders/exceptions',
    answer: ({ endpoint }) => (endpoint === listExceptions ? pageOfRows([anna]) : ok(effect)),
  })
  await user.click((await rowOf('Anna Bright')).getByRole('button', { name: /^Accept/ }))
  const question = within(await screen.findByRole('dialog', { name: 'Accept this record?' }))
  expect(await question.findByText('The bill stays $25.00. Tom Reyes is paid $5.00 more.')).toBeVisible()
})

test('Where the server says nothing of money, no sum stands in the question', async () => {
  const user = userEvent.setup()
  showOffice(<ExceptionsPage fetchPhoto={async () => null} />, {
    at: '/run-orders/exceptions',
    user: { officeRole: 'DISPATCHER' },
    answer: ({ endpoint }) => (endpoint === listExceptions ? pageOfRows([anna]) : ok({ prepaid: 0, refused: [] })),
  })
  await user.click((await rowOf('Anna Bright')).getByRole('button', { name: /^Accept/ }))
  const question = within(await screen.findByRole('dialog', { name: 'Accept this record?' }))
  await waitFor(() => expect(question.getByRole('button', { name: 'Accept' })).toBeEnabled())
  expect(question.queryByText(/\$|NaN|No bill/)).toBeNull()
})

test('Before a record is accepted or dismissed, its effect on invoices, balance and pay is said', async () => {
  const user = userEvent.setup()
  const effect = { ...NOTHING, invoiced: -25, pays: [{ driver: 'Tom Reyes', amount: -4 }], balance: 25 }
  const { sentTo } = showOffice(<ExceptionsPage fetchPhoto={async () => null} />, {
    at: '/run-orders/exceptions',
    answer: ({ endpoint }) => (endpoint === listExceptions ? pageOfRows([anna]) : ok(effect)),
  })
  const said =
    'Invoices already issued go down by $25.00. Tom Reyes is paid $4.00 less. The customer then has $25.00 in credit.'
  await user.click((await rowOf('Anna Bright')).getByRole('button', { name: /^Accept/ }))
  const question = within(await screen.findByRole('dialog', { name: 'Accept this record?' }))
  expect(await question.findByText(said)).toBeVisible()
  expect(sentTo(previewDecision)[0]!.input).toEqual({ eventIDs: [anna.eventID], decision: 'accept' })
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sentTo(decideException)).toHaveLength(0)
  await user.click((await rowOf('Anna Bright')).getByRole('button', { name: /^Dismiss/ }))
  expect(
    await within(await screen.findByRole('dialog', { name: 'Dismiss this record?' })).findByText(said),
  ).toBeVisible()
  expect(sentTo(previewDecision).at(-1)!.input).toEqual({ eventIDs: [anna.eventID], decision: 'dismiss' })
})
