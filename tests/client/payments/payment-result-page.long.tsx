import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CheckoutState } from '#domain/money-words.ts'
import type { Answer } from '#client/api/answers.ts'
import { PaymentResultPage } from '#client/features/payments/payment-result-page.tsx'

type Checkout = { state: CheckoutState; amount: number; sandbox: boolean }
const inState = (state: CheckoutState, sandbox = false): Answer<Checkout> => ({
  kind: 'ok',
  value: { state, amount: 75.5, sandbox },
  status: 200,
  etag: null,
})
const NO_SIGNAL: Answer<Checkout> = { kind: 'offline', why: 'network' }
const NOT_FOUND: Answer<Checkout> = {
  kind: 'refused',
  status: 404,
  problem: { code: 'not_found', message: 'No.' },
  retryAfterMs: null,
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  onPaid.mockClear()
})
afterEach(() => void vi.useRealTimers())

const onPaid = vi.fn()

function open(answers: Answer<Checkout>[], { cancelled = false, checkoutID = 'a-checkout' as string | null } = {}) {
  const look = vi.fn(async () => (answers.length > 1 ? answers.shift()! : answers[0]!))
  render(
    <PaymentResultPage
      firm={{ name: 'Green Bags', logoUrl: null }}
      checkoutID={checkoutID}
      cancelled={cancelled}
      look={look}
      next={<p>Open the mail</p>}
      payAgain={<a href="/register">Pay now</a>}
      onPaid={onPaid}
      links={<a href="/login">Sign in</a>}
    />,
  )
  return look
}
const title = (name: string) => screen.findByRole('heading', { name })

test('The page thanks only once the payment is booked, over a lost signal too', async () => {
  const look = open([inState('open'), NO_SIGNAL, inState('paid')])
  expect(await title('Checking your payment')).toBeVisible()
  expect(await title('Thank you!')).toBeVisible()
  expect(screen.getByText('We’ve received $75.50.')).toBeVisible()
  expect(screen.queryByText('Sandbox: no money moved')).toBeNull()
  expect(look).toHaveBeenCalledTimes(3)
})

test('A payment in the sandbox says that no money moved', async () => {
  open([inState('paid', true)])
  expect(await screen.findByText('Sandbox: no money moved')).toBeVisible()
})

test('A bank debit waits for the bank', async () => {
  open([inState('pending')])
  expect(await title('Waiting for your bank')).toBeVisible()
})

test('After half a minute the page says that it may be closed', async () => {
  open([inState('open')])
  await title('Checking your payment')
  for (let look = 0; look < 20; look++) await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(await screen.findByText(/You can close this page/)).toBeVisible()
})

test.each(['failed', 'expired'] as const)(
  'A payment that has %s says so in the specification’s words',
  async (state) => {
    open([inState(state)])
    expect(await title('Transaction completed failed!')).toBeVisible()
    expect(screen.getByText('Don’t worries! You can still login.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
  },
)

test('Going back without paying is the failure, unless it is paid after all', async () => {
  open([inState('open')], { cancelled: true })
  expect(await title('Transaction completed failed!')).toBeVisible()
  expect(screen.getByText('Nothing was charged. You can pay again any time.')).toBeVisible()
  expect(screen.getByText('Open the mail')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Pay now' })).toBeVisible()
  expect(onPaid).not.toHaveBeenCalled()
})

test('Going back from a page that is paid thanks', async () => {
  open([inState('paid')], { cancelled: true })
  expect(await title('Thank you!')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Pay now' })).toBeNull()
  expect(onPaid).toHaveBeenCalledOnce()
})

test.each([
  ['without a checkout', null],
  ['with an unknown checkout', 'unknown'],
])('An address %s says nothing about money', async (_what, checkoutID) => {
  open([NOT_FOUND], { checkoutID })
  expect(await title('Transaction completed failed!')).toBeVisible()
  expect(screen.queryByText(/charged/)).toBeNull()
})
