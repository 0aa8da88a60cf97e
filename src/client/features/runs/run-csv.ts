import type { Run } from '#contract/v1/runs.ts'
import { bagsOf } from '#domain/bags.ts'
import { type Cents, toDollars } from '#domain/money.ts'
import { stopFigure } from '#domain/run-figures.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { csvText } from '#client/shells/csv-export.ts'
import { periodName } from '#client/shells/weeks.ts'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { FIGURE_WORDS, SERVICE_TYPE_WORDS } from '#client/shells/terms.ts'
import { timeInFile } from '#client/ui/core/time-text.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { chargeOfPricedStop } from './stop-money.ts'

const CSV_WORDS = sentences({
  stopOrder: 'No',
  runNumber: 'Run number',
  customer: 'Customer',
  address: 'Address',
  suburb: 'Suburb',
  postcode: 'Postcode',
  mobilePhone: 'Phone',
  serviceType: 'Service',
  driver: 'Driver',
  figure: 'Result',
  outcome: 'Outcome',
  doneAt: 'Recorded',
  bags: 'Bags',
  amount: 'Amount',
  extraAmount: 'Extra amount',
  charge: 'Charge',
  adminNotes: 'Notes to driver',
  driverNotes: 'Driver notes',
  noPickup: 'No pickup',
  reason: 'Reason',
  shiftedTo: 'Shifted to',
  cancelledAt: 'Customer cancelled',
  photos: 'Photos',
  customerID: 'Customer ID',
  assignmentID: 'Stop ID',
})

type StopOfRun = Run['jobs'][number]
type Cell = string | number | null

const dollarsOf = (cents: Cents | null) => (cents === null ? null : toDollars(cents))

/** The fields of a stop that are useful outside of this product, with the headings of the screens. */
const FIELDS = {
  runNumber: (stop) => stop.runNumber,
  stopOrder: (stop) => stop.stopOrder,
  customer: (stop) => stop.capturedCustomerName,
  address: (stop) => stop.address,
  suburb: (stop) => stop.suburb,
  postcode: (stop) => stop.postcode,
  mobilePhone: (stop) => (stop.mobilePhone === null ? null : showPhone(stop.mobilePhone)),
  serviceType: (stop) => t(SERVICE_TYPE_WORDS[stop.serviceType]),
  driver: (stop) => stop.driver ?? stop.capturedDriverName,
  figure: (stop, _fee) => t(FIGURE_WORDS[stopFigure(stop)]),
  outcome: (stop) => (stop.outcome === null ? null : outcomeWords(stop.outcome, stop.serviceType)),
  doneAt: (stop) => (stop.doneAt === null ? null : timeInFile(stop.doneAt)),
  bags: (stop) => bagsOf(stop),
  amount: (stop) => stop.amount,
  extraAmount: (stop) => stop.extraAmount,
  charge: (stop, fee) => dollarsOf(chargeOfPricedStop(stop, fee)),
  adminNotes: (stop) => stop.adminNotes,
  driverNotes: (stop) => stop.driverNotes,
  noPickup: (stop) => (stop.noPickup === null ? null : (stop.noPickup.reason ?? '✓')),
  reason: (stop) => stop.reason,
  shiftedTo: ({ shiftedTo }) => (shiftedTo === null ? null : periodName(shiftedTo)),
  cancelledAt: (stop) => (stop.customerCancelledAt === null ? null : timeInFile(stop.customerCancelledAt)),
  photos: (stop) => stop.photos.length,
  customerID: (stop) => stop.customerID,
  assignmentID: (stop) => stop.assignmentID,
} as const satisfies Record<string, (stop: StopOfRun, fee: Run['attemptFee']) => Cell>

/**
 * One run as the text of a CSV file: a line for each stop, also shifted and removed ones, in the order of the rounds.
 */
export function runCsv({ jobs: stops, attemptFee }: Pick<Run, 'jobs' | 'attemptFee'>): string {
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[]
  const ordered = [...stops].sort((a, b) => a.runNumber - b.runNumber || a.stopOrder - b.stopOrder)
  return csvText(
    names.map((name) => t(CSV_WORDS[name])),
    ordered.map((stop) => names.map((name) => FIELDS[name](stop, attemptFee))),
  )
}
