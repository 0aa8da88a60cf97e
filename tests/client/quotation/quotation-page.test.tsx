import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Quotation } from '#contract/v1/requests.ts'
import type { Answer } from '#client/api/answers.ts'
import { QuotationPage } from '#client/features/quotation/quotation-page.tsx'

const OFFER: Quotation = {
  firstName: 'Anna',
  businessName: 'Green Bags',
  servicePackage: 'Garden bag',
  features: ['Leaves and lawn'],
  collectionScheme: 'Every 4 weeks',
  paymentScheme: 'After the collection',
  price: 25,
  priceInWords: '$25.00 a bag, GST included',
  suburb: 'Wahroonga',
  weeks: [{ from: '2026-11-09', to: '2026-11-15' }],
  expiresAt: '2026-12-20T02:00:00Z',
  acceptedAt: null,
}
const ok = (value: Quotation): Answer<Quotation> => ({ kind: 'ok', value, status: 200, etag: null })
const refused = (code: string, message = 'No.'): Answer<Quotation> => ({
  kind: 'refused',
  status: 400,
  problem: { code, message },
  retryAfterMs: null,
})

function open(look: Answer<Quotation>, accept: Answer<Quotation> = look, token: string | null = 'a-link') {
  const said = vi.fn(async () => accept)
  const lookAt = async () => look
  render(<QuotationPage firm={{ name: 'Green Bags', logoUrl: null }} token={token} look={lookAt} accept={said} />)
  return said
}

test('The link of a quotation shows the offer, and thanks after accepting', async () => {
  const said = open(ok(OFFER), ok({ ...OFFER, acceptedAt: '2026-11-21T02:00:00Z' }))
  expect(await screen.findByText('$25.00 a bag, GST included')).toBeVisible()
  expect(screen.getByText('Week of Mon 09/11/2026')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByText(/^Thank you!/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(said).toHaveBeenCalledExactlyOnceWith('a-link')
})

test('The weeks are the area’s, because a customer of a longer cycle isn’t collected in each of them', async () => {
  open(ok({ ...OFFER, collectionScheme: 'Every third month' }))
  expect(await screen.findByText('Our next weeks there')).toBeVisible()
  expect(screen.queryByText('Your next weeks')).toBeNull()
})

test('A quotation that was accepted before is not offered again', async () => {
  open(ok({ ...OFFER, acceptedAt: '2026-11-21T02:00:00Z' }))
  expect(await screen.findByText(/^Thank you!/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('A link that has ended, is cut off or missing is refused in friendly words, with what to do', async () => {
  open(refused('token_invalid'))
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('An address without its token is refused in the same words', async () => {
  open(refused('token_invalid'), undefined, null)
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('Without signal the offer stays on the screen, and accepting can be tried again', async () => {
  open(ok(OFFER), { kind: 'offline', why: 'network' })
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Please try again when you’re back online.')
  expect(screen.getByRole('button', { name: 'Accept' })).toBeEnabled()
})
