import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import InvoicesRoutes from '#client/features/invoices/invoices-routes.tsx'
import { listInvoices, previewUnbilled } from '#contract/v1/invoices.ts'
import { bulkInvoices, cancelTask, getTask, listTasks, type ListedTask, type Task } from '#contract/v1/tasks.ts'
import { DEPOTS, NORTH, OF_NORTH } from '../../fixtures/answers/depots.ts'
import { ANNA, INVOICE_ID, makeListed, pageOfInvoices } from '../../fixtures/answers/invoices.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const PAID_ID = '01890000-0000-7000-8000-0000000a0002'
const TASK_ID = '01890000-0000-7000-8000-0000000e0001'
const LISTED = [makeListed(), makeListed({ invoiceID: PAID_ID, number: 'INV-000124', status: 'paid', owing: 0 })]

const makeTask = (changes: Partial<Task> = {}): Task => ({
  taskID: TASK_ID,
  action: 'send',
  state: 'running',
  total: 40,
  done: 9,
  skipped: 1,
  delivered: { sent: 3, waiting: 4, failed: 1, kept: 1, printed: 0 },
  createdBy: 'Olive Office',
  createdAt: '2026-11-09T00:00:00Z',
  finishedAt: null,
  skippedItems: [
    { customerID: ANNA, customer: 'Anna Bright', invoiceID: INVOICE_ID, number: 'INV-000123', reason: 'No email.' },
  ],
  ...changes,
})

interface Answers {
  tasks?: readonly ListedTask[]
  user?: typeof OF_NORTH
  answer?: (sent: Sent) => ReturnType<typeof ok> | undefined
}

const show = (at: string, { tasks = [], user, answer = () => undefined }: Answers = {}) =>
  showOffice(
    <Routes>
      <Route path="/invoices/*" element={<InvoicesRoutes fetchPhoto={async () => null} notFound={null} />} />
    </Routes>,
    {
      at,
      ...(user && { user, depots: DEPOTS }),
      answer: (sent) => {
        const own = answer(sent)
        if (own !== undefined) return own
        if (sent.endpoint === listInvoices) return ok(pageOfInvoices(LISTED))
        if (sent.endpoint === listTasks) return pageOfRows(tasks)
        if (sent.endpoint === getTask) return ok(makeTask())
        return sent.endpoint.method === 'GET' ? pageOfRows([]) : ok(makeTask())
      },
    },
  )

type User = ReturnType<typeof userEvent.setup>

/** The bar of the selected invoices. */
async function selected(user: User, ...numbers: readonly string[]) {
  for (const number of numbers) await user.click(await screen.findByRole('checkbox', { name: `Select ${number}` }))
  return within(await screen.findByRole('group', { name: `${numbers.length} selected` }))
}

const press = async (user: User, inside: ReturnType<typeof within>, name: string) =>
  user.click(inside.getByRole('button', { name }))

test('The selected invoices are paid in full with one date, type and reference; paid ones are named', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/invoices')
  await press(user, await selected(user, 'INV-000123', 'INV-000124'), 'Record payments')
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payments: 2 invoices' }))
  expect(dialog.getByText(/^\$50\.00 for 1 invoice, .* 1 owes nothing and is left out\.$/)).toBeVisible()
  await press(user, dialog, 'Record payments')
  expect(await dialog.findByText('This field is mandatory')).toBeVisible()
  expect(sentTo(bulkInvoices)).toHaveLength(0)
  await user.selectOptions(dialog.getByLabelText(/Paid by/), 'Cheque')
  await user.type(dialog.getByLabelText('Reference'), 'Cheque 4411')
  await press(user, dialog, 'Record payments')
  await waitFor(() => expect(sentTo(bulkInvoices)).toHaveLength(1))
  const [{ input, options }] = sentTo(bulkInvoices) as [Sent]
  expect(input).toMatchObject({
    action: 'pay',
    invoiceIDs: [INVOICE_ID, PAID_ID],
    payment: { paymentType: 'CHEQUE', datePaid: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), notes: 'Cheque 4411' },
  })
  expect(options.idempotencyKey).toBeTruthy()
  await waitFor(() => expect(location.pathname).toBe('/invoices/tasks'))
})

