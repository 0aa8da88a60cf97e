export const noPickupsWords = {
  title: 'No pickups',
  new: 'New no pickup',
  how: 'Weeks customers want to skip. Before the cut-off there’s no charge: the stop moves to the next collection when the run is marked active.',
  refId: 'Ref ID',
  customer: 'Customer',
  customerHow: 'At least 3 letters of the name, address or Ref ID.',
  week: 'Week',
  weekHow: 'The week to skip.',
  reason: 'Reason',
  late: 'Late',
  lateHow: 'After the cut-off: the driver sees “Customer cancelled”. If the driver has already been there, you decide.',
  inTime: 'On time',
  createdAt: 'Added',
  counted_one: '{{count}} no pickup',
  counted_other: '{{count, number}} no pickups',
  searchHow: 'Customer, reason, Ref ID',
  empty: 'None yet',
  emptyHow: 'Add one when a customer calls to skip a week.',
  created: 'No pickup added',
  saved: 'No pickup saved',
  edit: 'No pickup: {{name}}',
  toCustomer: 'View customer',
  delete: 'Withdraw',
  deleteQuestion: 'Withdraw {{name}}’s no pickup?',
  deleteWhy: 'The customer is collected this week after all, unless the run was already marked active without them.',
  deleted: 'No pickup withdrawn',
  cancel: 'Cancel',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    noPickups: typeof noPickupsWords
  }
}
