import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Payable } from '#contract/v1/payments.ts'
import { refusals, type RefusalCode } from '#domain/refusals.ts'
import type { Answer } from '#client/api/answers.ts'
import { PayPage } from '#client/features/payments/pay-page.tsx'

const INVOICE: Payable = {
  businessName: 'Green Bags',
  logoUrl: null,
  number: 'INV-000123',
  owing: 120.5,
  dueDate: '2026-11-17',
  pending: false,
  canPay: true,
}
const ok = <T,>(value: T): Answer<T> => ({ kind: 'ok', value, status: 200, etag: null })
const refused = (code: RefusalCode): Answer<never> => ({
  kind: 'refused',
  problem: { code, message: refusals[code].message },
  status: refusals[code].status,
  retryAfterMs: null,
})

function open(looks: Answer<Payable>[], opened: Answer<{ url: string }> = ok({ url: 'https://pay.example/1' })) {
  const look = vi.fn(async () => (looks.length > 1 ? looks.shift()! : looks[0]!))
  const pay = vi.fn(async () => opened)
  const leave = vi.fn()
  render(<PayPage firm={{ name: 'Bagrun', logoUrl: null }} token="the-token" look={look} open={pay} leave={leave} />)
  return { look, pay, leave }
}
const payButton = () => screen.findByRole('button', { name: 'Pay $120.50' })

test('The pay link shows firm, number, amount and due date, and the button with the amount leads to the provider’s page', async () => {
  const { pay, leave } = open([ok(INVOICE)])
  expect(await screen.findByRole('heading', { name: 'Pay INV-000123' })).toBeVisible()
  for (const words of ['Green Bags', '$120.50', '17/11/2026']) expect(screen.getByText(words)).toBeVisible()
  await userEvent.click(await payButton())
  expect(pay).toHaveBeenCalledExactlyOnceWith('the-token')
  expect(leave).toHaveBeenCalledExactlyOnceWith('https://pay.example/1')
  expect(screen.getByRole('button')).toBeDisabled()
})

test.each([
  ['paid', { owing: 0 }, 'This invoice is paid. Thank you!'],
  ['written off', { owing: 0, paid: false }, 'There’s nothing to pay on this invoice.'],
  ['waiting for the bank', { pending: true }, 'A payment is waiting for your bank. That can take a few days.'],
  ['not payable by card', { canPay: false }, 'Card payments aren’t available. The invoice says how else to pay.'],
])('An invoice that is %s has no button, and says why', async (_what, over, words) => {
  open([ok({ ...INVOICE, ...over })])
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('Paid otherwise meanwhile, the page says so instead of asking again', async () => {
  open([ok(INVOICE), ok({ ...INVOICE, owing: 0 })], refused('nothing_owing'))
  await userEvent.click(await payButton())
  expect(await screen.findByText('This invoice is paid. Thank you!')).toBeVisible()
})

test('While the provider is away, or without signal, the button can be pressed again', async () => {
  const { leave } = open([ok(INVOICE)], refused('payments_unavailable'))
  await userEvent.click(await payButton())
  expect(await screen.findByText('Couldn’t open the payment page. Please try again later.')).toBeVisible()
  expect(await payButton()).toBeEnabled()
  expect(leave).not.toHaveBeenCalled()
})

test('A broken link says how to get a right one', async () => {
  open([refused('token_invalid')])
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
})

test('Without signal the page can be tried again', async () => {
  open([{ kind: 'offline', why: 'network' }, ok(INVOICE)])
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await payButton()).toBeVisible()
})
