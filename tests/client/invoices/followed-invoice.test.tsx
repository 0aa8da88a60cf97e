import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { InvoicePage } from '#client/features/invoices/invoice-page.tsx'
import { INVOICE_ID, makeInvoice } from '../../fixtures/answers/invoices.ts'
import { ok, showOffice } from '../../support/office-screen.tsx'

test('An invoice that stays open tells that its email has been sent', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    let invoice = makeInvoice({ delivery: 'waiting' })
    showOffice(<InvoicePage invoiceID={INVOICE_ID} fetchPhoto={async () => null} />, { answer: () => ok(invoice) })
    expect(await screen.findByText('Waiting to be sent')).toBeVisible()
    invoice = makeInvoice({ delivery: 'sent', sentAt: '2026-11-10T01:00:00Z' })
    await vi.advanceTimersByTimeAsync(16_000)
    expect(await screen.findByText(/^Emailed /)).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})
