import { useState } from 'react'
import type { CallOf } from '#contract/endpoint.ts'
import type { signInWithPasskey } from '#contract/v1/second-factor.ts'
import type { Answer } from '#client/api/answers.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { answerInWords } from './answer-words.ts'

type Response = CallOf<typeof signInWithPasskey>['response']

interface PasskeySignInProps {
  supported: boolean
  /** The account that was tried has no other factor. */
  needed: boolean
  askOptions: () => Promise<Answer<{ options: Record<string, unknown> }>>
  /** Rejects when the user dismisses the browser's dialog, or no passkey fits. */
  askBrowser: (options: Record<string, unknown>) => Promise<unknown>
  send: (response: Response) => Promise<Answer<unknown>>
  /** Switches to a recovery code instead of the passkey; the password was correct. */
  onRecoveryCode: () => void
}

/** The sign-in without a password: the browser asks for fingerprint, face or PIN. */
export function PasskeySignIn({ supported, needed, askOptions, askBrowser, send, onRecoveryCode }: PasskeySignInProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const otherwise = needed ? (
    <Button variant="subtle" onClick={onRecoveryCode}>
      {t('Use a recovery code instead')}
    </Button>
  ) : null
  if (!supported) {
    return needed ? (
      <>
        <Note tone="warn">
          {t(
            'This browser can’t use passkeys. Open this page on the device that has yours, use a recovery code, or ask the office to reset your second step.',
          )}
        </Note>
        {otherwise}
      </>
    ) : null
  }

  /** @returns the error sentence; null when the session has begun */
  async function tryPasskey(): Promise<string | null> {
    const options = await askOptions()
    if (options.kind !== 'ok') return answerInWords(options)
    let response: unknown
    try {
      response = await askBrowser(options.value.options)
    } catch {
      return t(
        needed
          ? 'No passkey was used. Please try again.'
          : 'No passkey was used. Try again, or sign in with your password.',
      )
    }
    const answer = await send(response as Response)
    return answer.kind === 'ok' ? null : answerInWords(answer)
  }

  async function start(): Promise<void> {
    setBusy(true)
    setError(null)
    setError(await tryPasskey().finally(() => setBusy(false)))
  }

  return (
    <>
      {error === null ? null : (
        <div role="alert">
          <Note tone="bad">{error}</Note>
        </div>
      )}
      <Button variant={needed ? 'filled' : 'default'} loading={busy} onClick={() => void start()}>
        {t('Sign in with a passkey')}
      </Button>
      {otherwise}
    </>
  )
}
