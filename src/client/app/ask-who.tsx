import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FullPageSpinner } from '#client/ui/full-page-spinner.tsx'
import { ErrorScreen } from './error-boundary.tsx'
import { refreshProfile } from './sign-in.ts'

/** A token without a stored profile, as when only half of the storage was kept: who it is must be asked before anything is shown. */
export default function AskWho() {
  const { t } = useTranslation('app')
  const [failed, setFailed] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let gone = false
    void refreshProfile().then((answer) => {
      if (gone || answer.kind === 'ok') return
      setFailed(answer.kind === 'refused' ? answer.problem.message : t('noSignal'))
    })
    const again = () => setTries((count) => count + 1)
    window.addEventListener('online', again)
    return () => {
      gone = true
      window.removeEventListener('online', again)
    }
  }, [tries, t])
  if (failed === null) return <FullPageSpinner label={t('loading')} />
  return (
    <ErrorScreen
      message={failed}
      onRetry={() => {
        setFailed(null)
        setTries((count) => count + 1)
      }}
    />
  )
}
