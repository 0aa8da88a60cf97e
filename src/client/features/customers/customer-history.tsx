import { Card } from '@mantine/core'
import { formatDay } from '#domain/dates.ts'
import { showMoney } from '#domain/money.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { CUSTOMER_LABELS } from '#domain/customer-fields.ts'
import type { PlaceSource } from '#domain/place.ts'
import type { CallResult } from '#domain/timeline.ts'
import type {
  ACCOUNT_TYPES,
  CollectionScheme,
  CustomerServiceType,
  CustomerStatus,
  INVOICE_TYPES,
  PAYMENT_SCHEMES,
} from '#domain/words.ts'
import { HistoryList } from '#client/shells/history-list.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { CALL_RESULT_WORDS } from '#client/shells/call-results.ts'
import {
  ACCOUNT_TYPE_WORDS,
  CUSTOMER_STATUS_WORDS,
  INVOICE_TYPE_WORDS,
  PLACE_SOURCE_WORDS,
  SERVICE_TYPE_WORDS,
} from '#client/shells/terms.ts'
import { wishInWords } from './order-wish.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'

const ACTIONS = sentences({
  'customer.create': 'Added',
  'customer.import': 'Imported',
  'customer.update': 'Details changed',
  'customer.cycle': 'Cycle changed',
  'customer.price': 'New price, as announced',
  'autopay.end': 'Automatic payment ended',
  'autopay.invite': 'Invited to automatic payment',
  'autopay.pause': 'Automatic payment paused',
  'autopay.resume': 'Automatic payment taken up again',
  'autopay.set_up': 'Automatic payment set up',
  'autopay.update': 'Card for automatic payment renewed',
  'customer.block': 'Blocked',
  'customer.hold': 'On hold',
  'customer.hold_end': 'No longer on hold',
  'customer.hold_lift': 'Hold lifted',
  'customer.cancel': 'Service cancelled',
  'customer.reactivate': 'Reactivated',
  'customer.run-number': 'Run number set',
  'customer.photo_add': 'Photo added',
  'customer.photo_remove': 'Photo removed',
  'customer.call': 'Call noted',
  'customer.place': 'Place on the map set',
  'customer.forget-place': 'Place on the map forgotten',
  'customer.calendar-feed': 'Changed the calendar feed',
  'customer.unsubscribe': 'Stopped reminders by the link in an email',
  'customer.resubscribe': 'Turned reminders on again by the link in an email',
  'customer.settle': 'Account settled',
  'customer.statement': 'Statement email written',
  'registration.create': 'Registered on the web',
  'registration.confirm': 'Email confirmed',
  'request.quotation': 'Quotation email written',
  'request.accept': 'Quotation accepted',
  'request.official': 'Made an official customer',
  'request.merge': 'A request was merged into this customer',
})

/** The fields that are listed in `changed` are called as in the form. */
const LABELS = {
  ...CUSTOMER_LABELS,
  ...sentences({
    status: 'Status',
    serviceType: 'Service type',
    amountCents: 'Amount',
    due: 'Next due',
    changed: 'Changed',
    quotedPriceCents: 'Quoted price',
    quotations: 'Quotations',
    acceptedAt: 'Accepted',
    answered: 'Result',
    placeSource: 'Place',
  }),
}

export function CustomerHistory({ customerID }: { customerID: string }) {
  const labelOf = (field: string) => (Object.hasOwn(LABELS, field) ? t(LABELS[field as keyof typeof LABELS]) : null)
  const actionOf = (action: string) =>
    Object.hasOwn(ACTIONS, action) ? t(ACTIONS[action as keyof typeof ACTIONS]) : action
  const valueOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined) return ''
    switch (field) {
      case 'status':
        return t(CUSTOMER_STATUS_WORDS[value as CustomerStatus])
      case 'accountType':
        return t(ACCOUNT_TYPE_WORDS[value as (typeof ACCOUNT_TYPES)[number]])
      case 'invoiceType':
        return t(INVOICE_TYPE_WORDS[value as (typeof INVOICE_TYPES)[number]])
      case 'serviceType':
        return t(SERVICE_TYPE_WORDS[value as CustomerServiceType])
      case 'collectionScheme':
        return collectionWords(value as CollectionScheme)
      case 'paymentScheme':
        return paymentWords(value as (typeof PAYMENT_SCHEMES)[number])
      case 'amountCents':
      case 'quotedPriceCents':
        return showMoney(Number(value))
      case 'placeSource':
        return t(PLACE_SOURCE_WORDS[value as PlaceSource])
      case 'answered':
        return t(CALL_RESULT_WORDS[value as CallResult])
      case 'startDate':
        return formatDay(String(value))
      case 'acceptedAt':
        return formatDayAndTime(String(value))
      // The ID is of no use to a reader, so only the fact of the change is shown.
      case 'suburbID':
      case 'productID':
      case 'driverID':
        return t('changed')
      case 'orderWish':
        return wishInWords(String(value))
      case 'due':
        return (value as (number | null)[]).filter((part) => part !== null).join('-')
      case 'changed':
        return (value as string[]).map((name) => labelOf(name) ?? name).join(', ')
      default:
        return typeof value === 'boolean' ? t(value ? 'Yes' : 'No') : String(value)
    }
  }
  return (
    <Card component="section" aria-label={t('History')}>
      <HistoryList
        subjectKind="customer"
        subjectID={customerID}
        actionOf={actionOf}
        labelOf={labelOf}
        valueOf={valueOf}
      />
    </Card>
  )
}
