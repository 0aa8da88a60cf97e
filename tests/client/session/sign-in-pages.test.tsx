import type { ReactElement } from 'react'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import { ForgotPasswordPage } from '#client/features/session/forgot-password-page.tsx'
import { LoginPage } from '#client/features/session/login-page.tsx'
import { RecoverPage } from '#client/features/session/recover-page.tsx'
import { SetUpPage } from '#client/features/session/set-up-page.tsx'
import { makeProfile } from '../../fixtures/answers/profile.ts'

const firm = { name: 'Green Round Pty Ltd', logoUrl: null, setUpNeeded: null }
const ok: Answer<unknown> = { kind: 'ok', value: undefined, status: 204, etag: null }
const refused = (message: string, fields?: Record<string, string>): Answer<unknown> => ({
  kind: 'refused',
  status: 401,
  problem: { message, code: 'credentials_wrong', ...(fields ? { fields } : {}) },
  retryAfterMs: null,
})

function show(page: ReactElement) {
  render(<MemoryRouter>{page}</MemoryRouter>)
  return userEvent.setup()
}

interface LoginFixture {
  answer?: Answer<unknown>
  over?: Partial<Parameters<typeof LoginPage>[0]>
}

function showLogin({ answer = ok, over = {} }: LoginFixture = {}) {
  const sent: unknown[] = []
  const done: string[] = []
  const user = show(
    <LoginPage
      firm={firm}
      send={async (input) => {
        sent.push(input)
        return answer
      }}
      onSignedIn={() => done.push('signed in')}
      registerPath={null}
      forgotPath="/forgot-password"
      endedByServer={false}
      offlineDriver={null}
      onGoOffline={() => done.push('offline')}
      {...over}
    />,
  )
  return { user, sent, done }
}

