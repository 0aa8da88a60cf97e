import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OnHoldPage } from '#client/features/customers/on-hold-page.tsx'
import { ANNA } from '../../fixtures/answers/invoices.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'

test('Who is on hold can be called from the list, by a number written as people write it', async () => {
  const anna = { customerID: ANNA, customer: 'Anna Bright', refId: '10042' }
  const row = { ...anna, since: '2026-11-23T22:05:00Z', owing: 50, phone: '+61447451772' }
  showOffice(<OnHoldPage />, {
    at: '/customers/on-hold',
    answer: () => ok({ items: [row], page: 1, perPage: 25, total: 1 }),
  })
  expect(await screen.findByRole('link', { name: '0447 451 772' })).toHaveAttribute('href', 'tel:+61447451772')
  expect(screen.getByRole('columnheader', { name: 'Ref ID' })).toBeVisible()
})
