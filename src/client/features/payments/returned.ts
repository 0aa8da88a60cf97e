import { tabStorage } from '#client/api/browser-storage.ts'

/**
 * The checkout this tab came back from, until it is booked; the provider's webhook may arrive later than the browser.
 */
const KEY = 'rr-returned-checkout'

export const returnedCheckout = (): string | null => tabStorage.getItem(KEY)

export const noteReturned = (checkoutID: string): void => tabStorage.setItem(KEY, checkoutID)
