import { CUSTOMER_LABELS } from '#domain/customer-fields.ts'
import { sentences } from '#client/ui/core/texts.ts'

/** A customer's fields have their usual labels; these are the ones that only a file has or names otherwise. */
const OF_FILES = sentences({
  label: 'Suburb',
  postCode: 'Postcode',
  refId: 'Ref ID',
  suburbLabel: 'Suburb',
  packageName: 'Service package',
  status: 'Status',
  amount: 'Amount (per bag)',
  dueYear: 'Due year',
  dueMonth: 'Due month',
  dueWeek: 'Due week',
  lat: 'Latitude',
  lng: 'Longitude',
  openingBalance: 'Opening balance',
  openingDueDate: 'Opening debt due',
  prepaidLeft: 'Prepaid collections left',
  confirmed: 'Import although alike',
  oldNumber: 'Old invoice number',
  issueDate: 'Issued',
  dueDate: 'Due',
  owing: 'Owing',
})

export const FIELD_NAMES = { ...CUSTOMER_LABELS, ...OF_FILES }
