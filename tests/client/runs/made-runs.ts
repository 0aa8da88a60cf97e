import type { CalendarSetting } from '#contract/v1/settings.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { previewRun } from '#contract/v1/runs-plan.ts'
import type { listRuns, Run } from '#contract/v1/runs.ts'
import { makeYear } from '#domain/calendar.ts'

export type Preview = OutputOf<typeof previewRun>
type RunRow = OutputOf<typeof listRuns>['items'][number]
type StopOfRun = Run['jobs'][number]

export const idOf = (kind: string, number: number) =>
  `01890000-0000-7000-8000-0000000${kind}${String(number).padStart(4, '0')}`
export const RUN_ID = idOf('a', 1)
export const DAN = idOf('d', 1)
export const PRIYA = idOf('d', 2)

/** A whole year of the calendar, as the server lists it. */
export const calendarOf = (year: number): CalendarSetting[] =>
  makeYear(year, 'MONTHS').map((week, at) => ({ calendarSettingID: idOf('e', at), ...week, version: 1 }))

export const makeRunRow = (changes: Partial<RunRow> = {}): RunRow => ({
  runOrderID: RUN_ID,
  readableID: '2026-11-W3-1',
  refId: 'R00042',
  description: 'Hills round',
  status: 'active',
  yearNumber: 2026,
  monthNumber: 11,
  weekNumber: 3,
  sequenceNumber: 1,
  fromDate: '2026-11-16',
  toDate: '2026-11-22',
  trrNotes: null,
  totalBags: 21,
  stops: 42,
  done: 17,
  createdAt: '2026-11-12T00:00:00Z',
  activatedAt: '2026-11-15T08:00:00Z',
  doneAt: null,
  completedAt: null,
  version: 3,
  ...changes,
})

export const makeStop = (number: number, changes: Partial<StopOfRun> = {}): StopOfRun => ({
  assignmentID: idOf('b', number),
  runOrderID: RUN_ID,
  customerID: idOf('c', number),
  customer: `Customer ${number}`,
  capturedCustomerName: `Customer ${number}`,
  address: `${number} Hill Street`,
  suburb: 'Wahroonga',
  postcode: '2076',
  mobilePhone: '+61412345678',
  serviceType: 'GARDEN_BAG',
  amount: 25,
  pu: 0,
  extraAmount: 0,
  driverID: DAN,
  driver: 'Dan Green',
  capturedDriverName: null,
  runNumber: 1,
  stopOrder: number,
  adminNotes: null,
  driverNotes: null,
  state: 'planned',
  outcome: null,
  emptyPickup: false,
  reason: null,
  doneAt: null,
  photos: [],
  accessPhotos: [],
  noPickup: null,
  shiftedTo: null,
  customerCancelledAt: null,
  version: 1,
  events: [],
  ...changes,
})

export const makeRun = (stops: Run['jobs'], changes: Partial<Run> = {}): Run => ({
  ...makeRunRow(),
  jobs: stops,
  invoices: [],
  ...changes,
})

type Planned = Preview['stops'][number]
export const makePlanned = (number: number, changes: Partial<Planned> = {}): Planned => ({
  customerID: idOf('c', number),
  refId: String(10000 + number),
  customer: `Customer ${number}`,
  address: `${number} Hill Street`,
  suburb: 'Wahroonga',
  runNumber: 1,
  stopOrder: number,
  serviceType: 'GARDEN_BAG',
  amount: 25,
  driverID: DAN,
  driver: 'Dan Green',
  because: 'in_turn',
  noPickup: null,
  ...changes,
})

export const makePreview = (changes: Partial<Preview> = {}): Preview => ({
  yearNumber: 2026,
  monthNumber: 11,
  weekNumber: 4,
  fromDate: '2026-11-23',
  toDate: '2026-11-29',
  cannot: null,
  stops: [
    makePlanned(1),
    makePlanned(2, { because: 'shifted' }),
    makePlanned(3, { runNumber: 2, driverID: null, driver: null }),
  ],
  rounds: [
    { runNumber: 1, stops: 2, driverID: DAN, driver: 'Dan Green' },
    { runNumber: 2, stops: 1, driverID: null, driver: null },
  ],
  leftOut: [],
  ...changes,
})
