import { useState } from 'react'
import type { Answer } from '#client/api/answers.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { answerInWords } from './answer-words.ts'

interface ProviderSignInProps {
  /** As the office calls it. */
  name: string
  ask: () => Promise<Answer<{ url: string }>>
  /** Leaves the app. */
  onGo: (url: string) => void
}

/** The sign-in with the firm's own provider, which leaves the app and comes back to `ProviderReturnPage`. */
export function ProviderSignIn({ name, ask, onGo }: ProviderSignInProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function start(): Promise<void> {
    setBusy(true)
    setError(null)
    const answer = await ask()
    // The button stays busy until the page is gone.
    if (answer.kind === 'ok') return onGo(answer.value.url)
    setBusy(false)
    setError(answerInWords(answer))
  }

  return (
    <>
      {error === null ? null : (
        <div role="alert">
          <Note tone="bad">{error}</Note>
        </div>
      )}
      <Button variant="default" loading={busy} onClick={() => void start()}>
        {t('Log in with {{name}}', { name })}
      </Button>
    </>
  )
}
