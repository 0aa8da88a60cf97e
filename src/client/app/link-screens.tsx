import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes, useSearchParams } from 'react-router-dom'
import { forgotPassword, resetPassword, setUp } from '#contract/v1/session.ts'
import type { Firm } from '#client/features/session/firm.ts'
import { ForgotPasswordPage } from '#client/features/session/forgot-password-page.tsx'
import { linkWords } from '#client/features/session/link-words.ts'
import { RecoverPage } from '#client/features/session/recover-page.tsx'
import { SetUpPage } from '#client/features/session/set-up-page.tsx'
import { FullPageSpinner } from '#client/ui/core/full-page-spinner.tsx'
import { addWords } from '#client/ui/core/i18n.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { paths } from './paths.ts'
import QuotationScreen from './quotation-screen.tsx'
import SkipScreen from './skip-screen.tsx'
import { screenCall, signInBy } from './sign-in.ts'

addWords('link', linkWords)

const RegisterScreens = lazy(() => import('./register-screens.tsx'))

/**
 * The pages behind the links of mails and of the server's start, and where a new link is requested. The forms show
 * refusals themselves: a toast would repeat them over the button.
 */
export default function LinkScreens({ firm }: { firm: Firm }) {
  const { t: app } = useTranslation('app')
  const [params] = useSearchParams()
  const token = params.get('token')
  const links = { loginPath: paths.login(), forgotPath: paths.forgotPassword() }
  return (
    <Routes>
      <Route
        path={paths.forgotPassword()}
        element={
          <ForgotPasswordPage
            firm={firm}
            send={(input) => screenCall(forgotPassword, input)}
            loginPath={links.loginPath}
          />
        }
      />
      <Route
        path={paths.recover()}
        element={
          <RecoverPage firm={firm} token={token} send={(input) => screenCall(resetPassword, input)} {...links} />
        }
      />
      <Route
        path={paths.setUp()}
        element={
          <SetUpPage
            firm={firm}
            token={token}
            send={(input) => signInBy(setUp, input)}
            onDone={() => undefined}
            loginPath={links.loginPath}
          />
        }
      />
      <Route path={paths.quotation()} element={<QuotationScreen firm={firm} token={token} />} />
      {[paths.register(), paths.confirm()].map((path) => (
        <Route
          key={path}
          path={path}
          element={
            <Suspense fallback={<FullPageSpinner label={app('loading')} />}>
              <RegisterScreens firm={firm} token={token} />
            </Suspense>
          }
        />
      ))}
      <Route path={paths.skip(':token')} element={<SkipScreen firm={firm} />} />
      <Route path="*" element={<Navigate to={paths.login()} replace />} />
    </Routes>
  )
}
