import { eq, sql } from 'drizzle-orm'
import type { Run } from '#contract/v1/runs.ts'
import { newID } from '#domain/identifiers.ts'
import { drivers } from '#server/db/tables/drivers.ts'
import { jobDrivers, jobs, runs } from '#server/db/tables/runs.ts'
import { sessions, users } from '#server/db/tables/users.ts'
import { startSession } from '#server/http/sessions.ts'
import { THIS_WEEK } from '../make/makers.ts'
import type { Office } from '../office.ts'
import type { Person } from '../person.ts'

/** One office and its customers for many stories; each story has a driver and an active run of its own. */
export interface Town {
  readonly office: Office
  /** Who gets a stop when the office re-assigns it. */
  readonly otherDriverID: string
  newRound(): Promise<Round>
  /** Signs the driver in again, without the cost of a password. */
  signIn(driverID: string): Promise<string>
  /** The server ends every session of his. */
  endSessions(driverID: string): Promise<void>
}

export interface Round {
  readonly driver: Person
  readonly runOrderID: string
  readonly stops: readonly { assignmentID: string; customerID: string }[]
}

const STOPS = 5
const START = '2026-11-09T21:00:00Z'

export async function openTown(office: Office): Promise<Town> {
  await office.make.calendarYear()
  await office.make.calendarYear(2027)
  const [{ suburbID }, { productID }] = [await office.make.suburb(), await office.make.product()]
  const customers: { customerID: string }[] = []
  for (let n = 0; n < STOPS; n++) customers.push(await office.make.customer({ suburbID, productID }))
  const otherDriverID = (await office.make.driver()).driverID
  const { db } = office.deps.database
  let made = 0

  const signIn = async (userID: string) => (await startSession(db, { userID, role: 'DRIVER' }, office.clock.now())).token
  return {
    office,
    otherDriverID,
    signIn,
    endSessions: async (driverID) => void (await db.delete(sessions).where(eq(sessions.userID, driverID))),
    newRound: async () => {
      office.clock.set(START)
      const n = ++made
      const now = office.clock.now()
      const userID = newID()
      const [runOrderID, lastName] = [newID(), `Driver ${n}`]
      await db.insert(users).values({ userID, role: 'DRIVER', firstName: 'Dan', lastName, fullName: `Dan ${lastName}`, email: `sim-${n}@bagrun.example`, createdAt: now })
      await db.insert(drivers).values({
        driverID: userID, mobilePhone: '+61412345678', employmentType: 'CONTRACTOR', employmentStartDate: '2025-01-01',
        payRate: 400, payPercentage: 5000, weekNumbers: [1, 2, 3, 4, 5], createdAt: now,
      })
      await db.insert(runs).values({
        ...THIS_WEEK, runOrderID, refNumber: 10_000 + n, status: 'active', sequenceNumber: 100 + n, fromDate: '2026-11-09', toDate: '2026-11-15', createdAt: now, activatedAt: now,
      })
      const stops = customers.map((customer, at) => ({
        assignmentID: newID(), runOrderID, customerID: customer.customerID, capturedCustomerName: `Customer ${at}`, address: `${at} Banksia Street`, suburb: 'Wattle Grove',
        postcode: '2173', serviceType: 'GARDEN_BAG' as const, amount: 2500, runNumber: 1, stopOrder: at + 1, driverID: userID, capturedDriverName: `Dan ${lastName}`,
        state: 'planned' as const, createdAt: now,
      }))
      await db.insert(jobs).values(stops)
      await db.insert(jobDrivers).values(stops.map(({ assignmentID }) => ({ assignmentID, driverID: userID, since: now })))
      const token = await signIn(userID)
      return { driver: { userID, token, email: '', password: '' } as Person, runOrderID, stops }
    },
  }
}

/** The run as the office sees it, its events included. */
export async function officeView(town: Town, runOrderID: string): Promise<Run> {
  return (await town.office.admin.get<Run>(`/v1/runs/${runOrderID}`)).body
}

/** Every event of this driver as the server keeps it, whatever job it names. */
export async function eventsKept(town: Town, driverID: string) {
  const rows = await town.office.deps.database.db.execute(sql`select event_id, seq, type, assignment_id, device_id, payload, received_at, result, counts, code from events where actor_id = ${driverID} order by seq`)
  return rows.rows as {
    event_id: string
    seq: number
    type: string
    assignment_id: string
    device_id: string
    payload: Record<string, unknown>
    received_at: string | Date
    result: 'applied' | 'review'
    counts: boolean
    code: string | null
  }[]
}
