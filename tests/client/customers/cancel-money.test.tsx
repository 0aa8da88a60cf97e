import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CancelDialog } from '#client/features/customers/state-dialogs.tsx'
import { cancelCustomer, previewCancel } from '#contract/v1/customers.ts'
import tones from '#client/ui/core/tones.module.css'
import { makeCustomer } from '../../fixtures/answers/customers.ts'
import { ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'

test.each([
  [-47, 'The customer then owes $47.00.', 'warn'],
  [0, 'The customer then owes nothing.', 'good'],
  [12, 'The customer then has $12.00 in credit.', 'good'],
] as const)('Cancelling a service at a balance of %s says so in the fitting tone', async (balance, words, tone) => {
  showOffice(<CancelDialog customer={makeCustomer()} onClose={() => undefined} />, {
    answer: ({ endpoint }) =>
      endpoint === previewCancel ? ok({ invoices: 0, amount: 0, givenBack: 0, balance }) : pageOfRows([]),
  })
  expect(await screen.findByText(words)).toHaveClass(tones[tone]!)
})

test('Cancelling a service tells what the run under way will invoice', async () => {
  showOffice(<CancelDialog customer={makeCustomer()} onClose={() => undefined} />, {
    answer: ({ endpoint }) =>
      endpoint === previewCancel ? ok({ invoices: 0, amount: 0, givenBack: 0, balance: 0, later: 50 }) : pageOfRows([]),
  })
  const words = 'The customer then owes nothing. The last collection is invoiced when its run is completed: $50.00.'
  expect(await screen.findByText(words)).toHaveClass(tones.warn!)
})

test('What cancelling would do is not asked again once the service is cancelled', async () => {
  let left = 0
  const { sentTo } = showOffice(<CancelDialog customer={makeCustomer()} onClose={() => left++} />, {
    answer: ({ endpoint }) =>
      endpoint === previewCancel
        ? ok({ invoices: 0, amount: 0, givenBack: 0, balance: 0 })
        : endpoint === cancelCustomer
          ? ok(undefined)
          : pageOfRows([]),
  })
  const user = userEvent.setup()
  await screen.findByText('The customer then owes nothing.')
  await user.type(screen.getByLabelText(/^Reason/), 'Moved')
  await user.click(screen.getByRole('button', { name: 'Cancel service' }))
  await waitFor(() => expect(left).toBe(1))
  expect(sentTo(previewCancel)).toHaveLength(1)
})
