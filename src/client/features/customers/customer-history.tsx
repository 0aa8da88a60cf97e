import { formatDay } from '#domain/dates.ts'
import { showMoney } from '#domain/money.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
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
import { useTerms } from '#client/shells/terms.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './customers.module.css'

const ACTIONS = {
  'customer.create': 'actionCreate',
  'customer.import': 'actionImport',
  'customer.update': 'actionUpdate',
  'customer.cycle': 'actionCycle',
  'customer.block': 'actionBlock',
  'customer.cancel': 'actionCancel',
  'customer.reactivate': 'actionReactivate',
  'customer.run-number': 'actionRunNumber',
  'customer.photo_add': 'actionPhotoAdd',
  'customer.photo_remove': 'actionPhotoRemove',
  'customer.call': 'actionCall',
  'customer.calendar-feed': 'actionCalendarFeed',
  'customer.unsubscribe': 'actionUnsubscribe',
  'customer.resubscribe': 'actionResubscribe',
  'request.quotation': 'actionQuotation',
  'request.accept': 'actionAccept',
  'request.official': 'actionOfficial',
} as const

const LABELS = {
  status: 'status',
  startDate: 'startDate',
  suburbID: 'suburb',
  productID: 'servicePackage',
  serviceType: 'serviceType',
  collectionScheme: 'collectionScheme',
  paymentScheme: 'paymentScheme',
  invoiceType: 'invoiceType',
  accountType: 'accountType',
  amountCents: 'amount',
  weekNumber: 'weekNumber',
  runNumber: 'runNumber',
  stopOrder: 'stopOrder',
  due: 'nextDue',
  doNotRemind: 'doNotRemind',
  doNotSendInvoiceEmail: 'doNotSendInvoiceEmail',
  changed: 'alsoChanged',
  quotedPriceCents: 'quotedPrice',
  quotations: 'quotations',
  acceptedAt: 'acceptedAt',
  answered: 'callResult',
  // The fields listed in `changed`, with their labels.
  title: 'titleOf',
  firstName: 'firstName',
  lastName: 'lastName',
  company: 'company',
  address: 'address',
  state: 'state',
  postcode: 'postcode',
  email: 'email',
  homePhone: 'homePhone',
  mobilePhone: 'mobilePhone',
  notes: 'notes',
  adminNotes: 'adminNotes',
  sourceOfLead: 'sourceOfLead',
} as const

export function CustomerHistory({ customerID }: { customerID: string }) {
  const { t } = useTranslation('customers')
  const { t: terms } = useTerms()
  const labelOf = (field: string) => (Object.hasOwn(LABELS, field) ? t(LABELS[field as keyof typeof LABELS]) : null)
  const actionOf = (action: string) =>
    Object.hasOwn(ACTIONS, action) ? t(ACTIONS[action as keyof typeof ACTIONS]) : action
  const valueOf = (field: string, value: unknown): string => {
    if (value === null || value === undefined) return ''
    switch (field) {
      case 'status':
        return terms(`status${value as CustomerStatus}`)
      case 'accountType':
        return terms(`accountType${value as (typeof ACCOUNT_TYPES)[number]}`)
      case 'invoiceType':
        return terms(`invoiceType${value as (typeof INVOICE_TYPES)[number]}`)
      case 'serviceType':
        return terms(`serviceType${value as CustomerServiceType}`)
      case 'collectionScheme':
        return collectionWords(value as CollectionScheme)
      case 'paymentScheme':
        return paymentWords(value as (typeof PAYMENT_SCHEMES)[number])
      case 'amountCents':
      case 'quotedPriceCents':
        return showMoney(Number(value))
      case 'answered':
        return t(`callResult-${value as CallResult}`)
      case 'startDate':
        return formatDay(String(value))
      case 'acceptedAt':
        return formatDayAndTime(String(value))
      // The ID is of no use to a reader, so only the fact of the change is shown.
      case 'suburbID':
      case 'productID':
        return t('changed')
      case 'due':
        return (value as (number | null)[]).filter((part) => part !== null).join('-')
      case 'changed':
        return (value as string[]).map((name) => labelOf(name) ?? name).join(', ')
      default:
        return typeof value === 'boolean' ? terms(value ? 'yes' : 'no') : String(value)
    }
  }
  return (
    <section className={styles.history} aria-label={t('history')}>
      <HistoryList
        subjectKind="customer"
        subjectID={customerID}
        actionOf={actionOf}
        labelOf={labelOf}
        valueOf={valueOf}
      />
    </section>
  )
}
