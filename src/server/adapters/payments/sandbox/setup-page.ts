import { BEHAVIOURS } from './method-objects.ts'
import type { SandboxPayment, SandboxSession } from './objects.ts'
import { ID_PLACE } from './page-frame.ts'
import type { SandboxParts } from './parts.ts'
import type { SetupFacts } from './setup-html.ts'
import type { Delivery } from './stored-tasks.ts'

/** How many of the customer's payments are looked through for the method's last one. */
const LOOKS_BACK = 50

export async function setupFacts(
  session: SandboxSession,
  { objects, methods, moneyBack }: SandboxParts,
): Promise<Omit<SetupFacts, 'firmName'>> {
  const setup = await objects.find('setup_intent', session.setup_intent)
  const method = await objects.find('payment_method', setup?.payment_method)
  const lastPaid = method && (await lastPaidOf(method.id, session, objects))
  return {
    session,
    method,
    mandate: method && (await methods.mandateOf(method.id)),
    lastPaid,
    dispute: lastPaid && (await moneyBack.disputeOf(lastPaid.id)),
  }
}

async function lastPaidOf(
  methodID: string,
  session: SandboxSession,
  objects: SandboxParts['objects'],
): Promise<SandboxPayment | undefined> {
  const { data } = await objects.list('payment_intent', { ref: session.customer ?? '', limit: LOOKS_BACK })
  return data.find(({ status, payment_method }) => status === 'succeeded' && payment_method === methodID)
}

/** Presses a button of the page. @returns where the browser goes next */
export async function pressSetup(
  session: SandboxSession,
  act: string | undefined,
  delivery: Delivery,
  parts: SandboxParts,
): Promise<string> {
  const here = `./${session.id}`
  const success = session.success_url.replaceAll(ID_PLACE, session.id)
  const behaviour = BEHAVIOURS.find((one) => one === act)
  if (session.status === 'open') {
    const setup = await parts.objects.find('setup_intent', session.setup_intent)
    if (act === 'cancel') return session.cancel_url ?? here
    if (!behaviour || !setup) return here
    await parts.methods.save(session, setup, behaviour, delivery)
    return success
  }
  // The button was pressed a second time, and the method is saved already.
  if (behaviour && session.status === 'complete') return success
  await afterwards(session, act, parts)
  return here
}

async function afterwards(session: SandboxSession, act: string | undefined, parts: SandboxParts): Promise<void> {
  const { methods, moneyBack, balance, checkouts } = parts
  const { method, mandate, lastPaid } = await setupFacts(session, parts)
  if (!method) return
  switch (act) {
    case 'renew':
      return methods.renewCard(method)
    case 'end_mandate':
      return methods.endMandate(method.id)
    case 'detach':
      return method.customer === null ? undefined : methods.detach(method)
    case 'dispute':
      return lastPaid && moneyBack.dispute(lastPaid)
    case 'dispute_won':
    case 'dispute_lost':
      return lastPaid && moneyBack.closeDispute(lastPaid, act === 'dispute_won' ? 'won' : 'lost')
    case 'pay_out':
      return balance.payOut()
    case 'again':
      return checkouts.deliverAgain([session, method, mandate, lastPaid].flatMap((about) => about?.id ?? []))
    default:
  }
}
