import { CUSTOMER_LABELS, CUSTOMER_TEXT_NAMES, type CustomerField, type CustomerText } from '#domain/customer-fields.ts'
import { t } from '#client/ui/core/texts.ts'

/** The initial values of the forms that make a customer and a request. `startDate` is set to today by the form. */
export const NEW_CUSTOMER = {
  ...(Object.fromEntries(CUSTOMER_TEXT_NAMES.map((name) => [name, ''])) as Record<CustomerText, string>),
  firstName: '',
  lastName: '',
  accountType: 'PERSONAL',
  email: '',
  mobilePhone: '',
  homePhone: '',
  address: '',
  suburbID: '',
  state: '',
  postcode: '',
  productID: '',
  collectionScheme: '',
  startDate: '',
  invoiceType: '1A',
  propertyManagement: false,
}

export const NEW_CUSTOMER_REQUIRED = [
  'firstName',
  'lastName',
  'address',
  'suburbID',
  'productID',
  'startDate',
  'accountType',
  'invoiceType',
] as const

const FIELDS = Object.keys(CUSTOMER_LABELS) as CustomerField[]

export const customerLabels = () =>
  Object.fromEntries(FIELDS.map((name) => [name, t(CUSTOMER_LABELS[name])])) as Record<CustomerField, string>
