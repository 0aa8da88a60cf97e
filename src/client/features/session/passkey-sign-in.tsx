import { useState } from 'react'
import type { CallOf } from '#contract/endpoint.ts'
import type { signInWithPasskey } from '#contract/v1/second-factor.ts'
import type { Answer } from '#client/api/answers.ts'
import { Button } from '#client/ui/button.tsx'
import { Note } from '#client/ui/note.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'

type Response = CallOf<typeof signInWithPasskey>['response']

interface PasskeySignInProps {
  /** The browser knows passkeys. */
  supported: boolean
  /** The account that was tried signs in by nothing else. */
  needed: boolean
  askOptions: () => Promise<Answer<{ options: Record<string, unknown> }>>
  /** Rejects when the person puts the browser's question away, or no passkey fits. */
  askBrowser: (options: Record<string, unknown>) => Promise<unknown>
  send: (response: Response) => Promise<Answer<unknown>>
  /** To a recovery code in place of the passkey; the password was right. */
  onRecoveryCode: () => void
}

/** The sign-in without a password: the browser asks for fingerprint, face or PIN. */
export function PasskeySignIn({ supported, needed, askOptions, askBrowser, send, onRecoveryCode }: PasskeySignInProps) {
  const { t } = useTranslation('secondStep')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const otherwise = needed ? (
    <Button variant="subtle" onClick={onRecoveryCode}>
      {t('useRecoveryCode')}
    </Button>
  ) : null
  if (!supported) {
    return needed ? (
      <>
        <Note tone="warn">{t('passkeyUnsupported')}</Note>
        {otherwise}
      </>
    ) : null
  }

  const wordsOf = (answer: Exclude<Answer<unknown>, { kind: 'ok' }>) =>
    answer.kind === 'refused' ? answer.problem.message : answer.kind === 'offline' ? t('noSignal') : t('strangeAnswer')

  /** @returns what went wrong; null when the session has begun */
  async function tryPasskey(): Promise<string | null> {
    const asked = await askOptions()
    if (asked.kind !== 'ok') return wordsOf(asked)
    let response: unknown
    try {
      response = await askBrowser(asked.value.options)
    } catch {
      return t(needed ? 'passkeyStoppedNeeded' : 'passkeyStopped')
    }
    const answer = await send(response as Response)
    return answer.kind === 'ok' ? null : wordsOf(answer)
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
        {t('passkey')}
      </Button>
      {otherwise}
    </>
  )
}
