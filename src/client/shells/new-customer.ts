/** What a form asks of somebody who becomes a customer, by the office or as a request; `startDate` is today's then. */
export const NEW_CUSTOMER = {
  title: '',
  firstName: '',
  lastName: '',
  company: '',
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
  notes: '',
  sourceOfLead: '',
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