test('After a wrong password, who has just registered is told to open the link, and can have it sent again', async () => {
  const { user } = showLogin({
    answer: refused('Incorrect email or password.'),
    over: { registerPath: '/register' },
  })
  expect(screen.queryByText(/Just registered/)).toBeNull()
  await user.type(screen.getByLabelText('Email'), 'rita@rounds.example')
  await user.type(screen.getByLabelText('Password'), 'a long password')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText(/Just registered\? Open the link we emailed you first\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Send it again' })).toHaveAttribute('href', '/forgot-password')
})

test('On a revoked phone, signing in is refused in the form with the server’s message', async () => {
  const { user, done } = showLogin({
    answer: {
      kind: 'refused',
      status: 403,
      problem: { code: 'device_revoked', message: 'The office has taken this phone back.' },
      retryAfterMs: null,
    },
  })
  await fill(user, { Email: 'dan@example.com', Password: 'a-long-secret' })
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The office has taken this phone back.')
  expect(done).toEqual([])
})

async function fill(user: ReturnType<typeof userEvent.setup>, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await user.type(screen.getByLabelText(label), text)
}

test('The login page shows the firm’s name and never the product’s', () => {
  showLogin()
  expect(screen.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  expect(screen.getByText('Green Round Pty Ltd')).toBeVisible()
  expect(document.body).not.toHaveTextContent('Bagrun')
})

test('Signing in sends what was typed and continues', async () => {
  const { user, sent, done } = showLogin()
  await fill(user, { Email: 'tom@example.com', Password: 'a-long-secret' })
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(sent).toEqual([{ email: 'tom@example.com', password: 'a-long-secret' }])
  expect(done).toEqual(['signed in'])
})

test('A missing value is an error at its field, the first one gets the focus, and nothing is sent', async () => {
  const { user, sent } = showLogin()
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(screen.getAllByText('This field is mandatory')).toHaveLength(2)
  expect(screen.getByLabelText('Email')).toHaveFocus()
  expect(screen.getByLabelText('Email')).toBeInvalid()
  expect(sent).toEqual([])
})

test('A wrong e-mail is an error when the field is left, and none any more when it is typed again', async () => {
  const { user } = showLogin()
  await fill(user, { Email: 'tom at example' })
  await user.tab()
  expect(screen.getByText('Invalid email address')).toBeVisible()
  await user.type(screen.getByLabelText('Email'), '.com')
  expect(screen.queryByText('Invalid email address')).toBeNull()
})

test('After a wrong password the server’s message is shown, and what was typed stays', async () => {
  const { user, done } = showLogin({ answer: refused('Wrong email or password.') })
  await fill(user, { Email: 'tom@example.com', Password: 'a-long-secret' })
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Wrong email or password.')
  expect(screen.getByLabelText('Email')).toHaveValue('tom@example.com')
  expect(done).toEqual([])
})

test('Password managers recognise the fields, and pasting works', async () => {
  const { user, sent } = showLogin()
  const [email, password] = [screen.getByLabelText('Email'), screen.getByLabelText('Password')]
  expect([email, password].map((box) => box.getAttribute('autocomplete'))).toEqual(['username', 'current-password'])
  await user.type(email, 'tom@example.com')
  await user.click(password)
  await user.paste('a pasted secret')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(sent).toEqual([{ email: 'tom@example.com', password: 'a pasted secret' }])
})

const WAIT = 'Too many tries. Please wait 14 minutes.'
const tooMany: Answer<unknown> = {
  kind: 'refused',
  status: 429,
  problem: { code: 'rate_limited', message: WAIT },
  retryAfterMs: 840_000,
}

test('After too many tries both the sign-in and a forgotten password say how long to wait', async () => {
  const { user } = showLogin({ answer: tooMany })
  await fill(user, { Email: 'tom@example.com', Password: 'a-long-secret' })
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(screen.getByRole('alert')).toHaveTextContent(WAIT)
  cleanup()
  show(<ForgotPasswordPage firm={firm} loginPath="/login" send={async () => tooMany} />)
  await fill(user, { Email: 'tom@example.com' })
  await user.click(screen.getByRole('button', { name: /link/i }))
  expect(screen.getByRole('alert')).toHaveTextContent(WAIT)
})

test('Without signal the form says so instead of failing', async () => {
  const { user } = showLogin({ answer: { kind: 'offline', why: 'network' } })
  await fill(user, { Email: 'tom@example.com', Password: 'a-long-secret' })
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(screen.getByRole('alert')).toHaveTextContent('No connection to the server.')
})

test('The driver of this phone is offered to go on offline', async () => {
  const { user, done } = showLogin({
    over: { offlineDriver: makeProfile({ fullName: 'Tom Reyes' }), endedByServer: true },
  })
  expect(screen.getByText(/Tom Reyes, your stops are on this phone/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Continue offline' }))
  expect(done).toEqual(['offline'])
})

test('After 90 days the login page says why, and a driver reads that unsent work is kept', () => {
  showLogin({ over: { expired: true } })
  expect(screen.getByText('You were signed in for 90 days. Please sign in again.')).toBeVisible()
  cleanup()
  showLogin({ over: { expired: true, onDevice: true } })
  expect(
    screen.getByText('You were signed in for 90 days. Please sign in again. Unsent work is kept on this phone.'),
  ).toBeVisible()
})

test('A second step replaces the form, with the other way to sign in below it', () => {
  showLogin({ over: { passkey: <p>By passkey</p>, email: 'tom@example.com' } })
  expect(screen.getByText('By passkey')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('tom@example.com')
  cleanup()
  showLogin({ over: { passkey: <p>By passkey</p>, secondStep: <p>Enter the code</p> } })
  expect(screen.getByText('Enter the code')).toBeVisible()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByText('By passkey')).toBeNull()
})

test('Registering is offered only while it is open and its screen exists', () => {
  showLogin()
  expect(screen.queryByText('Request a Quote or Register')).toBeNull()
  showLogin({ over: { registerPath: '/register' } })
  expect(screen.getByRole('link', { name: 'Request a Quote or Register' })).toHaveAttribute('href', '/register')
})

test('The password can be shown', async () => {
  const { user } = showLogin()
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
})

test('A forgotten password gets the same answer for every email', async () => {
  const user = show(<ForgotPasswordPage firm={firm} send={async () => ok} loginPath="/login" />)
  await fill(user, { Email: 'nobody@example.com' })
  await user.click(screen.getByRole('button', { name: 'Send reset link' }))
  expect(screen.getByRole('status')).toHaveTextContent('If this email has an account')
  expect(screen.queryByLabelText('Email')).toBeNull()
})

test('Without a mail server nobody is told that a link is being emailed', async () => {
  const user = show(
    <ForgotPasswordPage firm={{ ...firm, sendsMail: false }} send={async () => ok} loginPath="/login" />,
  )
  expect(screen.getByText(/We can’t send emails at the moment, so contact us for the link\.$/)).toBeVisible()
  await fill(user, { Email: 'nobody@example.com' })
  await user.click(screen.getByRole('button', { name: 'Send reset link' }))
  expect(screen.getByRole('status')).toHaveTextContent('We can’t send emails at the moment. Please contact us.')
})

function showRecover(token: string | null, answer: Answer<unknown> = ok) {
  const sent: unknown[] = []
  const send = async (input: unknown) => {
    sent.push(input)
    return answer
  }
  return {
    sent,
    user: show(<RecoverPage firm={firm} token={token} send={send} loginPath="/login" forgotPath="/forgot-password" />),
  }
}

test('Two passwords that differ are not sent', async () => {
  const { user, sent } = showRecover('a-token')
  await fill(user, { 'New password': 'a-long-secret', 'Confirm password': 'another-secret' })
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(screen.getByText('Password and confirm password does not match')).toBeVisible()
  expect(sent).toEqual([])
})

test('A short password is refused as too short', async () => {
  const { user, sent } = showRecover('a-token')
  await fill(user, { 'New password': 'short', 'Confirm password': 'short' })
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(screen.getByText('This field is too short')).toBeVisible()
  expect(sent).toEqual([])
})

test('The new password is sent with the link’s token, and the page confirms it', async () => {
  const { user, sent } = showRecover('a-token')
  await fill(user, { 'New password': 'a-long-secret', 'Confirm password': 'a-long-secret' })
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(sent).toEqual([{ token: 'a-token', password: 'a-long-secret' }])
  expect(screen.getByText('Password updated successfully. You can now use it to log in to your account.')).toBeVisible()
})

test('A link without its token asks for a new one', () => {
  showRecover(null)
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password')
  expect(screen.queryByLabelText('New password')).toBeNull()
})

test('The first admin is made with the token of the printed link', async () => {
  const sent: unknown[] = []
  const user = show(
    <SetUpPage
      firm={{ name: 'Bagrun', logoUrl: null, setUpNeeded: true }}
      token="a-token"
      send={async (input) => {
        sent.push(input)
        return ok
      }}
      onDone={() => undefined}
      loginPath="/login"
    />,
  )
  await fill(user, {
    'Business name': 'Green Round',
    Name: 'Jo',
    'Family name': 'Marsh',
    Email: 'jo@example.com',
    Password: 'a-long-secret',
  })
  await user.click(screen.getByRole('button', { name: 'Create admin' }))
  expect(sent).toEqual([
    {
      token: 'a-token',
      businessName: 'Green Round',
      firstName: 'Jo',
      lastName: 'Marsh',
      email: 'jo@example.com',
      password: 'a-long-secret',
    },
  ])
})

test('A set-up link that was used says so and leads to the login, whatever its token', () => {
  show(
    <SetUpPage
      firm={{ ...firm, setUpNeeded: false }}
      token="a-used-token"
      send={async () => ok}
      onDone={() => undefined}
      loginPath="/login"
    />,
  )
  expect(screen.getByText(/Already set up/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  expect(screen.queryByLabelText('Business name')).toBeNull()
})
