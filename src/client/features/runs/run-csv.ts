import type { TFunction } from 'i18next'
import type { Run } from '#contract/v1/runs.ts'
import { type Cents, toDollars } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { csvText } from '#client/shells/csv-export.ts'
import { periodName } from '#client/shells/weeks.ts'
import { chargeOfJob } from './stop-money.ts'

type JobOfRun = Run['jobs'][number]
type Cell = string | number | null

const dollarsOf = (cents: Cents | null) => (cents === null ? null : toDollars(cents))

/** The fields of a stop that are useful outside of this product, with the headings of the screens. */
const FIELDS = {
  runNumber: (job) => job.runNumber,
  stopOrder: (job) => job.stopOrder,
  customer: (job) => job.capturedCustomerName,
  address: (job) => job.address,
  suburb: (job) => job.suburb,
  postcode: (job) => job.postcode,
  mobilePhone: (job) => (job.mobilePhone === null ? null : showPhone(job.mobilePhone)),
  serviceType: (job) => job.serviceType,
  driver: (job) => job.driver ?? job.capturedDriverName,
  state: (job) => job.state,
  outcome: (job) => job.outcome,
  doneAt: (job) => job.doneAt,
  bags: (job) => job.pu,
  amount: (job) => job.amount,
  extraAmount: (job) => job.extraAmount,
  charge: (job, fee) => dollarsOf(chargeOfJob(job, fee)),
  adminNotes: (job) => job.adminNotes,
  driverNotes: (job) => job.driverNotes,
  noPickup: (job) => (job.noPickup === null ? null : (job.noPickup.reason ?? '✓')),
  reason: (job) => job.reason,
  shiftedTo: ({ shiftedTo }) => (shiftedTo === null ? null : periodName(shiftedTo)),
  cancelledAt: (job) => job.customerCancelledAt,
  photos: (job) => job.photos.length,
  customerID: (job) => job.customerID,
  assignmentID: (job) => job.assignmentID,
} as const satisfies Record<string, (job: JobOfRun, fee: Run['attemptFee']) => Cell>

/**
 * One run as the text of a CSV file: a line for each stop, shifted and removed ones too, in the order of the rounds.
 */
export function runCsv({ jobs, attemptFee }: Pick<Run, 'jobs' | 'attemptFee'>, t: TFunction<'runs'>): string {
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
  const ordered = [...jobs].sort((a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder)
  return csvText(
    names.map((name) => t(`csv.${name}`)),
    ordered.map((job) => names.map((name) => FIELDS[name](job, attemptFee))),
  )
}
