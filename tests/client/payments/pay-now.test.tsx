import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { listInvoices } from '#contract/v1/invoices.ts'
import { getOwnWaysToPay, openCheckout } from '#contract/v1/payments.ts'
import { PayAll, PayNow } from '#client/features/payments/pay-now.tsx'
import { ok, pageOfRows, refused, showOffice } from '../../support/office-screen.tsx'
beforeEach(
  () =>
    void vi
      .spyOn(location, 'assign')
      .mockReset()
      .mockImplementation(() => undefined),
)

const INVOICES = [
  { invoiceID: 'a', owing: 0.1 },
  { invoiceID: 'b', owing: 0.2 },
  { invoiceID: 'c', owing: 50 },
]
const NO_WAYS = { bank: null, paymentReference: '100016', confirming: [] }
const CARDS = { cardPayments: true }

test('One button pays all that is owed, in one checkout', async () => {
  const { sent } = showOffice(<PayAll />, {
    config: CARDS,
    answer: ({ endpoint }) => {
      if (endpoint === getOwnWaysToPay) return ok(NO_WAYS)
      return endpoint === listInvoices ? pageOfRows(INVOICES) : ok({ url: 'https://pay.example' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $50.30' }))
  await waitFor(() => expect(location.assign).toHaveBeenCalledWith('https://pay.example'))
  expect(sent.filter(({ endpoint }) => endpoint === openCheckout)).toMatchObject([
    { input: { invoiceIDs: ['a', 'b', 'c'] } },
  ])
})

test('Nothing is offered where nothing is owed, or where cards can’t pay', async () => {
  const { sent } = showOffice(<PayAll />, {
    config: CARDS,
    answer: ({ endpoint }) => (endpoint === getOwnWaysToPay ? ok(NO_WAYS) : pageOfRows([])),
  })
  await waitFor(() => expect(sent).toHaveLength(2))
  showOffice(<PayNow invoice={INVOICES[2]!} />, { answer: () => ok(NO_WAYS) })
  expect(screen.queryByRole('button')).toBeNull()
})

test('A refusal is shown, and the button can be pressed again', async () => {
  showOffice(<PayNow invoice={INVOICES[2]!} />, {
    config: CARDS,
    answer: ({ endpoint }) => (endpoint === getOwnWaysToPay ? ok(NO_WAYS) : refused('payment_pending')),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $50.00' }))
  expect(await screen.findByText(/waiting for the bank/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Pay $50.00' })).toBeEnabled()
  expect(location.assign).not.toHaveBeenCalled()
})
