import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import { CodeStep } from '#client/features/session/code-step.tsx'
import { PasskeySignIn } from '#client/features/session/passkey-sign-in.tsx'
import { lineBroke, ok, refused } from '../../support/office-screen.tsx'

function showCode(answer: Answer<unknown> = ok(undefined), recoveryOnly = false) {
  const sent: string[] = []
  let backs = 0
  render(
    <CodeStep
      send={async (code) => {
        sent.push(code)
        return answer
      }}
      onBack={() => (backs += 1)}
      recoveryOnly={recoveryOnly}
    />,
  )
  return { user: userEvent.setup(), sent, backs: () => backs }
}

test('The app’s code is entered with the number keyboard and the phone’s one-time code, and sent', async () => {
  const { user, sent } = showCode()
  const box = screen.getByLabelText('Code from your authenticator app')
  expect(box).toHaveFocus()
  expect(box).toHaveAttribute('autocomplete', 'one-time-code')
  expect(box).toHaveAttribute('inputmode', 'numeric')
  await user.type(box, '123456')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(sent).toEqual(['123456'])
})

test('An empty code is not sent', async () => {
  const { user, sent } = showCode()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByText('This field is mandatory')).toBeVisible()
  expect(sent).toEqual([])
})

test('A recovery code has its own field: what was typed as the app’s code is not sent as it', async () => {
  const { user, sent } = showCode()
  await user.type(screen.getByLabelText('Code from your authenticator app'), '123')
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
  const box = screen.getByLabelText('Recovery code')
  expect(box).toHaveValue('')
  await user.type(box, 'abcde-12345')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(sent).toEqual(['abcde-12345'])
  await user.click(screen.getByRole('button', { name: 'Use the authenticator app instead' }))
  expect(screen.getByLabelText('Code from your authenticator app')).toHaveValue('')
})

test('An account without an app is asked for a recovery code only', async () => {
  const { user, sent } = showCode(ok(undefined), true)
  expect(screen.queryByRole('button', { name: /authenticator app/ })).toBeNull()
  await user.type(screen.getByLabelText('Recovery code'), 'abcde-12345')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(sent).toEqual(['abcde-12345'])
})

test.each([
  ['a wrong code', refused('code_wrong'), 'Wrong code. Codes change every 30 seconds.'],
  ['too many tries', refused('rate_limited'), 'Too many tries. Please wait a few minutes.'],
  ['no signal', lineBroke, 'No connection to the server. Please try again when you have signal.'],
])('%s is shown once, and Back leads to email and password', async (_what, answer, sentence) => {
  const { user, backs } = showCode(answer)
  await user.type(screen.getByLabelText('Code from your authenticator app'), '123456')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findAllByText(sentence)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(backs()).toBe(1)
})

type PasskeyProps = Parameters<typeof PasskeySignIn>[0]

function showPasskey(over: Partial<PasskeyProps> = {}) {
  const sent: unknown[] = []
  const asked: string[] = []
  render(
    <PasskeySignIn
      supported
      needed={false}
      askOptions={async () => ok({ options: { challenge: 'abc' } }) as never}
      askBrowser={async (options) => ({ answered: options })}
      send={async (response) => {
        sent.push(response)
        return ok(undefined)
      }}
      onRecoveryCode={() => asked.push('recovery code')}
      {...over}
    />,
  )
  return { user: userEvent.setup(), sent, asked }
}
const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))

test('A passkey signs in alone: the server’s options go to the browser, its answer to the server', async () => {
  const { user, sent } = showPasskey()
  await press(user)
  expect(sent).toEqual([{ answered: { challenge: 'abc' } }])
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  [
    'The browser’s question put away',
    { askBrowser: () => Promise.reject(new Error('NotAllowedError')) },
    'No passkey was used. Try again, or sign in with your password.',
  ],
  [
    'It put away where nothing else signs in',
    { needed: true, askBrowser: () => Promise.reject(new Error('NotAllowedError')) },
    'No passkey was used. Please try again.',
  ],
  [
    'A passkey the server does not know',
    { send: async () => refused('passkey_refused') },
    'This passkey wasn’t accepted. Please try again.',
  ],
  [
    'Too many tries',
    { askOptions: async () => refused('rate_limited') as never },
    'Too many tries. Please wait a few minutes.',
  ],
  [
    'No signal',
    { askOptions: async () => lineBroke as never },
    'No connection to the server. Please try again when you have signal.',
  ],
] as [string, Partial<PasskeyProps>, string][])(
  '%s is shown in words, and can be tried again',
  async (_what, over, sentence) => {
    const { user } = showPasskey(over)
    await press(user)
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByRole('button', { name: 'Sign in with a passkey' })).toBeEnabled()
  },
)

test('A browser without passkeys offers none; an account that needs one reads what to do', async () => {
  showPasskey({ supported: false })
  expect(screen.queryByRole('button')).toBeNull()
  const { user, asked } = showPasskey({ supported: false, needed: true })
  expect(screen.getByText(/This browser can’t use passkeys.*use a recovery code/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
  expect(asked).toEqual(['recovery code'])
})

test('A recovery code is offered beside the passkey once the account needs one, and not before', async () => {
  showPasskey()
  expect(screen.queryByRole('button', { name: 'Use a recovery code instead' })).toBeNull()
  const { user, asked } = showPasskey({ needed: true })
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
  expect(asked).toEqual(['recovery code'])
})
