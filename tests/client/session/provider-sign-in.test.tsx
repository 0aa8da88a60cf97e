import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import { keepCameFrom, takeCameFrom } from '#client/app/came-from.ts'
import { ProviderReturnPage } from '#client/features/session/provider-return-page.tsx'
import { ProviderSignIn } from '#client/features/session/provider-sign-in.tsx'

const firm = { name: 'Green Round Pty Ltd', logoUrl: null, setUpNeeded: null }
const refused = (code: string, message: string): Answer<never> => ({
  kind: 'refused',
  status: 401,
  problem: { message, code },
  retryAfterMs: null,
})

beforeEach(cleanup)

test('The button names the provider and leads to it; while it is away, a sentence says so', async () => {
  const gone: string[] = []
  let answer: Answer<{ url: string }> = refused('oidc_unavailable', 'Contoso can’t be reached at the moment.')
  render(<ProviderSignIn name="Contoso" ask={async () => answer} onGo={(url) => gone.push(url)} />)
  const button = screen.getByRole('button', { name: 'Log in with Contoso' })
  await userEvent.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('Contoso can’t be reached at the moment.')
  expect(gone).toEqual([])
  answer = { kind: 'ok', value: { url: 'https://login.example/auth' }, status: 200, etag: null }
  await userEvent.click(button)
  expect(gone).toEqual(['https://login.example/auth'])
  expect(screen.queryByRole('alert')).toBeNull()
})

function showReturn(answer: Answer<unknown>, byRecoveryCode = false) {
  const sent: string[] = []
  const page = (
    <MemoryRouter>
      <ProviderReturnPage
        firm={firm}
        send={async () => {
          sent.push('answer')
          return answer
        }}
        sendCode={async (code) => {
          sent.push(code)
          return answer
        }}
        passkey={<button>Sign in with a passkey</button>}
        byRecoveryCode={byRecoveryCode}
        loginPath="/login"
        onBack={() => undefined}
      />
    </MemoryRouter>
  )
  return { sent, page, ...render(page) }
}

test('The provider’s answer is sent once, and a refusal leads back to the login', async () => {
  const { sent, rerender, page } = showReturn(refused('oidc_refused', 'This account can’t log in here.'))
  expect(screen.getByText('Logging in…')).toBeVisible()
  expect(await screen.findByRole('alert')).toHaveTextContent('This account can’t log in here.')
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login')
  rerender(page)
  expect(sent).toEqual(['answer'])
})

test('An own authenticator app is asked for its code, and an own passkey is offered, with a recovery code instead', async () => {
  const { sent } = showReturn(refused('second_factor_required', 'Enter the code from your authenticator app.'))
  await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '123456')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(sent).toEqual(['answer', '123456'])
  cleanup()
  showReturn(refused('passkey_required', 'This account signs in with a passkey.'))
  expect(await screen.findByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  cleanup()
  showReturn(refused('passkey_required', 'This account signs in with a passkey.'), true)
  expect(await screen.findByLabelText('Recovery code')).toBeVisible()
})

test('Whoever logged in returns to the address in the app that led to the login, once, and to no other site', () => {
  keepCameFrom({ from: '/customers?keyword=abc', userID: null })
  expect(takeCameFrom()).toEqual({ from: '/customers?keyword=abc', userID: null })
  expect(takeCameFrom()).toBeNull()
  for (const from of ['https://evil.example/customers', '//evil.example/customers', '/\\evil.example', '/nowhere', 7]) {
    keepCameFrom({ from, userID: null })
    expect(takeCameFrom(), String(from)).toBeNull()
  }
  keepCameFrom({ from: '/customers', userID: null })
  keepCameFrom(null)
  expect(takeCameFrom()).toBeNull()
})
