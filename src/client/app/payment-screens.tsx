import { useState } from 'react'
import { Link, Navigate, Route, Routes, useParams, useSearchParams } from 'react-router-dom'
import { getCheckout, getPayable, openCheckout } from '#contract/v1/payments.ts'
import { leaveFor } from '#client/features/payments/leave.ts'
import { PayPage } from '#client/features/payments/pay-page.tsx'
import { PaymentResultPage } from '#client/features/payments/payment-result-page.tsx'
import { paymentsWords } from '#client/features/payments/payments-words.ts'
import { readDraft } from '#client/features/register/draft.ts'
import type { Firm } from '#client/features/session/firm.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { paths } from './paths.ts'
import { useSession } from './session.ts'
import { screenCall } from './sign-in.ts'

addWords('payments', paymentsWords)

const look = (checkoutToken: string) => screenCall(getPayable, { checkoutToken })
const open = (checkoutToken: string) => screenCall(openCheckout, { checkoutToken })
const lookAt = (checkoutID: string) => screenCall(getCheckout, { checkoutID })

/** The pages for paying by card, which need no sign-in, loaded on demand. */
export default function PaymentScreens({ firm }: { firm: Firm }) {
  const links = <Links />
  const [params] = useSearchParams()
  const result = { firm, checkoutID: params.get('checkout'), look: lookAt, next: <OpenMail />, links }
  return (
    <Routes>
      <Route path={paths.pay(':token')} element={<Pay firm={firm} />} />
      <Route path={paths.paymentSuccess()} element={<PaymentResultPage {...result} cancelled={false} />} />
      <Route path={paths.paymentCancel()} element={<PaymentResultPage {...result} cancelled />} />
      <Route path="*" element={<Navigate to={paths.home()} replace />} />
    </Routes>
  )
}

function Pay({ firm }: { firm: Firm }) {
  const { token = '' } = useParams()
  return <PayPage key={token} firm={firm} token={token} look={look} open={open} leave={leaveFor} />
}

/** Who has just registered on this device can't log in yet. */
function OpenMail() {
  const { t } = useTranslation('payments')
  const { token } = useSession()
  const [now] = useState(() => Date.now())
  const email = readDraft(now).registered?.email
  return token !== null || email === undefined ? null : <p>{t('openMail', { email })}</p>
}

function Links() {
  const { t } = useTranslation('payments')
  const { token, profile } = useSession()
  if (token === null) return <Link to={paths.login()}>{t('login')}</Link>
  return profile?.role === 'CUSTOMER' ? (
    <Link to={paths.invoices()}>{t('invoices')}</Link>
  ) : (
    <Link to={paths.home()}>{t('home')}</Link>
  )
}
