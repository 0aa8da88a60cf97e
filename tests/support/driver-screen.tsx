import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { newID } from '#domain/identifiers.ts'
import { type Device, openDevice } from '#client/offline/store/device.ts'
import type { OfflinePorts, StoredIncome, StoredRun, StoredStop } from '#client/offline/store/schema.ts'

// liveQuery runs no queries where the browser has no IndexedDB.
Dexie.dependencies.indexedDB = new IDBFactory()

export const DRIVER = '01890000-0000-7000-8000-00000000d001'
export const RUN = '01890000-0000-7000-8000-00000000a001'
export const TIME_ZONE = 'Australia/Sydney'
const WEDNESDAY = '2026-11-18T02:00:00.000Z'

/** A driver's phone in memory, on a Wednesday of the run's week. */
export async function makeDevice(ports: Partial<OfflinePorts> = {}): Promise<Device> {
  let at = Date.parse(WEDNESDAY)
  return openDevice(
    {
      fetch: () => Promise.reject(new TypeError('no signal')),
      // Each record is one second after the previous one.
      now: () => new Date((at += 1000)),
      random: () => 0.5,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      locks: null,
      timers: { set: (ms, run) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
      xsrf: () => Promise.resolve(null),
      digest: (bytes) => Promise.resolve(String(bytes.byteLength).padStart(64, '0')),
      appBuild: 'test',
      indexedDB: new IDBFactory(),
      IDBKeyRange,
      ...ports,
    },
    { userID: DRIVER },
  )
}

export function makeRun(changes: Partial<StoredRun> = {}): StoredRun {
  return {
    runOrderID: RUN,
    readableID: '2026-11-W3-1',
    refId: 'R00042',
    description: null,
    status: 'active',
    yearNumber: 2026,
    monthNumber: 11,
    weekNumber: 3,
    sequenceNumber: 1,
    fromDate: '2026-11-16',
    toDate: '2026-11-22',
    totalBags: 0,
    stops: 0,
    done: 0,
    createdAt: '2026-11-12T00:00:00Z',
    activatedAt: '2026-11-15T00:00:00Z',
    doneAt: null,
    completedAt: null,
    version: 1,
    ...changes,
  }
}

export function makeStop(place: number, changes: Partial<StoredStop> = {}): StoredStop {
  return {
    assignmentID: newID(),
    runOrderID: RUN,
    customerID: newID(),
    customer: 'Anna Bright',
    capturedCustomerName: 'Anna Bright',
    address: `${place} Old Castle Rd`,
    suburb: 'Castle Hill',
    postcode: '2154',
    mobilePhone: '+61412345678',
    serviceType: 'GARDEN_BAG',
    amount: 25,
    pu: 0,
    extraAmount: 0,
    driverID: DRIVER,
    driver: 'Dave',
    capturedDriverName: 'Dave',
    runNumber: 1,
    stopOrder: place * 10,
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
    place,
    epoch: 'first',
    absent: false,
    ...changes,
  }
}

export function makeIncome(changes: Partial<StoredIncome> = {}): StoredIncome {
  return {
    incomeID: newID(),
    readableId: 'P-1',
    kind: 'stop',
    driverID: DRIVER,
    customerID: newID(),
    customer: 'Anna Bright',
    runOrderID: RUN,
    runOrder: '2026-11-W3-1',
    assignmentID: newID(),
    outcome: 'COLLECTED',
    status: 'pending',
    pu: 2,
    amount: 8,
    formula: '2 bags × $4.00',
    earnedAt: '2026-11-18T00:00:00Z',
    createdAt: '2026-11-18T00:00:00Z',
    payment:
      changes.status === 'paid'
        ? { transactionID: '01890000-0000-7000-8000-00000000b001', datePaid: '2026-11-16', amount: 10.1 }
        : null,
    ...changes,
  }
}

/** Stores on the phone what a pull would have fetched. */
export async function bring(
  device: Device,
  what: { runs?: StoredRun[]; stops?: StoredStop[]; incomes?: StoredIncome[] },
): Promise<void> {
  await device.db.runs.bulkPut(what.runs ?? [makeRun()])
  await device.db.jobs.bulkPut(what.stops ?? [])
  await device.db.incomes.bulkPut(what.incomes ?? [])
  await device.db.meta.put({ key: 'lastPullAt', value: WEDNESDAY })
}

export const paths = {
  pickups: () => '/pickups',
  pickup: (assignmentID: string) => `/pickups/${assignmentID}`,
  map: () => '/pickups/map',
  order: () => '/pickups/order',
  unsent: () => '/pickups/unsent',
  ready: () => '/pickups/ready',
  incomes: () => '/incomes',
}

function Where() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

/** Renders a screen at an address, with a user-event session. */
export function show(screen: ReactNode, at = '/pickups') {
  const user = userEvent.setup()
  const shown = render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={[at]}>
        {screen}
        <Where />
      </MemoryRouter>
    </MantineProvider>,
  )
  return { user, ...shown }
}
