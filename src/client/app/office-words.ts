/** The office's menu, the spec's labels to the letter (section 2). Apart from the driver's words: his first load holds none of these. */
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
