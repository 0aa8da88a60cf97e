/** Words of the drivers' incomes, for the office. */
export const paysWords = {
  title: 'Incomes',
  searchHow: 'Customer, run',
  driver: 'Driver',
  run: 'Run',
  customer: 'Customer',
  outcome: 'Outcome',
  bags: 'Bags',
  formula: 'Calculation',
  amount: 'Amount',
  status: 'Status',
  anyStatus: 'Any',
  pending: 'Pending',
  payable: 'To pay',
  paid: 'Paid',
  createdAt: 'Recorded',
  readableId: 'Number',
  total_one: '{{count}} stop',
  total_other: '{{count, number}} stops',
  sum: '{{stops}} · {{amount}}',
  empty: 'No incomes yet',
  emptyHow: 'A driver earns an income with each stop they mark done or attempted.',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    pays: typeof paysWords
  }
}
