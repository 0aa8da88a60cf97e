import type { Progress, RunStop } from '#client/features/runs/page/run-types.ts'
import type { Run } from '#contract/v1/runs.ts'

const idOf = (kind: string, n: number) => `0190a000-0000-7000-8${kind}-${String(n).padStart(12, '0')}`

export const runOrderID = idOf('100', 1)
export const TOM = idOf('200', 1)
export const PRIYA = idOf('200', 2)
export const stopID = (n: number) => idOf('300', n)

/** A stop of round 1, which Tom drives; its number is in its names. */
export function madeStop(n: number, over: Partial<RunStop> = {}): RunStop {
  return {
    assignmentID: stopID(n),
    runOrderID,
    customerID: idOf('400', n),
    customer: `Customer ${n}`,
    capturedCustomerName: `Customer ${n}`,
    address: `${n} Wattle Street`,
    suburb: 'Castle Hill',
    postcode: '2154',
    mobilePhone: null,
    serviceType: 'GARDEN_BAG',
    amount: 25,
    pu: 0,
    extraAmount: 0,
    driverID: TOM,
    driver: 'Tom Reyes',
    capturedDriverName: 'Tom Reyes',
    runNumber: 1,
    stopOrder: n,
    adminNotes: null,
    driverNotes: null,
    state: 'planned',
    outcome: null,
    outcomeEventID: null,
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
    ...over,
  }
}

/** A draft of three stops in round 1 and two in round 2, which Priya drives. */
export function madeRun(over: Partial<Run> = {}): Run {
  const second = { runNumber: 2, driverID: PRIYA, driver: 'Priya Nair' }
  return {
    runOrderID,
    readableID: '2026-11-W2-1',
    refId: 'R00042',
    description: null,
    status: 'draft',
    yearNumber: 2026,
    monthNumber: 11,
    weekNumber: 2,
    sequenceNumber: 1,
    fromDate: '2026-11-09',
    toDate: '2026-11-15',
    trrNotes: null,
    totalBags: 0,
    stops: 5,
    done: 0,
    createdAt: '2026-11-01T00:00:00Z',
    activatedAt: null,
    doneAt: null,
    completedAt: null,
    attemptFee: null,
    version: 7,
    jobs: [
      madeStop(1),
      madeStop(2),
      madeStop(3),
      madeStop(4, { ...second, stopOrder: 1 }),
      madeStop(5, { ...second, stopOrder: 2 }),
    ],
    invoices: [],
    ...over,
  }
}

/** The answer to a progress request: no change by default. */
export function madeProgress(run: Run, over: Partial<Progress> = {}): Progress {
  const { jobs: _, invoices: __, warnings: ___, attemptFee = null, ...row } = run
  return {
    cursor: 'c1',
    whole: false,
    run: row,
    drivers: [],
    jobs: [],
    assignmentIDs: null,
    exceptions: 0,
    attemptFee,
    ...over,
  }
}
