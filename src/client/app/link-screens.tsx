import { Navigate, Route, Routes, useSearchParams } from 'react-router-dom'
import { confirmEmail } from '#contract/v1/account.ts'
import { forgotPassword, resetPassword, setUp } from '#contract/v1/session.ts'
import { ConfirmEmailPage } from '#client/features/session/confirm-email-page.tsx'
import type { Firm } from '#client/features/session/firm.ts'
import { ForgotPasswordPage } from '#client/features/session/forgot-password-page.tsx'
import { RecoverPage } from '#client/features/session/recover-page.tsx'
import { SetUpPage } from '#client/features/session/set-up-page.tsx'
import { paths } from './paths.ts'
import { ProviderReturnScreen } from './provider-return-screen.tsx'
import QuotationScreen from './quotation-screen.tsx'
import SkipScreen from './skip-screen.tsx'
import { screenCall, signInBy } from './sign-in.ts'

/**
 * The pages behind the links of mails and of the server's start, and where a new link is requested. A toast would
 * repeat the refusals that the forms show.
 */
export default function LinkScreens({ firm }: { firm: Firm }) {
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
      <Route
        path={paths.confirmEmail()}
        element={
          <ConfirmEmailPage
            firm={firm}
            token={token}
            send={(input) => screenCall(confirmEmail, input)}
            loginPath={links.loginPath}
          />
        }
      />
      <Route path={paths.loginReturn()} element={<ProviderReturnScreen firm={firm} />} />
      <Route path={paths.quotation()} element={<QuotationScreen firm={firm} token={token} />} />
      <Route path={paths.skip(':token')} element={<SkipScreen firm={firm} />} />
      <Route path="*" element={<Navigate to={paths.login()} replace />} />
    </Routes>
  )
}
