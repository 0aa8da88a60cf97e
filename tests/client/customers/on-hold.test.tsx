import { act, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test } from 'vitest'
import type { Customer } from '#contract/v1/customers.ts'
import { LiftHoldDialog } from '#client/features/customers/lift-hold-dialog.tsx'
import { OnHoldPage } from '#client/features/customers/on-hold-page.tsx'
import { makeCustomer } from '../../fixtures/answers/customers.ts'
import { ANNA } from '../../fixtures/answers/invoices.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'

test('Who is on hold can be called from the list, by a number written as people write it (P58)', async () => {
  const anna = { customerID: ANNA, customer: 'Anna Bright', refId: '10042' }
  const row = { ...anna, since: '2026-11-23T22:05:00Z', owing: 50, phone: '+61447451772' }
  showOffice(<OnHoldPage />, {
    at: '/customers/on-hold',
    answer: () => ok({ items: [row], page: 1, perPage: 25, total: 1 }),
  })
  expect(await screen.findByRole('link', { name: '0447 451 772' })).toHaveAttribute('href', 'tel:+61447451772')
  expect(screen.getByRole('columnheader', { name: 'Ref ID' })).toBeVisible()
})

test('What is owed stays said while the dialog of a lifted hold closes', async () => {
  const held = { ...makeCustomer(), email: 'anna@example.com', onHold: { since: '2026-11-16T00:00:00Z', owing: 50 } }
  let read: (customer: Customer) => void = () => undefined
  function Shown() {
    const [customer, setCustomer] = useState<Customer>(held)
    useEffect(() => void (read = setCustomer), [])
    return <LiftHoldDialog customer={customer} onClose={() => undefined} />
  }
  showOffice(<Shown />, { answer: () => ok(held) })
  expect(await screen.findByText(/^The \$50\.00 that paused them stays owing/)).toBeVisible()
  expect(screen.getByText(/anna@example\.com gets an email about it\.$/)).toBeVisible()
  act(() => read({ ...held, onHold: null }))
  expect(screen.getByText(/^The \$50\.00 that paused them stays owing/)).toBeVisible()
})
