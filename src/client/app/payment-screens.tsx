import { useState } from 'react'
import { Link, Navigate, Route, Routes, useParams, useSearchParams } from 'react-router-dom'
import { getAutopayInvitation, setUpAutopay } from '#contract/v1/autopay.ts'
import { getCheckout, getPayable, openCheckout } from '#contract/v1/payments.ts'
import { InvitePage, InviteReturned } from '#client/features/autopay/invite-page.tsx'
import { PayPage } from '#client/features/payments/pay-page.tsx'
import { PaymentResultPage } from '#client/features/payments/payment-result-page.tsx'
import { forgetPayment, readDraft } from '#client/features/register/draft.ts'
import type { Firm } from '#client/features/session/firm.ts'
import { leaveFor } from '#client/shells/leave.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { t } from '#client/ui/core/texts.ts'
import { paths } from './paths.ts'
import { useSession } from './session.ts'
import { screenCall } from './sign-in.ts'

const look = (checkoutToken: string) => screenCall(getPayable, { checkoutToken })
const open = (checkoutToken: string) => screenCall(openCheckout, { checkoutToken })
const lookAtInvitation = (inviteToken: string) => screenCall(getAutopayInvitation, { inviteToken })
const setUp = (inviteToken: string, consent: string) => screenCall(setUpAutopay, { inviteToken, consent })
const lookAt = (checkoutID: string) => screenCall(getCheckout, { checkoutID })

export default function PaymentScreens({ firm }: { firm: Firm }) {
  const links = <Links />
  const [params] = useSearchParams()
  const around = { next: <OpenMail firm={firm} />, payAgain: <PayAgain />, onPaid, links }
  const result = { firm, checkoutID: params.get('checkout'), look: lookAt, ...around }
  return (
    <Routes>
      <Route path={paths.pay(':token')} element={<Pay firm={firm} />} />
      <Route path={paths.paymentSuccess()} element={<PaymentResultPage {...result} cancelled={false} />} />
      <Route path={paths.paymentCancel()} element={<PaymentResultPage {...result} cancelled />} />
      <Route path={paths.autopayInvitation(':token')} element={<Invite firm={firm} />} />
      <Route
        path={paths.autopay()}
        element={<InviteReturned firm={firm} setup={params.get('setup')} links={links} />}
      />
      <Route path="*" element={<Navigate to={paths.home()} replace />} />
    </Routes>
  )
}

function Pay({ firm }: { firm: Firm }) {
  const { token = '' } = useParams()
  return <PayPage key={token} firm={firm} token={token} look={look} open={open} leave={leaveFor} />
}

function Invite({ firm }: { firm: Firm }) {
  const { token = '' } = useParams()
  const [params] = useSearchParams()
  return (
    <InvitePage
      key={token}
      firm={firm}
      token={token}
      setup={params.get('setup')}
      look={lookAtInvitation}
      open={setUp}
      leave={leaveFor}
    />
  )
}

const onPaid = () => forgetPayment(Date.now())

/** The person who has just registered on this device; null: a signed-in person pays. */
function useRegistered() {
  const { token } = useSession()
  const [registered] = useState(() => readDraft(Date.now()).registered)
  return token === null ? (registered ?? null) : null
}

function OpenMail({ firm }: { firm: Firm }) {
  const registered = useRegistered()
  return registered === null || firm.sendsMail === false ? null : (
    <p>{t('We’ve sent an email to {{email}}. Please open its link before you log in.', { email: registered.email })}</p>
  )
}

function PayAgain() {
  return useRegistered()?.payment === undefined ? null : (
    <Link className={buttonLook()} to={paths.register()}>
      {t('Pay now')}
    </Link>
  )
}

function Links() {
  const { token, profile } = useSession()
  if (token === null) return <Link to={paths.login()}>{t('Login')}</Link>
  return profile?.role === 'CUSTOMER' ? (
    <Link to={paths.invoices()}>{t('Your invoices')}</Link>
  ) : (
    <Link to={paths.home()}>{t('Home')}</Link>
  )
}
