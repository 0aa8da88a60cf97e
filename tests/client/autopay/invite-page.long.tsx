import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getAutopayInvitation } from '#contract/v1/autopay.ts'
import { refusals, type RefusalCode } from '#domain/refusals.ts'
import type { Answer } from '#client/api/answers.ts'
import { InvitePage, InviteReturned } from '#client/features/autopay/invite-page.tsx'
import { CONSENT } from '../../fixtures/answers/autopay.ts'

type Invitation = OutputOf<typeof getAutopayInvitation>

const INVITATION: Invitation = {
  businessName: 'Green Bags',
  logoUrl: null,
  offered: true,
  consent: CONSENT,
  done: false,
}
const FIRM = { name: 'Bagrun', logoUrl: null }
const ok = <T,>(value: T): Answer<T> => ({ kind: 'ok', value, status: 200, etag: null })
const refused = (code: RefusalCode): Answer<never> => ({
  kind: 'refused',
  problem: { code, message: refusals[code].message },
  status: refusals[code].status,
  retryAfterMs: null,
})

function open(
  looks: Answer<Invitation>[],
  {
    setup = null,
    opened = ok({ url: 'https://pay.example/setup' }),
  }: { setup?: string | null; opened?: Answer<{ url: string }> } = {},
) {
  const look = vi.fn(async () => (looks.length > 1 ? looks.shift()! : looks[0]!))
  const setUp = vi.fn(async () => opened)
  const leave = vi.fn()
  render(<InvitePage firm={FIRM} token="the-token" setup={setup} look={look} open={setUp} leave={leave} />)
  return { look, setUp, leave }
}
const agree = () => screen.findByRole('checkbox', { name: 'I agree' })
const save = () => screen.findByRole('button', { name: 'Save a card or bank account' })

test('An invitation shows the firm and what is agreed to, and leads on only after the tick (P3)', async () => {
  const user = userEvent.setup()
  const { setUp, leave } = open([ok(INVITATION)])
  expect(await screen.findByText('Green Bags')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Pay automatically' })).toBeVisible()
  for (const sentence of CONSENT.words) expect(screen.getByText(sentence)).toBeVisible()
  await user.click(await save())
  expect(await screen.findByText('Please tick this first.')).toBeVisible()
  expect(setUp).not.toHaveBeenCalled()
  await user.click(await agree())
  await user.click(await save())
  expect(setUp).toHaveBeenCalledExactlyOnceWith('the-token', CONSENT.version)
  expect(leave).toHaveBeenCalledExactlyOnceWith('https://pay.example/setup')
})

test('Words that changed meanwhile are shown anew, and must be ticked again', async () => {
  const user = userEvent.setup()
  const changed = { version: '2027-01-01', words: ['Green Bags may charge me every week.'] }
  const { leave } = open([ok(INVITATION), ok({ ...INVITATION, consent: changed })], {
    opened: refused('consent_changed'),
  })
  await user.click(await agree())
  await user.click(await save())
  expect(await screen.findByText('Green Bags may charge me every week.')).toBeVisible()
  expect(await screen.findByText(refusals.consent_changed.message)).toBeVisible()
  expect(await agree()).not.toBeChecked()
  expect(leave).not.toHaveBeenCalled()
})

test('Where it is not offered no card is asked for', async () => {
  open([ok({ ...INVITATION, offered: false })])
  expect(await screen.findByText(/^Automatic payment isn’t available now/)).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('An invitation that was used already thanks', async () => {
  open([ok({ ...INVITATION, done: true })])
  expect(await screen.findByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('An invalid link says how to get a right one', async () => {
  open([refused('token_invalid')])
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  expect(screen.getByText(/ask us for a new one/)).toBeVisible()
})

test('While the provider is away the button can be pressed again', async () => {
  const user = userEvent.setup()
  open([ok(INVITATION)], { opened: refused('payments_unavailable') })
  await user.click(await agree())
  await user.click(await save())
  expect(await screen.findByText(refusals.payments_unavailable.message)).toBeVisible()
  expect(await save()).toBeEnabled()
})

test('Who comes back before the server has heard of it is thanked as soon as it has', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  const { look } = open([ok(INVITATION), ok(INVITATION), ok({ ...INVITATION, done: true })], { setup: 'done' })
  expect(await screen.findByText('Checking what you saved. This takes a few seconds.')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(look).toHaveBeenCalledTimes(3)
})

test('Who went back without saving can try again at once', async () => {
  open([ok(INVITATION)], { setup: 'cancelled' })
  expect(await screen.findByText('Nothing was saved.')).toBeVisible()
  expect(await save()).toBeVisible()
})

test('Back at an address without an invitation, the page thanks, or says how to try again', () => {
  const { unmount } = render(<InviteReturned firm={FIRM} setup="done" links={null} />)
  expect(screen.getByRole('heading', { name: 'Thank you!' })).toBeVisible()
  unmount()
  render(<InviteReturned firm={FIRM} setup="cancelled" links={null} />)
  expect(screen.getByText(/^Nothing was saved/)).toBeVisible()
  expect(screen.queryByText('Thank you!')).toBeNull()
})
