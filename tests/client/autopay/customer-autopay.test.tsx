import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  type Autopay,
  changeCustomerAutopay,
  getCustomerAutopay,
  inviteToAutopay,
  removeCustomerAutopay,
} from '#contract/v1/autopay.ts'
import { CustomerAutopay } from '#client/features/autopay/customer-autopay.tsx'
import { makeAutopay, makeCharge, makeMethod } from '../../fixtures/answers/autopay.ts'
import { ANNA } from '../../fixtures/answers/invoices.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'

const open = (autopay: Autopay, email: string | null = 'anna@example.com') =>
  showOffice(<CustomerAutopay customer={{ customerID: ANNA, fullName: 'Anna Bright', email }} />, {
    answer: ({ endpoint }) => ok(endpoint === inviteToAutopay ? undefined : autopay),
  })
const ACTIVE = makeAutopay({ method: makeMethod() })
const section = () => screen.findByRole('heading', { name: 'Automatic payment' })

test('A customer’s page shows the card, why it is paused, and the next and the last charge (P58)', async () => {
  open(
    makeAutopay({
      method: makeMethod({ state: 'paused', pauseReason: 'office', note: 'Moving house' }),
      next: [makeCharge()],
      last: [makeCharge({ state: 'failed', day: '2026-11-09', amount: 40, message: 'The card was declined.' })],
    }),
  )
  await section()
  for (const words of [
    'Visa ending in 4242',
    '12/2027',
    '$62.50 on 07/12/2026',
    '$40.00 on 09/11/2026. Failed. The card was declined.',
  ])
    expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByText(/You paused it. Moving house/)).toBeVisible()
})

test('Pausing needs a reason, and sends it with the version that was shown (P3)', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(ACTIVE)
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pause automatic payment of Anna Bright' }))
  await user.click(dialog.getByRole('button', { name: 'Pause' }))
  expect(await dialog.findByText('This field is mandatory')).toBeVisible()
  expect(sentTo(changeCustomerAutopay)).toEqual([])
  await user.type(dialog.getByLabelText(/Reason/), 'Moving house')
  await user.click(dialog.getByRole('button', { name: 'Pause' }))
  await waitFor(() =>
    expect(sentTo(changeCustomerAutopay)).toMatchObject([
      { input: { customerID: ANNA, act: 'pause', reason: 'Moving house' }, options: { ifMatch: 4 } },
    ]),
  )
})

test('Going on says what is charged then', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(makeAutopay({ method: makeMethod({ state: 'paused', pauseReason: 'declined' }) }))
  await user.click(await screen.findByRole('button', { name: 'Go on' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('Open invoices are charged again, each after an email.')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Go on' }))
  await waitFor(() =>
    expect(sentTo(changeCustomerAutopay)).toMatchObject([
      { input: { customerID: ANNA, act: 'resume' }, options: { ifMatch: 4 } },
    ]),
  )
})

test('Removing asks first, and says that a payment under way isn’t stopped', async () => {
  const user = userEvent.setup()
  const { sentTo } = open({ ...ACTIVE, underWay: true })
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  const question = within(await screen.findByRole('dialog', { name: 'Remove the Visa ending in 4242?' }))
  expect(question.getByText('A payment is under way and can’t be stopped.')).toBeVisible()
  expect(sentTo(removeCustomerAutopay)).toEqual([])
  const asked = sentTo(getCustomerAutopay).length
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sentTo(removeCustomerAutopay)).toHaveLength(1))
  // The customer’s automatic payment is still there to be asked about.
  await waitFor(() => expect(sentTo(getCustomerAutopay).length).toBeGreaterThan(asked))
})

test('Who has saved nothing is invited by email (P3)', async () => {
  const user = userEvent.setup()
  const { sentTo } = open(makeAutopay())
  await user.click(await screen.findByRole('button', { name: 'Email an invitation' }))
  const question = within(
    await screen.findByRole('dialog', { name: 'Email anna@example.com an invitation to automatic payment?' }),
  )
  await user.click(question.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sentTo(inviteToAutopay).map(({ input }) => input)).toEqual([{ customerID: ANNA }]))
})

test('Without an email nobody is invited', async () => {
  open(makeAutopay(), null)
  await section()
  expect(screen.queryByRole('button')).toBeNull()
})

test('Where it is not offered only what was is shown: how the last card ended', async () => {
  open(
    makeAutopay({
      offered: false,
      ended: { name: 'Visa ending in 4242', reason: 'detached', at: '2026-11-20T01:00:00Z' },
    }),
  )
  await section()
  expect(screen.getByText('Visa ending in 4242. It was removed at Stripe. 20/11/2026')).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
