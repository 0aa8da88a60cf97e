import { Suspense, useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { confirmOidc, signInWithOidc } from '#contract/v1/oidc.ts'
import type { Firm } from '#client/features/session/firm.ts'
import { ProviderReturnPage } from '#client/features/session/provider-return-page.tsx'
import { takeCameFrom } from './came-from.ts'
import { paths } from './paths.ts'
import { SignInByPasskey } from './second-step.tsx'
import { signInBy } from './sign-in.ts'

/** Sends what the provider added to the address, which is gone from it and from the history before the answer comes. */
export function ProviderReturnScreen({ firm }: { firm: Firm }) {
  const navigate = useNavigate()
  const [answer] = useState(useLocation().search)
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  const send = useCallback(() => {
    // The route above leads a signed-in user on to where the location's state says.
    void navigate(paths.loginReturn(), { replace: true, state: takeCameFrom() })
    return signInBy(signInWithOidc, { answer: answer || '?' })
  }, [answer, navigate])
  return (
    <ProviderReturnPage
      firm={firm}
      send={send}
      sendCode={(code) => signInBy(confirmOidc, { code })}
      passkey={
        <Suspense>
          <SignInByPasskey needed onRecoveryCode={() => setByRecoveryCode(true)} />
        </Suspense>
      }
      byRecoveryCode={byRecoveryCode}
      loginPath={paths.login()}
      onBack={() => void navigate(paths.login(), { replace: true })}
    />
  )
}
