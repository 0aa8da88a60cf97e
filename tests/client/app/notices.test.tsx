import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DriverNotices, DriverOffer } from '#client/app/driver-notices.tsx'
import { promptInstall, watchInstall } from '#client/app/install.ts'
import { setUpdate, setUpdateCheck } from '#client/app/update-store.ts'
import type { SyncStatus } from '#client/offline/status.ts'

beforeAll(() => {
  watchInstall()
})
beforeEach(async () => {
  setUpdate('none', () => undefined)
  await promptInstall()
})

const sent: SyncStatus = {
  kind: 'all-sent',
  sent: 'all-sent',
  stops: 0,
  photos: 0,
  events: 0,
  needsAttention: 0,
  saving: 0,
  waiting: [],
  lastSentAt: null,
  lastPullAt: null,
  clockOffsetMs: 0,
  message: null,
  nextAttemptAt: null,
  lostBefore: null,
  restored: null,
  onlyInJournal: 0,
  isUnsound: false,
  counted: null,
  database: 'works',
}

function show(status: Partial<SyncStatus>, at = '/pickups/ready') {
  const probes: number[] = []
  const onProbe = async () => void probes.push(1)
  const whole = { ...sent, ...status }
  const offer = <DriverOffer status={whole} businessName="Green Round" />
  render(
    <MemoryRouter initialEntries={[at]}>
      <DriverNotices status={whole} onSignIn={() => undefined} onProbe={onProbe} offer={offer} />
    </MemoryRouter>,
  )
  return { probes, user: userEvent.setup() }
}

/** The browser event that the app can be installed. */
const installable = () =>
  act(
    () => void window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined })),
  )

test.each([
  ['unauthenticated', 'Please sign in again. Nothing you saved is lost.'],
  ['session_expired', 'You were signed in for 90 days. Please sign in again. Nothing you saved is lost.'],
])(
  'When the server has ended the session the notice says what to do, and that nothing is lost: %s',
  (pauseCode, words) => {
    show({ kind: 'sign-in', pauseCode, events: 2 })
    expect(screen.getByText(words)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Sign in to send' })).toBeVisible()
  },
)

test('Once the app is installed the browser is asked again to keep the storage: it may have refused that to a tab', () => {
  const persist = vi.fn(async () => true)
  vi.stubGlobal('navigator', Object.create(navigator, { storage: { value: { persist } } }) as Navigator)
  window.dispatchEvent(new Event('appinstalled'))
  // Another file of this worker may listen as well.
  expect(persist).toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test('Only one notice is shown at a time: a new version comes first', () => {
  show({})
  installable()
  act(() => setUpdate('ready'))
  expect(screen.getByRole('button', { name: 'New version, update' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
})

test('On the Ready page installing is offered at the foot', () => {
  show({ lastSentAt: '2025-10-06T08:00:00Z' })
  installable()
  expect(screen.getByRole('button', { name: 'Install' })).toBeVisible()
})

test.each(['/pickups', '/pickups/01890000-0000-7000-8000-00000000a001'])(
  'Where stops are recorded (%s) neither installing nor a new version is offered at the foot, over the buttons',
  (at) => {
    show({}, at)
    installable()
    expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
    act(() => setUpdate('ready'))
    expect(screen.queryByRole('button', { name: 'New version, update' })).toBeNull()
  },
)

test('What sending waits for is said at the foot of every page', () => {
  show({ kind: 'sign-in' }, '/pickups')
  expect(screen.getByRole('button', { name: 'Sign in to send' })).toBeVisible()
})

test('Where the server refuses this version and has no newer one, the notice says so, and sending is tried once', async () => {
  const { user, probes } = show({ kind: 'update-needed', events: 1 })
  setUpdateCheck(async () => false)
  await user.click(screen.getByRole('button', { name: 'New version, update' }))
  expect(await screen.findByText('No newer version yet. Trying again…')).toBeVisible()
  await waitFor(() => expect(probes).toHaveLength(1))
})
