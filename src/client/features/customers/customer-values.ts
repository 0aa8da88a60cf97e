import type { Customer } from '#contract/v1/customers.ts'
import { CUSTOMER_TEXT_NAMES, type CustomerText } from '#domain/customer-fields.ts'
import type { Day } from '#domain/dates.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import type { CollectionScheme } from '#domain/words.ts'
import { dueOf } from '#client/shells/due-pick.tsx'
import { NEW_CUSTOMER, NEW_CUSTOMER_REQUIRED } from '#client/shells/new-customer.ts'

/** The form's values; a number may be text, empty or missing. */
export type CustomerValues = Record<CustomerText, string> & {
  firstName: string
  lastName: string
  accountType: string
  email: string
  mobilePhone: string
  homePhone: string
  address: string
  suburbID: string
  state: string
  postcode: string
  productID: string
  /** For a new customer only: later it is part of the cycle. */
  collectionScheme: string
  paymentScheme: string
  invoiceType: string
  amount: number | ''
  /** Empty: not fixed. */
  priceFixedUntil: string
  /** Empty: the suburb's. */
  weekNumber: string
  runNumber: number | ''
  stopOrder: number | ''
  /** As on the wire; empty: no wish. "before" has no time yet. */
  orderWish: string
  driverID: string
  startDate: string
  /** It is used for a new customer only. */
  due: string
  propertyManagement: boolean
  billToEmail: string
  doNotRemind: boolean
  doNotSendInvoiceEmail: boolean
  features: string[]
  password: string
}

export const NEW_REQUIRED = [...NEW_CUSTOMER_REQUIRED, 'runNumber'] as const
export const EDIT_REQUIRED = [...NEW_REQUIRED, 'paymentScheme'] as const

export const newCustomer = (today: Day): CustomerValues => ({
  ...NEW_CUSTOMER,
  startDate: today,
  paymentScheme: '',
  amount: '',
  priceFixedUntil: '',
  weekNumber: '',
  runNumber: 1,
  stopOrder: '',
  orderWish: '',
  driverID: '',
  due: '',
  billToEmail: '',
  doNotRemind: false,
  doNotSendInvoiceEmail: false,
  features: [],
  password: '',
})

export function customerValues(customer: Customer): CustomerValues {
  const {
    amount,
    ownWeek,
    weekNumber,
    runNumber,
    stopOrder,
    startDate,
    propertyManagement,
    doNotRemind,
    doNotSendInvoiceEmail,
    features,
  } = customer
  const texts = [
    ...CUSTOMER_TEXT_NAMES,
    'firstName',
    'lastName',
    'accountType',
    'email',
    'address',
    'suburbID',
    'state',
    'postcode',
    'productID',
    'paymentScheme',
    'invoiceType',
    'orderWish',
    'driverID',
    'billToEmail',
    'priceFixedUntil',
  ] as const
  return {
    ...(Object.fromEntries(texts.map((name) => [name, customer[name] ?? ''])) as Record<
      (typeof texts)[number],
      string
    >),
    amount,
    runNumber,
    startDate,
    propertyManagement,
    doNotRemind,
    doNotSendInvoiceEmail,
    features: [...features],
    mobilePhone: showPhone(customer.mobilePhone ?? ''),
    homePhone: showPhone(customer.homePhone ?? ''),
    stopOrder: stopOrder ?? '',
    weekNumber: ownWeek && weekNumber !== null ? String(weekNumber) : '',
    collectionScheme: '',
    due: '',
    password: '',
  }
}

/**
 * The request's input; the shell leaves out what is empty or unchanged. @param packageScheme the chosen package's
 * scheme, for a customer without an own one
 */
export const customerInput =
  (packageScheme: CollectionScheme | null) =>
  ({ weekNumber, due, ...values }: CustomerValues): Readonly<Record<string, unknown>> => {
    const scheme = (values.collectionScheme || packageScheme) as CollectionScheme | null
    return {
      ...values,
      weekNumber: weekNumber === '' ? null : Number(weekNumber),
      due: scheme === null ? undefined : dueOf(due, scheme),
    }
  }
