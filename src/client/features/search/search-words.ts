export const searchWords = {
  open: 'Search everywhere',
  keys: 'Ctrl K',
  keysMac: '⌘ K',
  box: 'Customer, request, driver, suburb, run or invoice',
  boxHow: 'Name, number, address or phone',
  results: 'Results',
  recent: 'Recent searches',
  forget: 'Clear',
  customer: 'Customers',
  request: 'Customer requests',
  driver: 'Drivers',
  suburb: 'Suburbs',
  run: 'Weekly Runs',
  invoice: 'Invoices',
  seeAll: 'See all results in {{kind}}',
  searching: 'Searching…',
  nothing: 'No matches for “{{keyword}}”',
  found_one: '{{count}} result',
  found_other: '{{count}} results',
  foundFirst_one: 'First {{count}}',
  foundFirst_other: 'First {{count}}; type more to narrow it down',
  notNow: 'No connection to the server. Trying again shortly.',
  failed: 'The server isn’t answering. Please try again.',
  howKeys: '↑ ↓ to choose, Enter to open, Esc to close',
  close: 'Close',
  statusdraft: 'draft',
  statusactive: 'active',
  statuscompleted: 'completed',
  statusarchived: 'archived',
} as const

declare module '#client/ui/core/i18n.ts' {
  interface Words {
    search: typeof searchWords
  }
}
