import { type ReactNode, useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getCheckout } from '#contract/v1/payments.ts'
import { showDollars } from '#domain/money.ts'
import type { Answer } from '#client/api/answers.ts'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { noteReturned } from './returned.ts'

type Checkout = OutputOf<typeof getCheckout>

interface PaymentResultPageProps {
  firm: { name: string; logoUrl: string | null }
  /** From the address the provider sent the browser to; null: none. */
  checkoutID: string | null
  /** The customer went back without paying. */
  cancelled: boolean
  look: (checkoutID: string) => Promise<Answer<Checkout>>
  /** After a registration: what is left to do before the first login. */
  next?: ReactNode
  /** After a registration that is not paid: back to its payment. */
  payAgain?: ReactNode
  onPaid?: () => void
  links: ReactNode
}

const LOOK_EVERY_MS = 2000
/** After this many looks the page says that it may be closed. */
const PATIENCE = 15
/** It stops asking after ten minutes. */
const MOST_LOOKS = 300

/**
 * /payment-success and /payment-cancel (spec 2). It asks whether the payment is booked, because the browser's coming
 * here proves nothing.
 */
export function PaymentResultPage({
  firm,
  checkoutID,
  cancelled,
  look,
  next,
  payAgain,
  onPaid,
  links,
}: PaymentResultPageProps) {
  const [checkout, setCheckout] = useState<Checkout | null>(null)
  const [looks, setLooks] = useState(0)
  const [unknown, setUnknown] = useState(checkoutID === null)
  const isOver = unknown || (checkout !== null && checkout.state !== 'open' && checkout.state !== 'pending')
  useEffect(() => {
    if (checkoutID === null || isOver || looks >= MOST_LOOKS || (cancelled && looks > 0)) return
    let gone = false
    const later = setTimeout(
      async () => {
        const answer = await look(checkoutID)
        if (gone) return
        if (answer.kind === 'ok') setCheckout(answer.value)
        if (answer.kind === 'refused' && (answer.status === 404 || answer.status === 422)) setUnknown(true)
        setLooks(looks + 1)
      },
      looks === 0 ? 0 : LOOK_EVERY_MS,
    )
    return () => {
      gone = true
      clearTimeout(later)
    }
  }, [checkoutID, isOver, looks, look, cancelled])

  const waits = checkoutID !== null && !cancelled && checkout?.state === 'open'
  useEffect(() => {
    if (waits) noteReturned(checkoutID)
  }, [waits, checkoutID])

  const isPaid = checkout?.state === 'paid' || checkout?.state === 'refunded'
  useEffect(() => {
    if (isPaid) onPaid?.()
  }, [isPaid, onPaid])
  const hasFailed = unknown || checkout?.state === 'failed' || checkout?.state === 'expired'
  if (isPaid)
    return (
      <CentredPage {...firm} title={t('Thank you!')} foot={links}>
        <Note tone="good">{t('We’ve received {{amount}}.', { amount: showDollars(checkout.amount) })}</Note>
        {checkout.sandbox ? <Note tone="warn">{t('Sandbox: no money moved')}</Note> : null}
        {next}
      </CentredPage>
    )
  if (checkout?.state === 'pending')
    return (
      <CentredPage {...firm} title={t('Waiting for your bank')} foot={links}>
        <Note tone="warn">{t('A payment is waiting for your bank. That can take a few days.')}</Note>
        {next}
      </CentredPage>
    )
  if (cancelled || hasFailed)
    return (
      <CentredPage {...firm} title={t('Transaction completed failed!')} foot={links}>
        <p>{t('Don’t worries! You can still login.')}</p>
        {unknown ? null : <p>{t('Nothing was charged. You can pay again any time.')}</p>}
        {next}
        {unknown ? null : payAgain}
      </CentredPage>
    )
  return (
    <CentredPage {...firm} title={t('Checking your payment')} foot={links}>
      <p role="status">
        {t(
          looks < PATIENCE
            ? 'This takes a few seconds.'
            : 'We haven’t heard from the card company yet. You can close this page: your payment is booked as soon as we do.',
        )}
      </p>
    </CentredPage>
  )
}
