import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { NotReachedPage } from '#client/features/runs/not-reached/not-reached-page.tsx'
import { noteCall } from '#contract/v1/customer-timeline.ts'
import { getNotReached, mailNotReached, type NotReachedCustomer } from '#contract/v1/not-reached.ts'
import { getRun } from '#contract/v1/runs.ts'
import { ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'
import { idOf, makeRunRow, RUN_ID } from '../../fixtures/answers/runs.ts'

const customer = (number: number, changes: Partial<NotReachedCustomer> = {}): NotReachedCustomer => ({
  assignmentID: idOf('b', number),
  customerID: idOf('c', number),
  refId: String(10_480 + number),
  customer: `Customer ${number}`,
  address: `${number} Hill Street`,
  suburb: 'Wahroonga',
  mobilePhone: '+61412345678',
  homePhone: null,
  email: `customer${number}@example.com`,
  runNumber: 1,
  driver: 'Dan Green',
  next: { yearNumber: 2026, monthNumber: 12, weekNumber: 3, from: '2026-12-21' },
  mail: null,
  mailable: true,
  tell: 'mail',
  ...changes,
})

test('Who was not reached can be called from the list, and is emailed after the email was shown', async () => {
  const user = userEvent.setup()
  let mailed = false
  const list = () => ({
    runOrderID: RUN_ID,
    items: [
      customer(1, mailed ? { mail: { state: 'queued', at: '2026-11-20T00:00:00Z' }, mailable: false, tell: null } : {}),
      customer(2, { email: null, mailable: false, tell: 'call' }),
    ],
    mailable: mailed ? 0 : 1,
    letter: mailed ? null : { to: 'customer1@example.com', subject: 'Sorry', text: 'We didn’t get to 1 Hill Street.' },
  })
  const { sentTo } = showOffice(<NotReachedPage runOrderID={RUN_ID} />, {
    answer: ({ endpoint }) => {
      if (endpoint === getRun) return ok({ ...makeRunRow({ status: 'completed' }), jobs: [], invoices: [] })
      if (endpoint === getNotReached) return ok(list())
      if (endpoint === mailNotReached) {
        mailed = true
        return ok({ ...list(), mailed: 1 })
      }
      return pageOfRows([])
    },
  })
  expect(await screen.findByText(/1 can’t be emailed: call them/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Call Customer 2: 0412 345 678' })).toHaveAttribute(
    'href',
    'tel:+61412345678',
  )
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Email 1 customer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Email 1 customer?' }))
  expect(dialog.getByText('We didn’t get to 1 Hill Street.')).toBeVisible()
  expect(sentTo(mailNotReached)).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Email 1 customer' }))
  expect(await screen.findByText('Email waiting')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Email/ })).toBeNull())
  expect(sentTo(mailNotReached)).toMatchObject([{ input: { runOrderID: RUN_ID } }])
})

test('Without a mail server the office is told before and after that the customers who were not reached get nothing', async () => {
  const user = userEvent.setup()
  const list = {
    runOrderID: RUN_ID,
    items: [customer(1)],
    mailable: 1,
    letter: { to: 'customer1@example.com', subject: 'Sorry', text: 'We didn’t get to 1 Hill Street.' },
  }
  const { toasts } = showOffice(<NotReachedPage runOrderID={RUN_ID} />, {
    config: { mailServer: false },
    answer: ({ endpoint }) => {
      if (endpoint === getRun) return ok({ ...makeRunRow({ status: 'completed' }), jobs: [], invoices: [] })
      return ok(endpoint === mailNotReached ? { ...list, mailed: 1 } : list)
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Email 1 customer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Email 1 customer?' }))
  expect(dialog.getByText(/Nothing will be sent: no mail server is set up\./)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Email 1 customer' }))
  expect(await screen.findByText(/^Not sent: no mail server is set up\./)).toBeVisible()
  expect(toasts.join()).not.toContain('Emails added to the outbox')
})

test('The list counts those to call and the emails that were kept, and leads to these; a cancelled customer is neither', async () => {
  const at = '2026-11-20T00:00:00Z'
  const list = {
    runOrderID: RUN_ID,
    items: [
      customer(1, { mail: { state: 'kept', at }, mailable: false, tell: 'kept' }),
      customer(2, { mail: { state: 'kept', at }, mailable: false, tell: 'kept' }),
      customer(3, { email: null, mailable: false, tell: 'call' }),
      customer(4, { email: null, mailable: false, tell: null }),
    ],
    mailable: 0,
    letter: null,
  }
  showOffice(<NotReachedPage runOrderID={RUN_ID} />, {
    config: { mailServer: false },
    answer: ({ endpoint }) =>
      endpoint === getRun ? ok({ ...makeRunRow({ status: 'completed' }), jobs: [], invoices: [] }) : ok(list),
  })
  expect(await screen.findByText(/1 can’t be emailed: call them\. 2 emails weren’t sent/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Kept emails' })).toHaveAttribute('href', '/settings/mails?status=kept')
  expect(screen.getByText('Not an active customer')).toBeVisible()
})

test('A call to a customer who was not reached is noted with its stop, and shown in the list', async () => {
  const user = userEvent.setup()
  let called = false
  const list = () => ({
    runOrderID: RUN_ID,
    items: [
      customer(2, {
        email: null,
        mailable: false,
        tell: called ? null : 'call',
        ...(called && { call: { answered: 'spoke', at: '2026-11-20T00:00:00Z' } }),
      }),
    ],
    mailable: 0,
    letter: null,
  })
  const { sentTo } = showOffice(<NotReachedPage runOrderID={RUN_ID} />, {
    answer: ({ endpoint }) => {
      if (endpoint === getRun) return ok({ ...makeRunRow({ status: 'completed' }), jobs: [], invoices: [] })
      if (endpoint === noteCall) {
        called = true
        return ok({})
      }
      return endpoint === getNotReached ? ok(list()) : pageOfRows([])
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Note call: Customer 2' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Note a call: Customer 2' }))
  await user.click(dialog.getByRole('button', { name: 'Note call' }))
  expect(await screen.findByText('Called: spoke')).toBeVisible()
  expect(sentTo(noteCall)[0]!.input).toEqual({
    customerID: idOf('c', 2),
    assignmentID: idOf('b', 2),
    answered: 'spoke',
  })
  expect(screen.queryByText(/can’t be emailed: call them/)).toBeNull()
})