test('Before payments are recorded, the dialog names once each customer’s money that is on its way', async () => {
  const user = userEvent.setup()
  const two = [makeListed({ onItsWay: 50 }), makeListed({ invoiceID: PAID_ID, number: 'INV-000124', onItsWay: 50 })]
  show('/invoices', { answer: ({ endpoint }) => (endpoint === listInvoices ? ok(pageOfInvoices(two)) : undefined) })
  await press(user, await selected(user, 'INV-000123', 'INV-000124'), 'Record payments')
  const dialog = within(await screen.findByRole('dialog', { name: 'Record payments: 2 invoices' }))
  expect(
    dialog.getByText(
      '1 customer’s card payment or bank debit of $50.00 is on its way too. What is paid twice becomes credit.',
    ),
  ).toBeVisible()
})

test('Sending the selected invoices is confirmed first, and leads to its progress', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/invoices')
  await press(user, await selected(user, 'INV-000123'), 'Send')
  const question = within(await screen.findByRole('dialog', { name: 'Send 1 invoice by email?' }))
  expect(question.getByText(/customers without email, are left out/)).toBeVisible()
  expect(sentTo(bulkInvoices)).toHaveLength(0)
  await press(user, question, 'Send')
  await waitFor(() =>
    expect(sentTo(bulkInvoices)).toMatchObject([{ input: { action: 'send', invoiceIDs: [INVOICE_ID] } }]),
  )
  await waitFor(() => expect(location.pathname).toBe('/invoices/tasks'))
})

