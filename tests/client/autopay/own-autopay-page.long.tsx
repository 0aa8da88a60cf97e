import { useQuery } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Autopay, changeOwnAutopay, getOwnAutopay, removeOwnAutopay, setUpAutopay } from '#contract/v1/autopay.ts'
import { refusals } from '#domain/refusals.ts'
import type { Answer } from '#client/api/answers.ts'
import { ask } from '#client/api/query-client.ts'
import { OwnAutopayPage } from '#client/features/autopay/own-autopay-page.tsx'
import { OwnAutopayLink } from '#client/features/autopay/own-link.tsx'
import { CONSENT, makeAutopay, makeCharge, makeMethod } from '../../fixtures/answers/autopay.ts'
import { ok, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

beforeEach(() => void vi.spyOn(location, 'assign').mockImplementation(() => undefined))

interface Fixture {
  /** What the server answers one after the other; the last one again. */
  autopay: Autopay[]
  command?: (sent: Sent) => Answer<unknown>
  at?: string
  sendsMail?: boolean
}

function open({ autopay, command, at = '/pay-automatically', sendsMail }: Fixture) {
  const answers = [...autopay]
  return showOffice(<OwnAutopayPage payAll={<button type="button">Pay $62.50</button>} sendsMail={sendsMail} />, {
    at,
    answer: (sent) =>
      sent.endpoint === getOwnAutopay
        ? ok(answers.length > 1 ? answers.shift() : answers[0])
        : (command?.(sent) ?? ok(answers[0])),
  })
}

const agree = () => screen.findByRole('checkbox', { name: 'I agree' })
const save = () => screen.findByRole('button', { name: 'Save a card or bank account' })
const ACTIVE = makeAutopay({ method: makeMethod() })
const pausedFor = (pauseReason: 'declined' | 'expired' | 'authentication' | 'disputed' | 'customer' | 'office') =>
  makeAutopay({ method: makeMethod({ state: 'paused', pauseReason }) })

test('Only who has ticked the words goes to the page that saves a card, with the version they read (P1)', async () => {
  const user = userEvent.setup()
  const { sentTo } = open({ autopay: [makeAutopay()], command: () => ok({ url: 'https://pay.example/setup' }) })
  await user.click(await save())
  expect(await screen.findByText('Please tick this first.')).toBeVisible()
  expect(sentTo(setUpAutopay)).toEqual([])
  for (const sentence of CONSENT.words) expect(screen.getByText(sentence)).toBeVisible()
  await user.click(await agree())
  await user.click(await save())
  await waitFor(() => expect(location.assign).toHaveBeenCalledWith('https://pay.example/setup'))
  expect(sentTo(setUpAutopay).map(({ input }) => input)).toEqual([{ consent: CONSENT.version }])
})

test('Words that changed meanwhile are shown anew, and must be ticked again', async () => {
  const user = userEvent.setup()
  const changed = { version: '2027-01-01', words: ['Green Bags may charge me every week.'] }
  open({
    autopay: [makeAutopay(), makeAutopay({ consent: changed })],
    command: () => refused('consent_changed'),
  })
  await user.click(await agree())
  await user.click(await save())
  expect(await screen.findByText('Green Bags may charge me every week.')).toBeVisible()
  expect(await screen.findByText(refusals.consent_changed.message)).toBeVisible()
  expect(screen.queryByText(CONSENT.words[0]!)).toBeNull()
  expect(await agree()).not.toBeChecked()
  expect(location.assign).not.toHaveBeenCalled()
})

test('While no email can name a payment before, nobody is told that invoices are paid automatically', async () => {
  const says = 'Nothing is charged automatically at the moment. Please pay your invoices yourself.'
  open({ autopay: [ACTIVE], sendsMail: false })
  expect(await screen.findByText(says)).toBeVisible()
  expect(screen.queryByText(/^Your invoices are paid automatically/)).toBeNull()
  cleanup()
  open({ autopay: [makeAutopay({ method: makeMethod(), next: [makeCharge()] })], sendsMail: false })
  expect(await screen.findByText(/^Your invoices are paid automatically/)).toBeVisible()
  cleanup()
  open({ autopay: [makeAutopay()], sendsMail: false })
  expect(await screen.findByText(says)).toBeVisible()
})

test('Who has just saved a card reads that what they already owe is charged too', async () => {
  const says = 'What you already owe is charged too. You get an email with the amount and day first.'
  open({ autopay: [ACTIVE] })
  expect(await screen.findByText(says)).toBeVisible()
  for (const one of [makeAutopay({ method: makeMethod(), next: [makeCharge()] }), pausedFor('customer')]) {
    cleanup()
    open({ autopay: [one] })
    await screen.findByText('Your card')
    expect(screen.queryByText(says)).toBeNull()
  }
})

test('Who has saved a card sees it, what is charged next, and why a payment failed (P58)', async () => {
  open({
    autopay: [
      makeAutopay({
        method: makeMethod(),
        next: [makeCharge()],
        last: [makeCharge({ day: '2026-11-09', amount: 40, state: 'failed', message: 'The card was declined.' })],
      }),
    ],
  })
  expect(await screen.findByText('Your invoices are paid automatically with your Visa ending in 4242.')).toBeVisible()
  const next = within(screen.getByRole('region', { name: 'Next payments' }))
  expect(next.getByText('$62.50 on Monday 7 December')).toBeVisible()
  expect(next.getByRole('link', { name: 'INV-000123' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/invoices\/./),
  )
  const last = within(screen.getByRole('region', { name: 'Last payments' }))
  expect(last.getByText('$40.00 on 09/11/2026')).toBeVisible()
  expect(last.getByText('Not paid: The card was declined.')).toBeVisible()
})

test('Pausing and going on send the version that was shown', async () => {
  const user = userEvent.setup()
  const { sentTo } = open({ autopay: [ACTIVE, pausedFor('customer')] })
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  await user.click(await screen.findByRole('button', { name: 'Go on' }))
  await waitFor(() =>
    expect(sentTo(changeOwnAutopay).map(({ input, options }) => [input['act'], options.ifMatch])).toEqual([
      ['pause', 4],
      ['resume', 4],
    ]),
  )
})

test('Stopping asks first and says what it does; afterwards a card can be saved again', async () => {
  const user = userEvent.setup()
  const { sentTo } = open({ autopay: [ACTIVE, makeAutopay()] })
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  const question = within(await screen.findByRole('dialog', { name: 'Stop automatic payment?' }))
  expect(question.getByText('Your card is forgotten. You pay invoices yourself again.')).toBeVisible()
  expect(sentTo(removeOwnAutopay)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Stop' }))
  expect(await save()).toBeVisible()
  expect(sentTo(removeOwnAutopay).map(({ options }) => options.ifMatch)).toEqual([4])
})

test('A bank account is called one when it is stopped', async () => {
  const user = userEvent.setup()
  open({ autopay: [makeAutopay({ method: makeMethod({ kind: 'debit', name: 'bank account ending in 456' }) })] })
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(await screen.findByText(/^Your bank account is forgotten/)).toBeVisible()
})

test.each([
  ['declined', /was declined/],
  ['expired', /has expired/],
  ['authentication', /approve each payment/],
  ['disputed', /your bank returned it/],
] as const)('Paused because %s, the page says so and offers to pay and to change the card', async (reason, words) => {
  open({ autopay: [pausedFor(reason)] })
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Pay $62.50' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Change card' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull()
})

test('What the office paused, only the office goes on with', async () => {
  open({ autopay: [pausedFor('office')] })
  expect(await screen.findByText(/^We have paused automatic payment/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Pay $62.50' })).toBeNull()
})

test('Changing the card needs the tick again', async () => {
  const user = userEvent.setup()
  const { sentTo } = open({ autopay: [ACTIVE], command: () => ok({ url: 'https://pay.example/other' }) })
  await user.click(await screen.findByRole('button', { name: 'Change card' }))
  expect(await agree()).not.toBeChecked()
  await user.click(await agree())
  await user.click(await save())
  await waitFor(() => expect(location.assign).toHaveBeenCalledWith('https://pay.example/other'))
  expect(sentTo(setUpAutopay)).toHaveLength(1)
})

test('A payment under way is said to be beyond stopping, in the question too (P19)', async () => {
  const user = userEvent.setup()
  open({ autopay: [{ ...ACTIVE, underWay: true }] })
  const words = 'A payment is under way and can’t be stopped.'
  expect(await screen.findByText(words)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(within(await screen.findByRole('dialog')).getByText(words)).toBeVisible()
})

test('A payment that the bank returned isn’t called paid', async () => {
  const back = makeCharge({ state: 'returned' })
  open({ autopay: [{ ...ACTIVE, last: [back] }] })
  const last = within(await screen.findByRole('region', { name: 'Last payments' }))
  expect(last.getByText('Returned by your bank')).toBeVisible()
  expect(last.queryByText(/Paid/)).toBeNull()
})

test('Not offered and nothing saved, the page asks for no card', async () => {
  open({ autopay: [makeAutopay({ offered: false })] })
  expect(await screen.findByText(/^Automatic payment isn’t available/)).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('A saved card that is not charged at the moment says so, and offers to pay', async () => {
  open({ autopay: [makeAutopay({ charged: false, method: makeMethod() })] })
  expect(await screen.findByText(/^Nothing is charged automatically at the moment/)).toBeVisible()
  expect(screen.queryByText(/are paid automatically/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Pay $62.50' })).toBeVisible()
})

test('Who comes back before the server has heard of it waits on the page until it is saved', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  const settingUp = 'https://pay.example/setup'
  const { sentTo } = open({
    at: '/pay-automatically?setup=done',
    autopay: [makeAutopay({ settingUp }), makeAutopay({ settingUp }), ACTIVE],
  })
  expect(await screen.findByText('Checking what you saved. This takes a few seconds.')).toBeVisible()
  expect(await screen.findByText('Thank you! It’s saved.')).toBeVisible()
  expect(sentTo(getOwnAutopay)).toHaveLength(3)
})

test('After a minute the page may be closed, and asks no more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  const { sentTo } = open({ at: '/pay-automatically?setup=done', autopay: [makeAutopay()] })
  await screen.findByText(/^Checking what you saved/)
  for (let look = 0; look < 40; look++) await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.getByText(/You can close this page/)).toBeVisible()
  expect(sentTo(getOwnAutopay)).toHaveLength(31)
})

test('Who went back without saving reads that nothing was saved', async () => {
  open({ at: '/pay-automatically?setup=cancelled', autopay: [makeAutopay()] })
  expect(await screen.findByText('Nothing was saved.')).toBeVisible()
  expect(await save()).toBeVisible()
})

test.each([
  ['Nothing is shown', makeAutopay({ offered: false }), null],
  ['It is offered', makeAutopay(), 'Pay automatically'],
  ['It is set up', ACTIVE, 'Pay automatically'],
  ['It is paused', pausedFor('declined'), 'Automatic payment paused'],
])('On the list of invoices: %s', async (_what, autopay, name) => {
  const screens = (
    <>
      <OwnAutopayLink path="/pay-automatically" />
      <Answered />
    </>
  )
  showOffice(screens, { answer: () => ok(autopay) })
  expect(await screen.findByText('Answered')).toBeVisible()
  if (name === null) expect(screen.queryByRole('link')).toBeNull()
  else expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/pay-automatically')
})

/** Shown with the answer that the link waits for too. */
function Answered() {
  const { data } = useQuery(ask(getOwnAutopay, {}))
  return data === undefined ? null : <p>Answered</p>
}
