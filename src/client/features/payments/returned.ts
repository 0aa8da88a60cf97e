/**
 * The checkout this tab came back from, until it is booked; the provider's webhook may arrive later than the browser.
 */
const KEY = 'rr-returned-checkout'

export const returnedCheckout = (): string | null => sessionStorage.getItem(KEY)

export const noteReturned = (checkoutID: string): void => sessionStorage.setItem(KEY, checkoutID)