test('Before reminders are sent, the dialog counts those who get one, and those without email who are left out', async () => {
  const user = userEvent.setup()
  show('/invoices', {
    answer: ({ endpoint, input }) => {
      if (endpoint !== listInvoices) return undefined
      if (input['hasEmail'] === 'false') return ok({ ...pageOfInvoices([]), total: 11 })
      if (input['reminderDue'] === 'true')
        return ok({ ...pageOfInvoices([]), total: input['hasEmail'] === 'true' ? 9 : 20 })
      const due = { ...LISTED[0]!, reminderDue: 'first' } as const
      return ok(pageOfInvoices([due, makeListed({ invoiceID: PAID_ID, number: 'INV-000124', email: null })]))
    },
  })
  await press(user, await selected(user, 'INV-000123', 'INV-000124'), 'Remind')
  const chosen = within(await screen.findByRole('dialog', { name: 'Send reminders for 2 invoices?' }))
  expect(chosen.getByText('1 has no email and is left out.')).toBeVisible()
  expect(chosen.getByText('1 of them gets a reminder by email.')).toBeVisible()
  await press(user, chosen, 'Cancel')
  await user.click(screen.getByRole('button', { name: 'Actions for all 40 in this list' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send reminders' }))
  const whole = within(await screen.findByRole('dialog', { name: 'Send reminders for 40 invoices?' }))
  expect(await whole.findByText('11 have no email and are left out.')).toBeVisible()
  expect(await whole.findByText(/ 20 of them are due a reminder today, 9 of which can be emailed\.$/)).toBeVisible()
})

test('Of a list without email no invoice is said to go by email', async () => {
  const user = userEvent.setup()
  show('/invoices?hasEmail=false')
  await user.click(await screen.findByRole('button', { name: 'Actions for all 40 in this list' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send by email' }))
  const whole = within(await screen.findByRole('dialog', { name: 'Send 40 invoices by email?' }))
  expect(await whole.findByText(/ 40 of them aren’t sent yet, 0 of which can be emailed\.$/)).toBeVisible()
})

test('A bulk act that is refused leaves the selection and says why', async () => {
  const user = userEvent.setup()
  show('/invoices', {
    answer: ({ endpoint }) => (endpoint === bulkInvoices ? refused('too_many_at_once') : undefined),
  })
  await press(user, await selected(user, 'INV-000123'), 'Send')
  await press(user, within(await screen.findByRole('dialog', { name: /Send 1 invoice/ })), 'Send')
  expect(await screen.findByText('At most 20,000 at once. Narrow the list.')).toBeVisible()
  expect(location.pathname).toBe('/invoices')
  expect(screen.getByRole('checkbox', { name: 'Select INV-000123' })).toBeChecked()
})

test('An empty list offers no act on all of it', async () => {
  show('/invoices?delivery=kept', {
    answer: ({ endpoint }) => (endpoint === listInvoices ? ok({ ...pageOfInvoices([]), total: 0 }) : undefined),
  })
  expect(await screen.findByText('0 invoices')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Actions for all/ })).toBeNull()
})

test('An act on the whole list takes the list’s filters, not its page', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/invoices?status=waiting_payment&page=2&sort=number')
  await user.click(await screen.findByRole('button', { name: 'Actions for all 40 in this list' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send reminders' }))
  const question = await screen.findByRole('dialog', { name: 'Send reminders for 40 invoices?' })
  expect(within(question).getByText(/^40 invoices of \$3,000\.00, \$1,250\.50 owing\./)).toBeVisible()
  await press(user, within(question), 'Send reminders')
  await waitFor(() =>
    expect(sentTo(bulkInvoices).map(({ input }) => input)).toEqual([
      { action: 'remind', filters: { status: 'waiting_payment' } },
    ]),
  )
})

test('Marking the whole list as printed says that it is for those without email', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/invoices?sent=false')
  await user.click(await screen.findByRole('button', { name: 'Actions for all 40 in this list' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Mark those without email as printed' }))
  const asked = 'Mark the invoices without email among the 40 invoices as printed?'
  const question = within(await screen.findByRole('dialog', { name: asked }))
  expect(await question.findByText(/40 of them aren’t sent yet and have no email\.$/)).toBeVisible()
  await press(user, question, 'Mark as printed')
  await waitFor(() =>
    expect(sentTo(bulkInvoices).map(({ input }) => input)).toEqual([
      { action: 'mark-printed', filters: { sent: 'false' } },
    ]),
  )
})

test('On a phone what the header has no room for is behind one button', async () => {
  const user = userEvent.setup()
  show('/invoices')
  await user.click(await screen.findByRole('button', { name: 'More', hidden: true }))
  await user.click(await screen.findByRole('menuitem', { name: 'Bulk actions', hidden: true }))
  await waitFor(() => expect(location.pathname).toBe('/invoices/tasks'))
})

test('The page of bulk acts shows how far each is, and who was left out and why', async () => {
  const user = userEvent.setup()
  const finished = makeTask({ taskID: PAID_ID, action: 'pay', state: 'done', done: 40, skipped: 0, delivered: null })
  const { sentTo } = show('/invoices/tasks', { tasks: [makeTask(), finished] })
  const running = within(await screen.findByRole('region', { name: /^Send invoices/ }))
  expect(running.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  expect(running.getByRole('status')).toHaveTextContent(
    '10 of 40 · 3 sent · 4 waiting to be sent · 1 couldn’t be sent · 1 not sent (no mail server) · 1 left out',
  )
  const done = within(screen.getByRole('region', { name: /^Record payments/ }))
  expect(done.getByText('Finished · 40 done')).toBeVisible()
  expect(done.queryByRole('button', { name: 'Stop' })).toBeNull()
  expect(sentTo(getTask)).toHaveLength(0)
  await user.click(running.getByText('Who was left out, and why'))
  expect(await running.findByRole('term')).toHaveTextContent('No email. (1)')
  const item = running.getByRole('listitem')
  expect(item).toHaveTextContent('Anna Bright INV-000123')
  expect(within(item).getByRole('link', { name: 'INV-000123' })).toHaveAttribute('href', `/invoices/${INVOICE_ID}`)
})

test('A running bulk act is stopped after a confirmation', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/invoices/tasks', { tasks: [makeTask()] })
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  await press(user, within(await screen.findByRole('dialog', { name: 'Stop this?' })), 'Stop')
  await waitFor(() => expect(sentTo(cancelTask)).toMatchObject([{ input: { taskID: TASK_ID } }]))
})

const PREVIEW = {
  invoices: 2,
  customers: 2,
  amount: 125,
  fromCredit: 20,
  planned: [
    { customerID: ANNA, customer: 'Anna Bright', amount: 75, fromCredit: 20 },
    { customerID: PAID_ID, customer: 'Ben Okafor', amount: 50, fromCredit: 0 },
  ],
  skipped: 1,
  skippedItems: [{ customerID: INVOICE_ID, customer: 'Cara Diaz', reason: '1 of 3 collections done' }],
}

test('Unbilled collections are shown with who is left out and why, and invoiced after a confirmation', async () => {
  const user = userEvent.setup()
  const all = { ...PREVIEW, invoices: 3, amount: 150, skipped: 0, skippedItems: [] }
  const { sentTo } = show('/invoices/unbilled', {
    answer: ({ endpoint, input }) =>
      endpoint === previewUnbilled ? ok(input['accounts'] === 'all' ? all : PREVIEW) : undefined,
  })
  const table = within(await screen.findByRole('table', { name: '2 invoices' }))
  expect(table.getByRole('link', { name: 'Anna Bright' }).closest('tr')).toHaveTextContent('$20.00$75.00')
  expect(table.getByText('$125.00')).toBeVisible()
  const left = within(screen.getByRole('region', { name: '1 customer left out' }))
  expect(left.getByRole('term')).toHaveTextContent('1 of 3 collections done (1)')
  expect(left.getByRole('listitem')).toHaveTextContent('Cara Diaz')
  await user.click(screen.getByRole('button', { name: 'Issue invoices' }))
  const question = within(await screen.findByRole('dialog', { name: 'Issue 2 invoices, $125.00 in total?' }))
  expect(question.getByText('1 customer is left out.')).toBeVisible()
  await press(user, question, 'Cancel')
  await user.click(screen.getByLabelText('Also invoice customers who haven’t reached 2 or 3 collections'))
  await screen.findByRole('table', { name: '3 invoices' })
  expect(screen.queryByRole('region', { name: /left out/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Issue invoices' }))
  await press(user, within(await screen.findByRole('dialog', { name: /^Issue 3 invoices/ })), 'Issue invoices')
  await waitFor(() =>
    expect(sentTo(bulkInvoices).map(({ input }) => input)).toEqual([{ action: 'mass', accounts: 'all' }]),
  )
  await waitFor(() => expect(location.pathname).toBe('/invoices/tasks'))
})

test('With nothing unbilled there is nothing to confirm', async () => {
  const none = { ...PREVIEW, invoices: 0, customers: 0, amount: 0, fromCredit: 0, planned: [] }
  show('/invoices/unbilled', { answer: ({ endpoint }) => (endpoint === previewUnbilled ? ok(none) : undefined) })
  expect(await screen.findByText('Nothing to invoice.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Issue invoices' })).toBeDisabled()
})

test('An act on the whole list of a user of one depot names it, and what is about every depot is not offered', async () => {
  const user = userEvent.setup()
  const { sentTo } = show('/invoices?overdue=true', { user: OF_NORTH })
  await user.click(await screen.findByRole('button', { name: /^Actions for all/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send by email' }))
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sentTo(bulkInvoices)).toHaveLength(1))
  expect(sentTo(bulkInvoices)[0]!.input).toEqual({ action: 'send', filters: { overdue: 'true', depotID: NORTH } })
  for (const name of ['Import CSV', 'Invoice collections', 'Reminders'])
    expect(screen.queryByRole('link', { name }), name).toBeNull()
})
