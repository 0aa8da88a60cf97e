import type { Queryable } from '../../db/database.ts'
import type { PaymentEvent } from '../../payments-port.ts'
import { lockAccounts } from '../ledger/public.ts'
import type { LetterNeeds } from './method-letters.ts'
import { endByItself, store } from './methods-commands.ts'
import { methodByID, methodOfProvider } from './methods-reads.ts'

type MethodEvent = Extract<PaymentEvent, { kind: 'methodUpdated' | 'methodDetached' | 'mandateEnded' }>

/** What the provider reports about a saved method (domain.md 20, Ends). @returns whether it is one of ours, and news */
export async function takeMethodEvent(
  tx: Queryable,
  deps: LetterNeeds,
  event: MethodEvent,
  now: Date,
): Promise<boolean> {
  const providerMethodID = event.kind === 'methodUpdated' ? event.method.providerMethodID : event.providerMethodID
  const seen = await methodOfProvider(tx, { providerMethodID })
  if (seen === null) return false
  await lockAccounts(tx, [seen.customerID])
  const method = (await methodByID(tx, seen.methodID))!
  if (method.state === 'ended') return false
  if (event.kind === 'methodUpdated') {
    const { brand, last4, expiresIn } = event.method
    const isMended = method.pauseReason === 'expired' && expiresIn !== method.expiresIn
    const mended = { state: 'active', pauseReason: null, pausedAt: null, activeAt: now } as const
    await store(tx, { now }, method, 'autopay.update', { brand, last4, expiresIn, ...(isMended && mended) })
    return true
  }
  const reason = event.kind === 'mandateEnded' ? 'mandate_cancelled' : 'detached'
  await endByItself(tx, deps, method, { reason, now })
  return true
}
