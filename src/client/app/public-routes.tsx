import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { signIn, type Profile } from '#contract/v1/session.ts'
import { LoginPage } from '#client/features/session/login-page.tsx'
import { useFirm } from './firm.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { FirmContact } from '#client/ui/core/firm-contact.ts'
import { t } from '#client/ui/core/texts.ts'
import { isForPaying, isForRegistering, paths } from './paths.ts'
import { session, useSession } from './session.ts'
import { signInBy } from './sign-in.ts'
import { isSiteDataBlocked } from './site-data.ts'
import { UnsentOfDrivers } from './unsent-of-drivers.tsx'

// These pages are useless without a connection, so they are loaded on demand (tools/shared/budget.mjs).
const LinkScreens = lazy(() => import('./link-screens.tsx'))
const PaymentScreens = lazy(() => import('./payment-screens.tsx'))
const RegisterScreens = lazy(() => import('./register-screens.tsx'))
const SignInByCode = lazy(() => import('./second-step.tsx'))

const SignInByProvider = lazy<(props: { name: string }) => ReactNode>(() =>
  import('./provider-sign-in.tsx').then(
    (part) => ({ default: part.SignInByProvider }),
    () => ({ default: () => null }),
  ),
)

// Signing in works even if this part can't be loaded.
const SignInByPasskey = lazy<(props: { needed: boolean; onRecoveryCode: () => void }) => ReactNode>(() =>
  import('./second-step.tsx').then(
    (part) => ({ default: part.SignInByPasskey }),
    () => ({ default: () => null }),
  ),
)

/**
 * The pages for users who are not signed in, and those behind a mail's link. A toast would repeat the refusals that the
 * forms show.
 */
export default function PublicRoutes() {
  const firm = useFirm()
  const { phone = '' } = firm
  return (
    <FirmContact
      value={
        phone === ''
          ? null
          : {
              words: t('Questions? Call {{phone}}', { phone: showPhone(phone) }),
              href: `tel:${phone.replaceAll(/[^+\d]/g, '')}`,
            }
      }
    >
      <PublicScreens firm={firm} />
    </FirmContact>
  )
}

function PublicScreens({ firm }: { firm: ReturnType<typeof useFirm> }) {
  const { pathname } = useLocation()
  if (isForPaying(pathname)) return <PaymentScreens firm={firm} />
  if (isForRegistering(pathname)) return <RegisterScreens firm={firm} />
  return (
    <Routes>
      <Route path={paths.login()} element={<LoginScreen firm={firm} />} />
      <Route path="*" element={<LinkScreens firm={firm} />} />
    </Routes>
  )
}

async function mayGoOnOffline(lastDriver: Profile | null): Promise<boolean> {
  if (lastDriver === null) return false
  const { canGoOnOffline } = await (await import('./phone.ts')).goingOnOffline()
  return canGoOnOffline(lastDriver)
}

const BUTTON = { height: 56 }

type Credentials = Parameters<typeof signInBy<typeof signIn>>[1]

function LoginScreen({ firm }: { firm: ReturnType<typeof useFirm> }) {
  const { ended, lastDriver } = useSession()
  const navigate = useNavigate()
  const [offlineDriver, setOfflineDriver] = useState<Profile | null>(null)
  const [given, setGiven] = useState<Credentials>()
  /** The refusal's code for what the account requires beside the password. */
  const [asked, setAsked] = useState('')
  const needsPasskey = asked === 'passkey_required'
  const [siteDataBlocked, setSiteDataBlocked] = useState(false)
  useEffect(() => void isSiteDataBlocked().then(setSiteDataBlocked), [])
  /** The user enters a recovery code instead of the passkey. */
  const [byCode, setByCode] = useState(false)
  useEffect(() => {
    let gone = false
    const ask = () => void mayGoOnOffline(lastDriver).then((may) => gone || setOfflineDriver(may ? lastDriver : null))
    ask()
    window.addEventListener('online', ask)
    window.addEventListener('offline', ask)
    return () => {
      gone = true
      window.removeEventListener('online', ask)
      window.removeEventListener('offline', ask)
    }
  }, [lastDriver])
  const send = async (input: Credentials) => {
    const answer = await signInBy(signIn, input)
    const code = answer.kind === 'refused' ? answer.problem.code : ''
    setGiven(input)
    setAsked(code)
    return answer
  }
  return (
    <LoginPage
      firm={firm}
      send={send}
      email={given?.email}
      secondStep={
        (asked === 'second_factor_required' || (needsPasskey && byCode)) && given?.password ? (
          <Suspense>
            <SignInByCode
              given={given}
              recoveryOnly={needsPasskey}
              onBack={() => {
                setGiven({ ...given, password: '' })
                setAsked('')
                setByCode(false)
              }}
            />
          </Suspense>
        ) : undefined
      }
      passkey={
        // As high as the button that replaces it, so that nothing moves.
        <Suspense fallback={typeof PublicKeyCredential === 'function' ? <div style={BUTTON} /> : null}>
          <SignInByPasskey needed={needsPasskey} onRecoveryCode={() => setByCode(true)} />
          {firm.signInProvider ? <SignInByProvider name={firm.signInProvider} /> : null}
        </Suspense>
      }
      // The route that redirected here knows the address to return to.
      onSignedIn={() => undefined}
      registerPath={firm.allowRegister ? paths.register() : null}
      forgotPath={paths.forgotPassword()}
      endedByServer={ended === 'unauthenticated' || ended === 'forbidden'}
      expired={ended === 'expired'}
      onDevice={lastDriver !== null}
      revoked={ended === 'revoked'}
      siteDataBlocked={
        siteDataBlocked
          ? t('Nothing can be saved here. Allow site data for this app, or free some storage, then reload.')
          : null
      }
      offlineDriver={offlineDriver}
      onGoOffline={() => {
        session.goOnOffline()
        void navigate(paths.pickups())
      }}
      unsent={<UnsentOfDrivers />}
    />
  )
}
