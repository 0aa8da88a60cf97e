import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { Profile } from '#contract/v1/session.ts'
import { ErrorBoundary } from '#client/app/error-boundary.tsx'
import { NotFound } from '#client/app/not-found.tsx'
import { Shell } from '#client/app/shell.tsx'
import { LogoutDialog } from '#client/features/session/logout-dialog.tsx'
import { UnsentDialog } from '#client/features/session/unsent-dialog.tsx'
import { PageHeader } from '#client/ui/core/app-shell.tsx'
import { showFailure, Toasts } from '#client/ui/core/toasts.tsx'
import { makeProfile } from '../../fixtures/answers/profile.ts'

function showShell(profile: Partial<Profile>) {
  const asked: string[] = []
  render(
    <MemoryRouter>
      <Shell
        profile={makeProfile(profile)}
        menu={[{ label: 'Pickups', to: '/pickups', icon: null }]}
        onLogout={() => asked.push('logout')}
      >
        <PageHeader title="Run 1" />
      </Shell>
    </MemoryRouter>,
  )
  return { asked, user: userEvent.setup() }
}

test('The foot of the menu shows who is signed in and in which role, under the firm’s own name', () => {
  showShell({ fullName: 'Dave Kowalski', role: 'DRIVER' })
  for (const words of ['Green Round Pty Ltd', 'Dave Kowalski', 'DRIVER']) expect(screen.getByText(words)).toBeVisible()
  expect(screen.queryByText('Balance')).toBeNull()
})

test('The user’s name in the menu leads to the own profile, and closes the phone’s menu', async () => {
  const { user } = showShell({ fullName: 'Dave Kowalski' })
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  const menu = screen.getByRole('dialog', { name: 'Menu' })
  const own = within(menu).getByRole('link', { name: /Dave Kowalski.*Your profile/ })
  expect(own).toHaveAttribute('href', '/profile')
  await user.click(own)
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
})

test('A menu entry is marked as current on every address that belongs to it, and on no other', () => {
  const menu = [
    { label: 'Home', to: '/', icon: null, exact: true },
    { label: 'Customers', to: '/customers?page=1', icon: null },
    { label: 'Weekly Runs', to: '/run-orders', also: '/no-pickups', icon: null },
  ]
  const current = (at: string) => {
    const { container, unmount } = render(
      <MemoryRouter initialEntries={[at]}>
        <Shell profile={makeProfile({ role: 'ADMIN' })} menu={menu} onLogout={() => undefined}>
          <PageHeader title="A page" />
        </Shell>
      </MemoryRouter>,
    )
    const words = [...container.querySelectorAll('aside [aria-current]')].map(({ textContent }) => textContent)
    unmount()
    return words
  }
  expect(current('/')).toEqual(['Home'])
  expect(current('/customers/1/collections')).toEqual(['Customers'])
  expect(current('/no-pickups/new')).toEqual(['Weekly Runs'])
  expect(current('/run-orders/exceptions')).toEqual(['Weekly Runs'])
  expect(current('/run-orders-of-old')).toEqual([])
})

test('A customer’s balance is shown there too, in AUD with its minus sign', () => {
  showShell({ role: 'CUSTOMER', accountBalance: -1234.5 })
  expect(screen.getByText('Balance')).toBeVisible()
  expect(screen.getByText('-$1,234.50')).toBeVisible()
})

test('On a phone the menu button opens the menu, and a choice closes it', async () => {
  const { user, asked } = showShell({})
  await user.click(screen.getByRole('button', { name: 'Open menu' }))
  const menu = screen.getByRole('dialog', { name: 'Menu' })
  expect(within(menu).getByRole('link', { name: 'Pickups' })).toBeVisible()
  await user.click(within(menu).getByRole('button', { name: 'Logout' }))
  expect(asked).toEqual(['logout'])
  expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
})

test('Logging out needs a confirmation, in the specification’s words', async () => {
  const said: string[] = []
  render(<LogoutDialog opened onCancel={() => said.push('cancel')} onConfirm={async () => void said.push('confirm')} />)
  const user = userEvent.setup()
  const dialog = screen.getByRole('dialog', { name: 'Are you sure want to log out?' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }))
  expect(said).toEqual(['cancel', 'confirm'])
})

const NOTHING = { stops: 0, photos: 0 }

