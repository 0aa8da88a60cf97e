import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Route, Routes } from 'react-router-dom'
import { XeroCard } from '#client/features/xero/xero-card.tsx'
import XeroRoutes from '#client/features/xero/xero-routes.tsx'
import { createXeroExport, getXeroFile, listXeroExports, previewXeroExport } from '#contract/v1/xero-exports.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const exportID = newID()
const EXPORT = {
  exportID,
  from: null,
  to: null,
  createdAt: '2026-11-18T01:00:00.000Z',
  createdBy: 'Ada Abel',
  documents: 600,
  amount: 15_000,
  files: 2,
}

const answer = ({ endpoint }: Sent) => {
  if (endpoint === listXeroExports) return ok({ items: [EXPORT], page: 1, perPage: 25, total: 1, waiting: 7 })
  if (endpoint === createXeroExport) return ok(EXPORT, 201)
  if (endpoint === previewXeroExport)
    return ok({ invoices: 6, adjustments: 1, amount: 175, from: '2026-10-01', to: '2026-11-09', more: false })
  if (endpoint === getXeroFile) return ok({ name: 'xero.csv', text: '*ContactName\r\n' })
  return refused('not_found')
}
const open = (at: string, answering: Parameters<typeof showOffice>[1]['answer'] = answer) =>
  showOffice(
    <Routes>
      <Route path="/reports" element={<XeroCard />} />
      <Route path="/reports/xero/*" element={<XeroRoutes notFound={<p>Not here</p>} />} />
    </Routes>,
    { at, answer: answering },
  )

test('The reports’ page says how many invoices wait for an export, and leads to it', async () => {
  open('/reports')
  expect(
    await screen.findByRole('link', { name: /Export to Xero\s*7\s*Invoices and adjustments to export/ }),
  ).toHaveAttribute('href', '/reports/xero')
})

test('More than one export holds are counted as more than that', async () => {
  open('/reports/xero', (sent) =>
    sent.endpoint === listXeroExports
      ? ok({ items: [EXPORT], page: 1, perPage: 25, total: 1, waiting: 10_001 })
      : answer(sent),
  )
  expect(await screen.findByText('More than 10,000 invoices and adjustments not exported yet')).toBeVisible()
})

test('An export to Xero is made of what waits, and its files are downloaded one by one', async () => {
  const user = userEvent.setup()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one')
  // A click on it would leave the test's page.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const { sentTo } = open('/reports/xero')
  expect(await screen.findByText('7 invoices and adjustments not exported yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export 7 documents?' }))
  expect(
    dialog.getByText(/^6 invoices not exported before, 1 later adjustment: \$175\.00, dated 01\/10\/2026/),
  ).toBeVisible()
  expect(dialog.getByText(/later exports leave them out/)).toBeVisible()
  expect(sentTo(createXeroExport)).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText('Export ready')).toBeVisible()
  expect(sentTo(createXeroExport)[0]!.input).toEqual({})
  await user.click(screen.getByRole('button', { name: 'Download file 2 of 2' }))
  await waitFor(() => expect(sentTo(getXeroFile).map(({ input }) => input)).toEqual([{ exportID, file: 2 }]))
})
