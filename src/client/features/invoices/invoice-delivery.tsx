import type { ListedInvoice } from '#contract/v1/invoices.ts'
import { type Day, dayOf, formatDay } from '#domain/dates.ts'
import type { Delivery } from '#domain/delivery.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { DELIVERY_WORDS } from './delivery-states.ts'

const AGAIN_WORDS = sentences({
  queued: 'Sending again: waiting',
  failed: 'Sending again: couldn’t be sent',
  kept: 'Sending again: not sent (no mail server)',
  sent: 'Sent again',
})

type Mailed = Pick<ListedInvoice, 'delivery' | 'sentAt' | 'mailError' | 'again'>

/** In a list: what became of the invoice's mail, in a word or two. */
export function shortDelivery({ delivery, sentAt }: Mailed, timeZone: string): string {
  return sentAt === null || delivery === 'printed'
    ? t(DELIVERY_WORDS[delivery])
    : formatDay(dayOf(new Date(sentAt), timeZone))
}

/** On the invoice: with the day, or the mail server's words. */
export function wholeDelivery(mailed: Mailed, timeZone: string): string {
  const { delivery, sentAt, mailError, again } = mailed
  const day = sentAt === null ? '' : formatDay(dayOf(new Date(sentAt), timeZone))
  const further = again ? `. ${t(AGAIN_WORDS[again.state])}` : ''
  if (delivery === 'sent') return `${t('Emailed {{day}}', { day })}${further}`
  if (delivery === 'printed') return `${t('Marked as printed {{day}}', { day })}${further}`
  return mailError === null ? t(DELIVERY_WORDS[delivery]) : `${t(DELIVERY_WORDS[delivery])}: ${mailError}`
}

/** Says on which day a payment reminder was sent, or why it was not. @param dayWords how the day is written */
export function reminderDelivery(
  delivery: Delivery | null,
  at: string | null,
  timeZone: string,
  dayWords: (day: Day) => string = formatDay,
): string | null {
  if (delivery === null) return null
  return delivery === 'sent' && at !== null ? dayWords(dayOf(new Date(at), timeZone)) : t(DELIVERY_WORDS[delivery])
}
