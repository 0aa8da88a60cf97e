import { type SandboxPayment, type SandboxSession, shown } from './objects.ts'
import type { SandboxParts } from './parts.ts'

/** A session with the objects that a request wants in place of their ids. @param paths such as `setup_intent.payment_method` */
export async function expandedSession(
  session: SandboxSession,
  paths: readonly string[],
  parts: SandboxParts,
): Promise<object> {
  const wants = (name: string) => paths.some((path) => path.split('.')[0] === name)
  const payment = wants('payment_intent')
    ? await parts.objects.find('payment_intent', session.payment_intent)
    : undefined
  return {
    ...shown(session),
    ...(payment && { payment_intent: await withCharge(payment, parts) }),
    ...(wants('setup_intent') && { setup_intent: await setupOf(session, parts) }),
  }
}

async function setupOf(session: SandboxSession, { objects }: SandboxParts): Promise<object | null> {
  const setup = await objects.find('setup_intent', session.setup_intent)
  const method = await objects.find('payment_method', setup?.payment_method)
  return setup ? { ...setup, payment_method: method ? shown(method) : null } : null
}

async function withCharge(payment: SandboxPayment, { objects }: SandboxParts): Promise<object> {
  const charge = await objects.find('charge', payment.latest_charge)
  if (!charge) return payment
  const booked = (await objects.find('balance_transaction', charge.balance_transaction)) ?? null
  return { ...payment, latest_charge: { ...charge, balance_transaction: booked } }
}
