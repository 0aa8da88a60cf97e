import { sentences } from '#client/ui/core/texts.ts'

/** What a customer reads of their own automatic payment. */

export const OWN_PAUSE_WORDS = sentences({
  declined: 'Your payment was declined, so nothing is charged automatically. Please pay now.',
  expired: 'Your card has expired, so nothing is charged automatically. Please pay now.',
  authentication: 'Your bank wants you to approve each payment, so nothing is charged automatically. Please pay now.',
  disputed:
    'A payment is disputed, or your bank returned it, so nothing is charged automatically. Please pay what you owe.',
  customer: 'Automatic payment is paused. You pay invoices yourself until you go on.',
  office: 'We have paused automatic payment. Please pay invoices yourself, or call us.',
})

export const OWN_END_WORDS = sentences({
  not_finished: 'Saving it wasn’t finished.',
  replaced: 'You saved another one.',
  removed: 'Automatic payment is stopped.',
  mandate_cancelled: 'The debit agreement of your bank account was cancelled, so automatic payment is stopped.',
  detached: 'Your card or bank account was removed, so automatic payment is stopped.',
  left: 'Automatic payment is stopped.',
})

export const OWN_CHARGE_WORDS = sentences({
  planned: 'Planned',
  asked: 'Under way',
  pending: 'Under way',
  paid: 'Paid',
  disputed: 'Disputed',
  returned: 'Returned by your bank',
  failed: 'Not paid',
  refunded: 'Refunded',
  dropped: 'Not charged',
})
