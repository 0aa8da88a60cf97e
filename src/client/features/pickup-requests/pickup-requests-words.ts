export const pickupRequestsWords = {
  title: 'Pickup requests',
  new: 'New pickup request',
  how: 'Flexible and one-off customers are collected only in the weeks they ask for.',
  refId: 'Ref ID',
  customer: 'Customer',
  customerHow: 'A flexible or one-off customer. At least 3 letters of the name, address or Ref ID.',
  suburb: 'Suburb',
  week: 'Week',
  weekHow: 'Added to this week’s draft or active run straight away, or when the run is generated.',
  notes: 'Notes',
  state: 'State',
  open: 'Open',
  taken: 'On a run',
  any: 'All',
  run: 'Run',
  createdAt: 'Added',
  counted_one: '{{count}} pickup request',
  counted_other: '{{count, number}} pickup requests',
  searchHow: 'Customer, suburb, notes',
  empty: 'No pickup requests yet',
  emptyHow: 'Add one when a customer calls for a pickup.',
  created: 'Pickup request added',
  delete: 'Withdraw',
  deleteOf: 'Withdraw {{name}}’s request',
  deleteQuestion: 'Withdraw {{name}}’s pickup request?',
  deleteWhy: 'The customer won’t be collected this week.',
  deleted: 'Pickup request withdrawn',
  actions: 'Actions',
  cancel: 'Cancel',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    pickupRequests: typeof pickupRequestsWords
  }
}
