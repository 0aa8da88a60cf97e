/** The initial values of the forms that make a customer and a request. `startDate` is set to today by the form. */
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
