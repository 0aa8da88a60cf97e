import type { CallOf } from '#contract/endpoint.ts'
import type { createCustomer } from '#contract/v1/customers.ts'
import { newID } from '#domain/identifiers.ts'
import type { Role } from '#domain/words.ts'
import { act, generated, phoneOf, photograph, village } from '../../server/runs/world.ts'
import type { Office } from '../office.ts'
import type { Person } from '../person.ts'
import { THIS_WEEK } from './makers.ts'

/** Who calls, what is his, and what is somebody else's: each by the name its id has in a path or input. */
export interface RoleWorld {
  readonly people: Readonly<Record<Role, Person>>
  readonly anothers: Readonly<Record<string, string>>
  readonly own: Readonly<Record<Role, Readonly<Record<string, string>>>>
  /** What an operation needs beside ids to be understood: `POST /v1/...` -> input. */
  readonly samples: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Two drivers, two customers, each with a run, a stop, a photo and a no pickup of their own. */
export async function roleWorld(office: Office): Promise<RoleWorld> {
  const mine = await round(office, { ...THIS_WEEK, weekNumber: 2 })
  const theirs = await round(office, { ...THIS_WEEK, weekNumber: 3 })
  const weeks = (await office.admin.get<{ items: { calendarSettingID: string }[] }>('/v1/settings/calendars?yearNumber=2026&monthNumber=12')).body.items
  return {
    people: { ADMIN: office.admin, DRIVER: mine.driver, CUSTOMER: mine.customer },
    anothers: {
      ...theirs.ids,
      customerID: theirs.customer.userID,
      driverID: theirs.driver.userID,
      userID: theirs.driver.userID,
      calendarSettingID: weeks[0]?.calendarSettingID ?? '',
      // Only ever in the hands of an admin, who may then find nothing.
      eventID: newID(),
      key: 'business.name',
    },
    own: {
      ADMIN: {},
      DRIVER: mine.ids,
      CUSTOMER: mine.ids,
    },
    samples: {
      'POST /v1/runs/no-pickups': { ...THIS_WEEK, monthNumber: 12, weekNumber: 4 },
      'POST /v1/users/signed-url': { purpose: 'job-photo', contentType: 'image/jpeg', size: 100, sha256: '0'.repeat(64), assignmentID: mine.ids['assignmentID'] },
    },
  }
}

async function round(office: Office, week: typeof THIS_WEEK) {
  const home = await village(office)
  const customer = await office.customer({ ...home, weekNumber: week.weekNumber } satisfies Partial<CallOf<typeof createCustomer>>)
  const driver = await office.driver()
  const draft = await generated(office, { ...week, drivers: [{ runNumber: 1, driverID: driver.userID }] })
  const run = await act(office.admin, draft, 'activate')
  const phone = phoneOf(office, driver, run)
  const job = run.jobs[0]!
  const photo = await photograph(office, driver, phone, job)
  await phone.send([phone.done(job), photo])
  const { noPickupID } = await office.make.noPickup({ ...week, monthNumber: 12, customerID: customer.userID })
  const photoID = 'photoID' in photo ? photo.photoID : ''
  return { customer, driver, ids: { ...home, runOrderID: run.runOrderID, assignmentID: job.assignmentID, photoID, noPickupID, deviceID: phone.deviceID } }
}
