import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, Route, Routes, useNavigate, useSearchParams } from 'react-router-dom'
import { forgotPassword, resetPassword, type Profile } from '#contract/v1/session.ts'
import { LoginPage } from '#client/features/session/login-page.tsx'
import { sessionWords } from '#client/features/session/session-words.ts'
import { canGoOnOffline } from './go-on-offline.ts'
import { useFirm } from './firm.ts'
import { addWords } from './i18n.ts'
import { paths } from './paths.ts'
import { session, useSession } from './session.ts'
import { screenCall, setUpWith, signInWith } from './sign-in.ts'

addWords('session', sessionWords)

// Without a connection there is nothing to do on these: they are fetched when asked for (tools/client-graph.mjs).
const ForgotPasswordPage = lazy(async () => ({ default: (await import('#client/features/session/forgot-password-page.tsx')).ForgotPasswordPage }))
const RecoverPage = lazy(async () => ({ default: (await import('#client/features/session/recover-page.tsx')).RecoverPage }))
const QuotationScreen = lazy(() => import('./quotation-screen.tsx'))
const SetUpPage = lazy(async () => ({ default: (await import('#client/features/session/set-up-page.tsx')).SetUpPage }))

// Nobody is kept from signing in because this part can't be loaded.
const UnsentHere = lazy<() => ReactNode>(() => import('./unsent-here.tsx').catch(() => ({ default: () => null })))

/**
 * The pages of somebody who is not signed in, and what a mail's link opens for anybody. Their forms say themselves what was
 * refused; a toast would say it a second time, over the button.
 */
export default function PublicRoutes() {
  const firm = useFirm()
  const [params] = useSearchParams()
  const token = params.get('token')
  const links = { loginPath: paths.login(), forgotPath: paths.forgotPassword() }
  return (
    <Routes>
      <Route path={paths.login()} element={<LoginScreen firm={firm} />} />
      <Route path={paths.forgotPassword()} element={<ForgotPasswordPage firm={firm} send={(input) => screenCall(forgotPassword, input)} loginPath={links.loginPath} />} />
      <Route path={paths.recover()} element={<RecoverPage firm={firm} token={token} send={(input) => screenCall(resetPassword, input)} {...links} />} />
      <Route path={paths.setUp()} element={<SetUpPage firm={firm} token={token} send={(input) => setUpWith(input)} onDone={() => undefined} loginPath={links.loginPath} />} />
      <Route path={paths.quotation()} element={<QuotationScreen firm={firm} token={token} />} />
      <Route path="*" element={<Navigate to={paths.login()} replace />} />
    </Routes>
  )
}

function LoginScreen({ firm }: { firm: ReturnType<typeof useFirm> }) {
  const { ended, lastDriver } = useSession()
  const navigate = useNavigate()
  const [offlineDriver, setOfflineDriver] = useState<Profile | null>(null)
  useEffect(() => {
    let gone = false
    const ask = () => void canGoOnOffline(lastDriver).then((may) => gone || setOfflineDriver(may ? lastDriver : null))
    ask()
    window.addEventListener('online', ask)
    window.addEventListener('offline', ask)
    return () => {
      gone = true
      window.removeEventListener('online', ask)
      window.removeEventListener('offline', ask)
    }
  }, [lastDriver])
  return (
    <LoginPage
      firm={firm}
      send={signInWith}
      // Where he wanted to go is known to the route that sent him here.
      onSignedIn={() => undefined}
      registerPath={null}
      forgotPath={paths.forgotPassword()}
      endedByServer={ended === 'unauthenticated' || ended === 'forbidden'}
      takenBack={ended === 'revoked'}
      offlineDriver={offlineDriver}
      onGoOffline={() => {
        session.goOnOffline()
        void navigate(paths.pickups())
      }}
      unsent={
        <Suspense fallback={null}>
          <UnsentHere />
        </Suspense>
      }
    />
  )
}
