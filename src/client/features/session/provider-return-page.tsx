import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Answer } from '#client/api/answers.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { answerInWords } from './answer-words.ts'
import { CodeStep } from './code-step.tsx'
import type { Firm } from './firm.ts'

interface ProviderReturnPageProps {
  firm: Firm
  /** Sends the provider's answer, which is good for one time. */
  send: () => Promise<Answer<unknown>>
  sendCode: (code: string) => Promise<Answer<unknown>>
  /** For an account whose second step is a passkey. */
  passkey: ReactNode
  /** Instead of the passkey. */
  byRecoveryCode: boolean
  loginPath: string
  onBack: () => void
}

/** /login/callback: the provider led back here. Whoever is signed in leaves the page at once. */
export function ProviderReturnPage({
  firm,
  send,
  sendCode,
  passkey,
  byRecoveryCode,
  loginPath,
  onBack,
}: ProviderReturnPageProps) {
  const [refused, setRefused] = useState<{ code: string; words: string } | null>(null)
  const sent = useRef(false)
  useEffect(() => {
    if (sent.current) return
    sent.current = true
    void send().then((answer) => {
      if (answer.kind !== 'ok')
        setRefused({ code: answer.kind === 'refused' ? answer.problem.code : '', words: answerInWords(answer) })
    })
  }, [send])
  const code = refused?.code
  const asksCode = code === 'second_factor_required' || (code === 'passkey_required' && byRecoveryCode)
  return (
    <CentredPage
      name={firm.name}
      logoUrl={firm.logoUrl}
      title={t('Welcome back!')}
      {...(refused === null ? { lead: t('Logging in…') } : {})}
    >
      {refused === null ? null : asksCode ? (
        <CodeStep send={sendCode} onBack={onBack} recoveryOnly={code === 'passkey_required'} />
      ) : code === 'passkey_required' ? (
        <>
          <Note tone="warn">{refused.words}</Note>
          {passkey}
        </>
      ) : (
        <>
          <div role="alert">
            <Note tone="bad">{refused.words}</Note>
          </div>
          <Link className={buttonLook()} to={loginPath}>
            {t('Back to login')}
          </Link>
        </>
      )}
    </CentredPage>
  )
}
