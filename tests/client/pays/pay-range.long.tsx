import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PaymentsList } from '#client/features/pays/payments-list.tsx'
import { PaysList } from '#client/features/pays/pays-list.tsx'
import { listIncomes } from '#contract/v1/incomes.ts'
import {
  addPayLine,
  getPaymentAdjustmentPdf,
  getPaymentPdf,
  listPayments,
  listPayTotals,
  makeAbaFile,
  payRange,
  previewPayment,
  reversePayment,
  sendStatement,
} from '#contract/v1/pays.ts'
import { newID } from '#domain/identifiers.ts'
import { lineBroke, ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const driverID = newID()
const total = {
  driverID,
  driver: 'Tom Reyes',
  pending: 12,
  pendingGst: 1.2,
  payable: 36,
  payableGst: 3.6,
  paid: 0,
}
const plan = {
  driverID,
  driver: 'Tom Reyes',
  lines: [],
  carried: 2,
  from: '2026-11-09',
  to: '2026-11-15',
  weeks: [
    { monday: '2026-11-02', paid: 0, left: 8 },
    { monday: '2026-11-09', paid: 36, left: 0 },
  ],
  left: 8,
  subtotal: 36,
  gst: 3.6,
  total: 39.6,
  rcti: true,
  rctiLate: false,
  refusal: null,
}
const payment = {
  transactionID: newID(),
  refId: 'T000042',
  driverID,
  driver: 'Tom Reyes',
  employmentType: 'CONTRACTOR',
  from: '2026-11-09',
  to: '2026-11-15',
  datePaid: '2026-11-16',
  paymentType: 'EFT',
  subtotal: 36,
  gst: 3.6,
  total: 39.6,
  rctiNumber: 'RCTI-000007',
  adjustmentNumber: null,
  abaAt: null,
  reversedOn: null,
  createdAt: '2026-11-16T01:00:00.000Z',
}

const answers =
  (more: (sent: Sent) => ReturnType<typeof ok> | undefined = () => undefined) =>
  (sent: Sent) => {
    const own = more(sent)
    if (own !== undefined) return own
    switch (sent.endpoint) {
      case listIncomes:
        return ok({ items: [], page: 1, perPage: 25, total: 0, totalAmount: 0 })
      case listPayTotals:
        return ok({ items: [total] })
      case previewPayment:
        return ok(plan)
      case payRange:
        return ok(payment, 201)
      case listPayments:
        return ok({ items: [payment], page: 1, perPage: 25, total: 1, totalAmount: 39.6 })
      default:
        return pageOfRows([])
    }
  }

const at = '/incomes?from=2026-11-09&to=2026-11-15'

test('A range is paid after its preview: what is carried forward, what stays, and the GST on top', async () => {
  const user = userEvent.setup()
  const { sentTo } = showOffice(<PaysList />, { at, answer: answers() })
  await user.click(await screen.findByRole('button', { name: 'Pay Tom Reyes' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('2 older lines are included: together they lower the total.')).toBeVisible()
  const weeks = within(dialog.getByRole('table', { name: 'To pay by week' }))
  expect(weeks.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'Week fromIn this paymentStays to pay',
    '02/11/2026$0.00$8.00',
    '09/11/2026$36.00$0.00',
    'All weeks$36.00$8.00',
  ])
  expect(dialog.getByText('We’ll create a tax invoice (RCTI) on the driver’s behalf.')).toBeVisible()
  expect(dialog.getByText('$3.60')).toBeVisible()
  expect(sentTo(previewPayment).at(-1)!.input).toMatchObject({ driverID, from: '2026-11-09', to: '2026-11-15' })
  await user.click(dialog.getByRole('button', { name: 'Pay $39.60' }))
  expect(await screen.findByText('Paid $39.60 to Tom Reyes')).toBeVisible()
  expect(sentTo(payRange)).toHaveLength(1)
  expect(sentTo(payRange)[0]!.input).toMatchObject({ driverID, from: '2026-11-09', expected: 39.6, paymentType: 'EFT' })
})

test('Without a range in the list everything payable is offered, and the list says the GST that comes on top', async () => {
  const user = userEvent.setup()
  const { sentTo } = showOffice(<PaysList />, { at: '/incomes', answer: answers() })
  expect((await screen.findAllByText('+ $3.60 GST')).length).toBeGreaterThan(0)
  // What is pending has it too, because it is paid with GST.
  expect(screen.getAllByText('+ $1.20 GST')[0]).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Pay Tom Reyes' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Pay $39.60' }))
  expect(sentTo(previewPayment)[0]!.input).not.toHaveProperty('from')
  await waitFor(() => expect(sentTo(payRange)).toHaveLength(1))
  expect(sentTo(payRange)[0]!.input).toMatchObject({ from: '2026-11-09', to: '2026-11-15', expected: 39.6 })
})

