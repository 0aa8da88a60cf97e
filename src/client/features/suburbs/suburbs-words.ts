export const suburbsWords = {
  title: 'Suburbs',
  new: 'New suburb',
  import: 'Import CSV',
  label: 'Suburb',
  postCode: 'Postcode',
  state: 'State',
  weekNumber: 'Week',
  weekHow: 'The week of the month it’s collected in. Leave blank if not serviced yet.',
  weekN: 'Week {{week}}',
  weekFive: 'Week 5 (about 4 times a year)',
  noWeek: 'No week yet',
  customers: 'Customers',
  createdAt: 'Added',
  counted_one: '{{count}} suburb',
  counted_other: '{{count, number}} suburbs',
  searchHow: 'Suburb or postcode',
  empty: 'No suburbs yet',
  emptyHow: 'Add the first, or import them all from a CSV file.',
  edit: 'Edit {{name}}',
  created: 'Suburb added',
  saved: 'Suburb saved',
  delete: 'Delete',
  deleteQuestion: 'Delete {{name}}?',
  deleteWhy: 'Only a suburb without customers can be deleted.',
  deleted: 'Suburb deleted',
  cancel: 'Cancel',
  followersTitle_one: '{{count}} customer is collected in this suburb’s week.',
  followersTitle_other: '{{count}} customers are collected in this suburb’s week.',
  followersWhy: 'Move them to the new week too? Otherwise they keep their current week.',
  followersMove: 'Move them too',
  followersStay: 'Keep their week',
  seeCustomers: 'View customers',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    suburbs: typeof suburbsWords
  }
}
