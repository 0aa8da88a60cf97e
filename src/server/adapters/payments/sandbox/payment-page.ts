import type { SandboxSession } from './objects.ts'
import { ID_PLACE } from './page-frame.ts'
import type { PageFacts } from './page-html.ts'
import type { SandboxParts } from './parts.ts'
import type { Delivery } from './stored-tasks.ts'

export async function paymentFacts(
  session: SandboxSession,
  { objects, moneyBack }: SandboxParts,
): Promise<Omit<PageFacts, 'declined' | 'firmName'>> {
  const payment = await objects.find('payment_intent', session.payment_intent)
  return {
    session,
    payment,
    refunded: payment ? await moneyBack.refundedOf(payment.id) : 0,
    dispute: payment && (await moneyBack.disputeOf(payment.id)),
  }
}

/** Presses a button of the page. @returns where the browser goes next */
export async function pressPayment(
  session: SandboxSession,
  act: string | undefined,
  delivery: Delivery,
  parts: SandboxParts,
): Promise<string> {
  if (session.status !== 'open') return afterwards(session, act, parts)
  const success = session.success_url.replaceAll(ID_PLACE, session.id)
  switch (act) {
    case 'card':
      await parts.checkouts.payByCard(session, delivery)
      return success
    case 'debit_succeeds':
    case 'debit_fails':
      await parts.checkouts.payByDebit(session, act === 'debit_succeeds' ? 'paid' : 'failed', delivery)
      return success
    case 'cancel':
      return session.cancel_url ?? `./${session.id}`
    case 'decline':
      return `./${session.id}?declined`
    default:
      return `./${session.id}`
  }
}

async function afterwards(session: SandboxSession, act: string | undefined, parts: SandboxParts): Promise<string> {
  const { moneyBack, balance, checkouts } = parts
  const { payment, refunded } = await paymentFacts(session, parts)
  const here = `./${session.id}`
  // The button was pressed a second time, and the payment is made already.
  if (act === 'card' && payment) return session.success_url.replaceAll(ID_PLACE, session.id)
  if (payment?.status !== 'succeeded') return here
  const left = payment.amount - refunded
  if (act === 'refund_half' && left > 1) await moneyBack.refund(payment, Math.floor(left / 2))
  if (act === 'refund_rest' && left > 0) await moneyBack.refund(payment, left)
  if (act === 'dispute') await moneyBack.dispute(payment)
  if (act === 'dispute_won' || act === 'dispute_lost')
    await moneyBack.closeDispute(payment, act === 'dispute_won' ? 'won' : 'lost')
  if (act === 'pay_out') await balance.payOut()
  if (act === 'again') await checkouts.deliverAgain([session.id, payment.id])
  return here
}
