import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { SkipLink } from '#contract/v1/skip-links.ts'
import { refusals, type RefusalCode } from '#domain/refusals.ts'
import type { Answer } from '#client/api/answers.ts'
import { SkipPage } from '#client/features/skip/skip-page.tsx'

const LINK: SkipLink = {
  businessName: 'Green Bags',
  logoUrl: null,
  phone: '+61299991234',
  firstName: 'Anna',
  fromDate: '2026-11-16',
  toDate: '2026-11-22',
  cutoff: 'Sunday 15 November, 11:59 pm',
  state: 'open',
  skippedAt: null,
  justNow: false,
}
const SKIPPED = { ...LINK, state: 'skipped' as const, skippedAt: '2026-11-11T00:00:00.000Z' }
const ok = (value: SkipLink): Answer<SkipLink> => ({ kind: 'ok', value, status: 200, etag: null })
const refused = (code: RefusalCode): Answer<never> => ({
  kind: 'refused',
  problem: { code, message: refusals[code].message },
  status: refusals[code].status,
  retryAfterMs: null,
})

function open(looked: Answer<SkipLink>, pressed: Answer<SkipLink> = ok({ ...SKIPPED, justNow: true })) {
  const [look, skip] = [vi.fn(async () => looked), vi.fn(async () => pressed)]
  render(
    <SkipPage
      firm={{ name: 'Bagrun', logoUrl: null }}
      token="the-token"
      look={look}
      skip={skip}
      login={<a href="/login">Login</a>}
    />,
  )
  return { look, skip }
}
const button = () => screen.findByRole('button', { name: 'No pickup this time' })

test('Opened, it asks and skips nothing; the button skips and says what it did', async () => {
  const { skip } = open(ok(LINK))
  expect(await screen.findByText(/week of Monday 16 November\. .* by Sunday 15 November, 11:59 pm/)).toBeVisible()
  expect(skip).not.toHaveBeenCalled()
  await userEvent.click(await button())
  expect(skip).toHaveBeenCalledExactlyOnceWith('the-token')
  expect(await screen.findByText(/^Done\. We won’t collect in the week of Monday 16 November/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('Of a week with nothing to come it says so, without a button', async () => {
  open(ok({ ...LINK, state: 'not_due' }))
  expect(await screen.findByText(/^You have no collection to come in the week of Monday 16 November/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('Opened or pressed again, it says that the week is skipped already', async () => {
  open(ok(SKIPPED))
  expect(await screen.findByText(/^You’ve skipped the week/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})

test('After the cut-off it only explains, with the firm’s phone', async () => {
  open(ok(LINK), ok({ ...LINK, state: 'too_late' }))
  await userEvent.click(await button())
  expect(await screen.findByRole('heading', { name: 'Too late to skip' })).toBeVisible()
  expect(screen.getByText(/Nothing was changed/)).toBeVisible()
  expect(screen.getByText('Please call us: 02 9999 1234.')).toBeVisible()
})

test('A broken link says how to get a right one', async () => {
  open(refused('token_invalid'))
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
})

test('Without signal the button can be pressed again', async () => {
  open(ok(LINK), { kind: 'offline', why: 'network' })
  await userEvent.click(await button())
  expect(await screen.findByRole('alert')).toHaveTextContent('Please try again when you’re back online.')
  expect(await button()).toBeEnabled()
})
