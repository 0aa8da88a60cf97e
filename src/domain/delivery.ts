/** What became of a paper for a customer: the state of its mail, or that it was printed (domain.md 9a). */

export const MAIL_STATES = ['queued', 'sent', 'failed', 'kept'] as const
/** `sent`: the mail server took it. `kept`: it was stored, because no mail server was set. */
export type MailState = (typeof MAIL_STATES)[number]

export const DELIVERIES = ['not_sent', 'waiting', 'sent', 'printed', 'failed', 'kept'] as const
export type Delivery = (typeof DELIVERIES)[number]

/** The mail that carries a paper, as the outbox has it. */
export interface CarryingMail {
  readonly state: MailState
  readonly sentAt: Date | null
  /** A queued mail has no earlier one than the day on which it was queued. */
  readonly nextAttemptAt: Date | null
}

export interface GivenOut {
  /** When its mail was put into the outbox, or it was marked as printed; null: neither. */
  readonly queuedAt: Date | null
  /** Null: it was marked as printed, or the mail is erased with its customer. */
  readonly mail: CarryingMail | null
}

/** What invoices can be listed by: also all that the customer still needs (`isUndelivered`). */
export const DELIVERY_FILTERS = ['undelivered', ...DELIVERIES] as const
export type DeliveryFilter = (typeof DELIVERY_FILTERS)[number]

/** What carried it in the end: a further mail, once that was sent, else the first mail or the print. */
export function inTheEnd(first: GivenOut, again: CarryingMail | null): GivenOut {
  return again?.state === 'sent' ? { ...first, mail: again } : first
}

export function deliveryOf({ queuedAt, mail }: GivenOut): Delivery {
  if (queuedAt === null) return 'not_sent'
  if (mail === null) return 'printed'
  return mail.state === 'queued' ? 'waiting' : mail.state
}

/** When the mail server took it, or it was marked as printed; null: neither. */
export function sentAtOf(given: GivenOut): Date | null {
  const delivery = deliveryOf(given)
  if (delivery === 'sent') return given.mail!.sentAt
  return delivery === 'printed' ? given.queuedAt : null
}

/** Whether the customer still needs it: no mail carried it, and none is about to. */
export const isUndelivered = (delivery: Delivery): boolean =>
  delivery === 'not_sent' || delivery === 'failed' || delivery === 'kept'

/**
 * When a payment reminder was sent, or last waited to be; null: it was not, or its mail failed or was kept, which does
 * not use it up.
 */
export function remindedAtOf({ queuedAt, mail }: GivenOut): Date | null {
  if (queuedAt === null || mail === null) return queuedAt
  if (mail.state === 'failed' || mail.state === 'kept') return null
  return mail.sentAt ?? mail.nextAttemptAt ?? queuedAt
}
