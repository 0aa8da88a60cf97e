export const noPickupsWords = {
  title: 'No pickups',
  new: 'New no pickup',
  how: 'Weeks customers want to skip. Before the cut-off there’s no charge, and the stop moves to the next collection.',
  refId: 'Ref ID',
  customer: 'Customer',
  customerHow: 'At least 3 letters of the name, address or Ref ID.',
  week: 'Week',
  weekHow: 'The week to skip.',
  reason: 'Reason',
  late: 'Late',
  lateHow: 'After the cut-off: the driver sees “Customer cancelled”. If the driver has already been there, you decide.',
  inTime: 'On time',
  by: 'Added by',
  CUSTOMER: 'Customer',
  OFFICE: 'Office',
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
  deleteWhy: 'The customer is collected this week after all. In an active run the stop goes to the end.',
  deleted: 'No pickup withdrawn',
  cancel: 'Cancel',
  own: {
    how: 'Weeks you skip. You can withdraw one until its cut-off.',
    state: 'Status',
    told: 'Driver told',
    you: 'You',
    deleteOf: 'Withdraw: {{week}}',
    deleteQuestion: 'Withdraw the no pickup in the {{week}}?',
    deleteWhy: 'We’ll collect in this week after all.',
    emptyHow: 'Weeks you skip are listed here.',
  },
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    noPickups: typeof noPickupsWords
  }
}
