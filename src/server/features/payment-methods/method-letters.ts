import { declineWords } from '#domain/autopay.ts'
import { type EndReason, type MethodKind, methodName, type PauseReason } from '#domain/autopay-words.ts'
import { paymentReference } from '#domain/identifiers.ts'
import { type Cents, showMoney } from '#domain/money.ts'
import type { Queryable } from '../../db/database.ts'
import { queueMail } from '../../db/mail-outbox.ts'
import type { Dependencies } from '../../ports.ts'
import { howToPay } from '../invoices/public.ts'
import { balancesOf } from '../ledger/public.ts'
import { bankOf, letterOf, portalLink, settingsInForce } from '../settings/public.ts'
import { type MethodRow, payerOf } from './methods-reads.ts'

export type LetterNeeds = Pick<Dependencies, 'mail' | 'config'>

/** The page on which a customer changes, pauses and stops it. */
export const managePage = ({ config }: Pick<Dependencies, 'config'>): string => `${config.publicUrl}/pay-automatically`

export const nameOf = ({ kind, brand, last4 }: Pick<MethodRow, 'kind' | 'brand' | 'last4'>): string =>
  methodName(kind, brand, last4)

/** For the customer; the words for the office are in autopay-words.ts. */
const PAUSED: Readonly<Partial<Record<PauseReason, string>>> = {
  expired: 'The card has expired.',
  disputed: 'A payment is disputed with the bank.',
}
const ENDED: Readonly<Partial<Record<EndReason, string>>> = {
  mandate_cancelled: 'The debit agreement with your bank was cancelled.',
  detached: 'It is no longer saved with our payment provider.',
}

/** Of a charge. @param code the provider's; null: none */
export interface Decline {
  readonly checkoutID: string
  readonly code: string | null
}

/**
 * Tells a customer once that a method paused or ended for another reason than their own wish, or that a charge of one
 * that they paused or removed failed.
 */
export async function tellStopped(
  tx: Queryable,
  deps: LetterNeeds,
  method: MethodRow,
  decline: Decline | null,
  now: Date,
): Promise<void> {
  const { customerID, methodID, pauseReason, endReason, kind } = method
  const payer = await payerOf(tx, customerID)
  if (payer === null || payer.email === null || payer.status === 'PENDING') return
  const reason = decline
    ? declineWords(decline.code, kind ?? 'card')
    : ((pauseReason && PAUSED[pauseReason]) ?? (endReason && ENDED[endReason]) ?? null)
  if (reason === null) return
  const settings = await settingsInForce(tx)
  const owing: Cents = (await balancesOf(tx, [customerID])).get(customerID)?.owing ?? 0
  const reference = paymentReference(String(payer.refNumber))
  const payUrl = payer.signsIn === 1 ? portalLink(deps.config, settings, 'invoices', payer) : null
  const letter = letterOf(settings, 'autopayStopped', {
    firstName: payer.firstName,
    refId: String(payer.refNumber),
    method: nameOf(method),
    reason,
    toPay: owing > 0 ? `You owe ${showMoney(owing)}.` : '',
    howToPay: owing > 0 ? howToPay({ bank: bankOf(settings), payUrl, reference }) : '',
    manageLink: portalLink(deps.config, settings, 'pay-automatically', payer),
  })
  const of = decline?.checkoutID ?? `${methodID} ${method.version}`
  const dedupeKey = `autopay ${customerID} ${pauseReason ?? endReason} ${of}`
  await queueMail(tx, deps.mail, { dedupeKey, to: payer.email, ...letter }, now)
}

/** A method that is not set up yet has no kind. */
export const kindOf = (method: Pick<MethodRow, 'kind'>): MethodKind => method.kind ?? 'card'

/** What the rules of charging read of a method. */
export const termsOf = (method: MethodRow) => ({ ...method, kind: kindOf(method) })
