export const incomesWords = {
  incomes: 'Incomes',
  thisWeek: 'This week',
  weekName: 'Week {{week}}, {{month}}{{year}}',
  weekRun: '{{name}}, run {{sequence}}',
  unpaid: 'Unpaid',
  paid: 'Paid',
  pending: 'Pending',
  payable: 'Payable',
  paidOn: 'Paid {{day}}',
  other: 'Other pay',
  correction: 'Correction',
  tip: 'Tip',
  bonus: 'Bonus',
  deduction: 'Deduction',
  pendingWhy: 'Pending: the office hasn’t closed the run yet.',
  EMPTY: 'Bag MT',
  NOT_OUT: 'Not out',
  NO_ACCESS: 'No access',
  OVERWEIGHT: 'Overweight',
  CONTAMINATED: 'Contaminated',
  UNSAFE: 'Unsafe',
  OTHER: 'Could not collect',
  CUSTOMER_CANCELLED: 'Customer cancelled',
  bags_one: '{{count}} bag',
  bags_other: '{{count}} bags',
  stops_one: '{{count}} stop',
  stops_other: '{{count}} stops',
  noIncomes: 'No incomes yet',
  noIncomesWhy: 'Each stop you mark shows here once the phone has reached the office.',
  notHere: 'No incomes on this phone yet',
  notHereWhy: 'They’ll load when you have signal.',
  toStops: 'To the stops',
  show: 'Show',
  all: 'All',
  nothingHere: 'Nothing here.',
  lastLooked: 'As of {{time}}. Unsent work isn’t included.',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    incomes: typeof incomesWords
  }
}