test('The days that are paid stand in their boxes, with no calendar over them', async () => {
  const user = userEvent.setup()
  showOffice(<PaysList />, { at: '/incomes', answer: answers() })
  await user.click(await screen.findByRole('button', { name: 'Pay Tom Reyes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay Tom Reyes' }))
  await dialog.findByRole('button', { name: 'Pay $39.60' })
  await waitFor(() => expect(dialog.getByLabelText('Paid by')).toHaveFocus())
  expect(dialog.getByLabelText(/^From/)).toHaveValue('09/11/2026')
  expect(dialog.getByRole('textbox', { name: /^To/ })).toHaveValue('15/11/2026')
  expect(screen.queryByRole('button', { name: 'Previous month' })).toBeNull()
})

test('Nothing to pay says so, and can’t be paid', async () => {
  const user = userEvent.setup()
  const refusal = { code: 'pay_negative', message: 'The total is below $0.' }
  showOffice(<PaysList />, {
    at,
    answer: answers(({ endpoint }) => (endpoint === previewPayment ? ok({ ...plan, refusal }) : undefined)),
  })
  await user.click(await screen.findByRole('button', { name: 'Pay Tom Reyes' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('The total is below $0.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Pay' })).toBeDisabled()
})

test('A day of payment before the work is refused beside its box', async () => {
  const user = userEvent.setup()
  showOffice(<PaysList />, { at, answer: answers() })
  await user.click(await screen.findByRole('button', { name: 'Pay Tom Reyes' }))
  const dialog = within(await screen.findByRole('dialog'))
  const paidOn = dialog.getByLabelText(/Paid on/)
  await user.clear(paidOn)
  await user.type(paidOn, '08/11/2026')
  await user.tab()
  expect(await dialog.findByText('This is before the work')).toBeVisible()
  expect(dialog.getByRole('button', { name: /^Pay/ })).toBeDisabled()
})

test('Another admin was faster: the preview is shown again', async () => {
  const user = userEvent.setup()
  showOffice(<PaysList />, {
    at,
    answer: answers(({ endpoint }) =>
      endpoint === payRange ? (refused('version_conflict') as ReturnType<typeof ok>) : undefined,
    ),
  })
  await user.click(await screen.findByRole('button', { name: 'Pay Tom Reyes' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Pay $39.60' }))
  expect(await dialog.findByText('The amount has changed. Please check it again.')).toBeVisible()
})

test('A deduction is entered with its reason, on the driver’s page for that driver', async () => {
  const user = userEvent.setup()
  const { sentTo } = showOffice(<PaysList driverID={driverID} />, { at: `/drivers/${driverID}`, answer: answers() })
  await user.click(await screen.findByRole('button', { name: 'Add line' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Kind' }), 'Deduction')
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '12.50')
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Fuel card')
  await user.click(dialog.getByRole('button', { name: 'Add line' }))
  await waitFor(() =>
    expect(sentTo(addPayLine)[0]?.input).toMatchObject({
      driverID,
      kind: 'deduction',
      amount: 12.5,
      reason: 'Fuel card',
    }),
  )
})

test('A payment is reversed with a reason, and its paper is fetched', async () => {
  const user = userEvent.setup()
  const { sentTo } = showOffice(<PaymentsList />, {
    at: '/incomes/payments',
    answer: answers(({ endpoint }) => (endpoint === getPaymentPdf ? (lineBroke as ReturnType<typeof ok>) : undefined)),
  })
  await user.click(await screen.findByRole('button', { name: 'RCTI-000007' }))
  expect(sentTo(getPaymentPdf)[0]!.input).toEqual({ payID: payment.transactionID })
  expect(await screen.findByText(/connection/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Reverse' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('An adjustment note takes RCTI-000007 back.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong week')
  await user.click(dialog.getByRole('button', { name: 'Reverse' }))
  await waitFor(() =>
    expect(sentTo(reversePayment)[0]?.input).toEqual({ payID: payment.transactionID, reason: 'Wrong week' }),
  )
})

test('A reversed tax invoice has its adjustment note as PDF and by mail; a reversed statement has neither', async () => {
  const user = userEvent.setup()
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const reversed = { ...payment, reversedOn: '2026-11-17', adjustmentNumber: 'RCAN-000001' }
  const statement = {
    ...payment,
    transactionID: driverID,
    refId: 'T000099',
    rctiNumber: null,
    reversedOn: '2026-11-17',
  }
  const { sentTo } = showOffice(<PaymentsList />, {
    at: '/incomes/payments',
    answer: answers(({ endpoint }) =>
      endpoint === listPayments
        ? ok({ items: [reversed, statement], page: 1, perPage: 25, total: 2, totalAmount: 0 })
        : endpoint === getPaymentAdjustmentPdf
          ? ok(new Blob(['%PDF-']))
          : undefined,
    ),
  })
  await user.click(await screen.findByRole('button', { name: 'RCAN-000001' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  expect(sentTo(getPaymentAdjustmentPdf)[0]!.input).toEqual({ payID: payment.transactionID })
  expect(screen.queryByRole('button', { name: 'Reverse' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Email' }))
  const question = within(await screen.findByRole('dialog', { name: 'Email RCAN-000001 to Tom Reyes?' }))
  await user.click(question.getByRole('button', { name: 'Email' }))
  await waitFor(() => expect(sentTo(sendStatement)[0]?.input).toEqual({ payID: payment.transactionID }))
})

test('Before the bank file is downloaded the dialog says what it has, who is left out, and what was in a file before', async () => {
  const user = userEvent.setup()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  // A click on it would leave the test's page.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const made = {
    fileName: 'pay-2026-11-16.aba',
    content: '0',
    count: 3,
    total: 120,
    left: [{ driverID, driver: 'Tom Reyes', reason: 'bank account missing' }],
    again: 1,
    problem: null,
  }
  const nobody = { ...made, count: 0, total: 0, left: [], again: 0, problem: 'no transfers are dated 10/11/2026' }
  let isPayDay = false
  const { sentTo } = showOffice(<PaymentsList />, {
    at: '/incomes/payments',
    answer: answers(({ endpoint }) => (endpoint === makeAbaFile ? ok(isPayDay ? made : nobody) : undefined)),
  })
  await user.click(await screen.findByRole('button', { name: 'Pay day files' }))
  expect(await screen.findByText('No bank file: no transfers are dated 10/11/2026.')).toBeVisible()
  const download = screen.getByRole('button', { name: 'Bank file (ABA)' })
  expect(download).toBeDisabled()
  isPayDay = true
  const payDay = screen.getByRole('textbox', { name: /^Pay day/ })
  await user.clear(payDay)
  await user.type(payDay, '16/11/2026')
  await user.tab()
  expect(await screen.findByText('3 payments, $120.00.')).toBeVisible()
  expect(screen.getByText('1 was in a bank file before. Don’t pay it twice.')).toBeVisible()
  expect(screen.getByText('Left out: Tom Reyes, bank account missing.')).toBeVisible()
  expect(sentTo(makeAbaFile).every(({ input }) => input['preview'] === true)).toBe(true)
  await user.click(download)
  await waitFor(() => expect(sentTo(makeAbaFile).filter(({ input }) => !('preview' in input))).toHaveLength(1))
  expect(await screen.findByText('Downloaded.')).toBeVisible()
})

test('A preview that takes too long says so in the dialog alone, and is asked for again there', async () => {
  const user = userEvent.setup()
  let slow = true
  const { toasts } = showOffice(<PaysList />, {
    at,
    answer: answers(({ endpoint }) => (endpoint === previewPayment && slow ? refused('too_slow') : undefined)),
  })
  await user.click(await screen.findByRole('button', { name: 'Pay Tom Reyes' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('This takes too long. Please ask for less, or try again later.')).toBeVisible()
  expect(toasts).toEqual([])
  expect(dialog.getByRole('button', { name: 'Pay' })).toBeDisabled()
  slow = false
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('button', { name: 'Pay $39.60' })).toBeEnabled()
})
