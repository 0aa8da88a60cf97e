import { sentences } from '#client/ui/core/texts.ts'

export const PART_TITLES = sentences({
  business: 'Business',
  prices: 'Prices and fees',
  invoices: 'Invoices and reminders',
  collections: 'Collections',
  register: 'Registration',
  depots: 'Depots',
  calendar: 'Calendar',
  templates: 'Email templates',
  mails: 'Emails',
  users: 'Users',
  security: 'Security',
  'api-tokens': 'API tokens',
  webhooks: 'Webhooks',
  audit: 'Audit log',
  system: 'System',
  sources: 'Data sources and licences',
})
