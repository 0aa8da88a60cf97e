import { useEffect, useState } from 'react'
import { FullPageSpinner } from '#client/ui/core/full-page-spinner.tsx'
import { t } from '#client/ui/core/texts.ts'
import { ErrorScreen } from './error-boundary.tsx'
import { refreshProfile } from './sign-in.ts'

/** Fetches the profile for a token without a stored profile, as when only part of the storage survived. */
export default function AskWho() {
  const [tries, setTries] = useState(0)
  const again = () => setTries((count) => count + 1)
  return <OneTry key={tries} onAgain={again} />
}

function OneTry({ onAgain }: { onAgain: () => void }) {
  /** Undefined: the request is running. Null: no answer. */
  const [refusal, setRefusal] = useState<string | null>()
  useEffect(() => {
    let gone = false
    void refreshProfile().then((answer) => {
      if (!gone && answer.kind !== 'ok') setRefusal(answer.kind === 'refused' ? answer.problem.message : null)
    })
    return () => {
      gone = true
    }
  }, [])
  useEffect(() => {
    window.addEventListener('online', onAgain)
    return () => window.removeEventListener('online', onAgain)
  }, [onAgain])
  if (refusal === undefined) return <FullPageSpinner label={t('Loading')} />
  return <ErrorScreen message={refusal ?? t('No connection to the server.')} onRetry={onAgain} />
}
