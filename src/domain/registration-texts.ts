/** The texts that a registration accepts until the office writes its own. They state only what the product does. */

export const DEFAULT_TERMS = `1. Registering is a request. We write to you before the first collection.
2. The price is the one shown for the service. It is per bag, or in total for a rubbish removal.
3. Put the bag out where you told us, by the first day of your collection week.
4. Tell us before the collection week if you don’t need a pickup. A visit for nothing may be charged.
5. Invoices are due by the date they show. What you pay in advance is credit in your account.
6. The bags stay ours. You or we can end the service at any time; what was collected is still to pay.`

export const DEFAULT_PRIVACY = `We use what you enter here to collect from you, to invoice you and to write to you about it.
Our drivers see your name, address, phone number and notes for the collection. Photos show the bag and where it stood.
Cards are charged by our payment provider; we never see their numbers.
We don’t sell your details. Ask us at any time what we keep about you, or to correct or delete it.`
