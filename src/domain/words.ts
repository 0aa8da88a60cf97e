/** The enumerations of the product, spelled as on the wire (api.md, "Words on the wire"). */

export const ROLES = ['ADMIN', 'DRIVER', 'CUSTOMER'] as const
export type Role = (typeof ROLES)[number]

export const ACCOUNT_TYPES = ['PERSONAL', 'BUSINESS'] as const

export const EMPLOYMENT_TYPES = ['EMPLOYEE', 'PERMANENT', 'CASUAL', 'CONTRACTOR'] as const

export const INVOICE_TYPES = ['1A', '1B', '1C', '2A', '3A'] as const

export const CUSTOMER_STATUSES = ['PENDING', 'ACTIVE', 'BLOCKED', 'CANCELED'] as const
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number]

export const SERVICE_TYPES = ['GARDEN_BAG', 'RUBBISH_REMOVAL', 'ALL'] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

/** 'ALL' is a filter and means "fits both", never a customer's own value (domain.md 3). */
export const CUSTOMER_SERVICE_TYPES = ['GARDEN_BAG', 'RUBBISH_REMOVAL'] as const
export type CustomerServiceType = (typeof CUSTOMER_SERVICE_TYPES)[number]

export const COLLECTION_SCHEMES = [
  'MONTHLY',
  'SECOND_MONTHLY',
  'QUARTERLY',
  'FORTNIGHTLY',
  'FLEXIBLE',
  'ONE_OFF',
] as const
export type CollectionScheme = (typeof COLLECTION_SCHEMES)[number]

export const PAYMENT_SCHEMES = ['POSTPAID', 'PREPAID'] as const

export const ORIGINS = ['NEW', 'MIGRATED'] as const

export const STATES_OF_AUSTRALIA = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'ACT', 'NT'] as const
export type StateOfAustralia = (typeof STATES_OF_AUSTRALIA)[number]

export const RUN_STATUSES = ['draft', 'active', 'completed', 'archived'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export const JOB_STATES = ['planned', 'done', 'completed', 'shifted', 'cancelled'] as const
export type StopState = (typeof JOB_STATES)[number]

/** The driver's report of a stop (domain.md 4, Outcomes). */
export const OUTCOMES = [
  'COLLECTED',
  'EMPTY',
  'NOT_OUT',
  'NO_ACCESS',
  'OVERWEIGHT',
  'CONTAMINATED',
  'UNSAFE',
  'CUSTOMER_CANCELLED',
  'OTHER',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** The outcomes of a `not-collected` event: all but Done and Bag MT. */
export const NOT_COLLECTED_OUTCOMES = [
  'NOT_OUT',
  'NO_ACCESS',
  'OVERWEIGHT',
  'CONTAMINATED',
  'UNSAFE',
  'CUSTOMER_CANCELLED',
  'OTHER',
] as const
export type NotCollectedOutcome = (typeof NOT_COLLECTED_OUTCOMES)[number]

export const INCOME_STATUSES = ['pending', 'payable', 'paid'] as const

/** Lines of a driver's pay that the office enters by hand (domain.md 11, M20). */
export const PAY_LINE_KINDS = ['tip', 'bonus', 'deduction'] as const

/** `correction`: the difference that a corrected stop makes after its income was paid. */
export const INCOME_KINDS = ['stop', 'correction', ...PAY_LINE_KINDS] as const
export type IncomeKind = (typeof INCOME_KINDS)[number]

export const EVENT_TYPES = ['done', 'bag-mt', 'not-collected', 'photo', 'note', 'undo'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The server's result for one event (api.md, "Recording"). */
export const EVENT_RESULTS = ['applied', 'duplicate', 'review', 'rejected'] as const
