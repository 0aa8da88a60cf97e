/**
 * The office's menu, the spec's labels unchanged (section 2). Separate from the driver's words, so that the driver's
 * first load contains none of them.
 */
export const officeWords = {
  home: 'Home',
  customers: 'Customers',
  requests: 'Customer requests',
  drivers: 'Drivers',
  suburbs: 'Suburbs',
  services: 'Services',
  runs: 'Weekly Runs',
  settings: 'Settings',
} as const