test('With unsent work the dialog offers Send now, Export or Stay; logging out is offered only after an export', async () => {
  const said: string[] = []
  const say = (what: string) => async () => void said.push(what)
  let shared = false
  const onExport = async () => {
    said.push('export')
    return shared
  }
  render(
    <UnsentDialog
      opened
      unsent={{ stops: 2, photos: 1 }}
      attention={NOTHING}
      hasNothingToSend={false}
      lostPhotos={0}
      onSend={say('send')}
      onExport={onExport}
      onStay={() => said.push('stay')}
      onLogout={say('logout')}
    />,
  )
  const user = userEvent.setup()
  expect(screen.getByText('Only on this phone: 2 stops and 1 photo.')).toBeVisible()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Send now', 'Export', 'Cancel'])
  await user.click(screen.getByRole('button', { name: 'Send now' }))
  expect(await screen.findByText(/Not everything could be sent/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  // The user closed the share sheet: the file was not shared.
  expect(screen.queryByRole('button', { name: 'Log out anyway' })).toBeNull()
  shared = true
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('button', { name: 'Log out anyway' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(said).toEqual(['send', 'export', 'export', 'logout', 'stay'])
})

test('Where everything unsent needs attention the dialog says so, and does not promise that it will be sent', async () => {
  const onExport = async () => true
  render(
    <UnsentDialog
      opened
      unsent={{ stops: 1, photos: 1 }}
      attention={{ stops: 1, photos: 1 }}
      hasNothingToSend
      lostPhotos={0}
      onSend={async () => undefined}
      onExport={onExport}
      onStay={() => undefined}
      onLogout={async () => undefined}
    />,
  )
  expect(
    screen.getByText('The office couldn’t take 1 stop and 1 photo: open Unsent to see why, or export it.'),
  ).toBeVisible()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Export', 'Cancel'])
  await userEvent.setup().click(screen.getByRole('button', { name: 'Export' }))
  expect(
    await screen.findByText(
      /^Exported 1 stop and 1 photo\. The office couldn’t take it: open Unsent after logging in here again/,
    ),
  ).toBeVisible()
  expect(document.body).not.toHaveTextContent('are sent')
})

test('Of a lost photo the dialog says that it was lost, not that the office couldn’t take it', () => {
  const never = () => Promise.resolve()
  render(
    <UnsentDialog
      opened
      unsent={{ stops: 1, photos: 1 }}
      attention={NOTHING}
      hasNothingToSend={false}
      lostPhotos={1}
      onSend={never}
      onExport={async () => true}
      onStay={() => undefined}
      onLogout={never}
    />,
  )
  expect(screen.getByText('1 photo was lost: open Unsent to see which.')).toBeVisible()
  expect(document.body).not.toHaveTextContent('couldn’t take')
})

test('A failed export shows an error, and logging out is not offered', async () => {
  render(
    <UnsentDialog
      opened
      unsent={{ stops: 1, photos: 0 }}
      attention={NOTHING}
      hasNothingToSend={false}
      lostPhotos={0}
      onSend={async () => undefined}
      onExport={() => Promise.reject(new Error('no room'))}
      onStay={() => undefined}
      onLogout={async () => undefined}
    />,
  )
  await userEvent.setup().click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText(/That didn’t work. Your work is still saved on this phone/)).toBeVisible()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Send now', 'Export', 'Cancel'])
})

test('An address that does not exist says so and has a link to the home page', () => {
  render(
    <MemoryRouter>
      <NotFound />
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { name: 'Sorry, the page you visited does not exist.' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
})

test('An error within a screen is shown with its message, and Try again renders the screen again', async () => {
  let broken = true
  function Screen() {
    if (broken) throw new Error('The list could not be drawn.')
    return <p>All is well</p>
  }
  render(
    <ErrorBoundary>
      <Screen />
    </ErrorBoundary>,
  )
  expect(screen.getByText('The list could not be drawn.')).toBeVisible()
  broken = false
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('All is well')).toBeVisible()
})

test('A part of the app missing on this device is no error: the screen says that it needs a connection', () => {
  function Screen(): never {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/admin-routes.js')
  }
  render(
    <ErrorBoundary>
      <Screen />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: 'This screen needs a connection' })).toBeVisible()
  expect(document.body).not.toHaveTextContent('An error occurred.')
})

test('A refusal is a red toast, is read aloud once, and can be closed', async () => {
  render(<Toasts label="Messages" close="Close" />)
  showFailure('An error occurred.', 'This doesn’t exist.')
  showFailure('An error occurred.', 'This doesn’t exist.')
  const toast = await screen.findByRole('alert')
  expect(toast).toHaveTextContent('An error occurred.')
  expect(toast).toHaveTextContent('This doesn’t exist.')
  // Pages that must not be covered can detect the toast by this attribute.
  expect(document.documentElement).toHaveAttribute('data-toasts')
  await userEvent.setup().click(within(toast).getByRole('button', { name: 'Close' }))
  expect(document.documentElement).not.toHaveAttribute('data-toasts')
  expect(screen.queryByRole('alert')).toBeNull()
})
