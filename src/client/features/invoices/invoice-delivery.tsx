import type { ListedInvoice } from '#contract/v1/invoices.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import type { Delivery } from '#domain/delivery.ts'
import type { Translate } from '#client/ui/core/i18n.ts'

type Mailed = Pick<ListedInvoice, 'delivery' | 'sentAt' | 'mailError' | 'again'>

/** In a list: what became of the invoice's mail, in a word or two. */
export function shortDelivery(t: Translate<'invoices'>, { delivery, sentAt }: Mailed, timeZone: string): string {
  return sentAt === null || delivery === 'printed'
    ? t(`delivery-${delivery}`)
    : formatDay(dayOf(new Date(sentAt), timeZone))
}

/** On the invoice: with the day, or the mail server's words. */
export function wholeDelivery(t: Translate<'invoices'>, mailed: Mailed, timeZone: string): string {
  const { delivery, sentAt, mailError, again } = mailed
  const day = sentAt === null ? '' : formatDay(dayOf(new Date(sentAt), timeZone))
  const further = again ? `. ${t(`again-${again.state}`)}` : ''
  if (delivery === 'sent') return `${t('sentOn', { day })}${further}`
  if (delivery === 'printed') return `${t('printedOn', { day })}${further}`
  return mailError === null ? t(`delivery-${delivery}`) : `${t(`delivery-${delivery}`)}: ${mailError}`
}

/** Of a payment reminder: the day on which it was sent, or why it was not. */
export function reminderDelivery(
  t: Translate<'invoices'>,
  delivery: Delivery | null,
  at: string | null,
  timeZone: string,
): string | null {
  if (delivery === null) return null
  return delivery === 'sent' && at !== null ? formatDay(dayOf(new Date(at), timeZone)) : t(`delivery-${delivery}`)
}
