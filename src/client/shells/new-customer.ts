import { CUSTOMER_TEXT_NAMES, type CustomerText } from '#domain/customer-fields.ts'

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
