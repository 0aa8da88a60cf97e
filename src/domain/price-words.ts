import { type Cents, showMoney } from './money.ts'

/**
 * "$25.00 a bag, GST included". A firm that is not registered for GST must not state that it is included.
 * @param perBag false: the whole price of a rubbish removal
 */
export function priceInWords(price: Cents, { perBag, gst }: { perBag: boolean; gst: boolean }): string {
  return `${showMoney(price)}${perBag ? ' a bag' : ''}${gst ? ', GST included' : ''}`
}
