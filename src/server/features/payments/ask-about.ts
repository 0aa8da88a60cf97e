import type { Dependencies } from '../../ports.ts'
import type { CheckoutFound, ProviderEvent } from '../../payments-port.ts'
import type { CheckoutRow } from './checkouts-reads.ts'
import { takeEvent } from './events-commands.ts'

type Deps = Pick<Dependencies, 'database' | 'payments' | 'clock' | 'mail' | 'config'>

/**
 * Asks the provider what became of a checkout, and treats the answer like a webhook.
 * @param closed its page was closed just now, so a checkout that the provider does not know is over too
 */
export async function askAbout(deps: Deps, row: CheckoutRow, { closed = false } = {}): Promise<void> {
  const { payments, clock } = deps
  if (row.providerID === null) return
  const found = await payments.lookUp(row.providerID)
  const event = eventOf(row, found, { now: clock.now(), closed })
  if (event) await takeEvent(deps, event, 'asked')
}

/** The state of the checkout as an event; null while it is open. */
function eventOf(
  row: CheckoutRow,
  found: CheckoutFound | null,
  { now, closed }: { now: Date; closed: boolean },
): ProviderEvent | null {
  const about = {
    providerID: row.providerID!,
    checkoutID: row.checkoutID,
    amountCents: found?.amountCents ?? row.amount,
    currency: found?.currency ?? 'aud',
    happenedAt: now,
    test: found?.test ?? false,
  }
  const state = found?.state ?? (closed || row.expiresAt < now ? 'expired' : 'open')
  const eventID = `asked ${row.providerID} ${state}`
  switch (state) {
    case 'open':
      return null
    case 'paid':
      // Without a payment there is no ID that a refund could name; the webhook will bring it.
      return found!.paymentID === null ? null : { ...about, eventID, kind: 'checkoutPaid', paymentID: found!.paymentID }
    case 'pending':
      return { ...about, eventID, kind: 'checkoutPending' }
    case 'failed':
      return { ...about, eventID, kind: 'checkoutFailed' }
    case 'expired':
      return { ...about, eventID, kind: 'checkoutExpired' }
  }
}
