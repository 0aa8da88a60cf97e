import { setTimeout as wait } from 'node:timers/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import { createDepot } from '#contract/v1/depots.ts'
import { createProduct } from '#contract/v1/packages.ts'
import { activateRun, completeRun, generateRun } from '#contract/v1/runs-office.ts'
import { signIn } from '#contract/v1/session.ts'
import { createCalendarYear, listCalendar } from '#contract/v1/settings.ts'
import { createSuburb } from '#contract/v1/suburbs.ts'
import { listTasks } from '#contract/v1/tasks.ts'
import type { Ask } from '#server/demo/door.ts'
import { newID } from '#domain/identifiers.ts'
import { ADMIN, adminToken, askAt } from '../../fixtures/business-on-disk.ts'
import { fixtures } from '../../fixtures/make.ts'
import { XSRF } from '../fleet/devices.ts'
import { request } from '../server/timed.ts'

const YEAR = 2027
const DEPOTS = 2
const TRUCKS_OF_DEPOT = 50
/** Every customer is collected once in four weeks. */
const WEEKS_OF_CYCLE = 4
const PASSWORD = 'a long driver password'

/** A hundred trucks of two depots, each with so many stops a week. */
export interface Trucks {
  readonly weeks: readonly Week[]
  readonly customers: number
  /** Generates, drives and completes the week's runs, and pays what they invoiced. @returns the stops driven */
  drive(week: Week): Promise<number>
}
export type Week = { yearNumber: number; monthNumber: number; weekNumber: number; from: string }

interface Depot {
  readonly depotID: string
  readonly drivers: readonly { runNumber: number; driverID: string; email: string }[]
}

/** Makes the firm through its own API. @param stops of a truck in a week */
export async function makeTrucks(origin: string, stops: number): Promise<Trucks> {
  const ask = askAt(origin)
  const token = await adminToken(ask)
  const admin = <E extends Endpoint>(endpoint: E, input: Parameters<typeof ask<E>>[1]) => ask(endpoint, input, token)
  await admin(createCalendarYear, { yearNumber: YEAR, mode: 'MONTHS' })
  const { items: weeks } = await admin(listCalendar, { yearNumber: YEAR, sort: 'from', perPage: 100 })
  const { name: packageName } = await admin(createProduct, {
    name: 'Garden bag',
    serviceType: 'GARDEN_BAG',
    isPublic: true,
    features: [],
    paymentScheme: 'POSTPAID',
    collectionScheme: 'MONTHLY',
    price: 25,
  })
  const make = fixtures((endpoint, input) => ask(endpoint, input, token), null)
  const depots: Depot[] = []
  const lines = [COLUMNS.join(',')]
  for (let at = 0; at < DEPOTS; at += 1) {
    const { depotID } = await admin(createDepot, { name: `Depot ${at + 1}` })
    const drivers = []
    for (let runNumber = 1; runNumber <= TRUCKS_OF_DEPOT; runNumber += 1) {
      const email = `driver-${at}-${runNumber}@bench.example`
      const { driverID } = await make.driver({ email, password: PASSWORD, depotID })
      drivers.push({ runNumber, driverID, email })
    }
    depots.push({ depotID, drivers })
    for (let weekNumber = 1; weekNumber <= WEEKS_OF_CYCLE; weekNumber += 1) {
      const label = `Depot ${at + 1} Week ${weekNumber}`
      await admin(createSuburb, { label, postCode: '2173', state: 'NSW', weekNumber, depotID })
      for (const { runNumber } of drivers)
        for (let stop = 0; stop < stops; stop += 1) lines.push(aCustomer(lines.length, label, packageName, runNumber))
    }
  }
  await request(
    `${origin}/v1/users/customers/import`,
    { method: 'POST', headers: { ...headersOf(token), 'content-type': 'text/csv' }, body: lines.join('\n') },
    200,
  )
  // Nobody is collected in the fifth week that some months have.
  const driven = weeks.filter(({ weekNumber }) => weekNumber <= WEEKS_OF_CYCLE)
  return { weeks: driven, customers: lines.length - 1, drive: (week) => drive(origin, ask, depots, week) }
}

const COLUMNS = ['firstName', 'lastName', 'address', 'suburbLabel', 'packageName', 'startDate', 'accountType', 'invoiceType', 'runNumber'] // prettier-ignore
const aCustomer = (at: number, suburb: string, servicePackage: string, runNumber: number) =>
  ['Anna', `Abbott ${at}`, `${at} Banksia Street`, suburb, servicePackage, '2026-12-01', 'PERSONAL', '1C', runNumber].join(',') // prettier-ignore

const headersOf = (token: string) => ({ ...XSRF, authorization: `Bearer ${token}` })

async function drive(origin: string, ask: Ask, depots: readonly Depot[], week: Week): Promise<number> {
  // The office signs in each morning, and a phone keeps its session for at most ninety days.
  const { token } = await ask(signIn, ADMIN)
  const { yearNumber, monthNumber, weekNumber } = week
  let driven = 0
  for (const { depotID, drivers } of depots) {
    const named = drivers.map(({ runNumber, driverID }) => ({ runNumber, driverID }))
    const asked = { yearNumber, monthNumber, weekNumber, depotID, drivers: named }
    const draft = await ask(generateRun, asked, token)
    const { runOrderID, jobs } = await ask(activateRun, { runOrderID: draft.runOrderID }, token)
    const phones = drivers.map(async ({ driverID, email }) => {
      const signedIn = await ask(signIn, { email, password: PASSWORD })
      const own = jobs.filter((stop) => stop.driverID === driverID)
      await sendDay(origin, signedIn.token, runOrderID, own, week)
      return own.length
    })
    for (const many of await Promise.all(phones)) driven += many
    await ask(completeRun, { runOrderID }, token)
    const paid = { action: 'pay', filters: { runOrderID, status: 'waiting_payment' }, payment: { paymentType: 'EFT' } }
    const init = { method: 'POST', headers: { ...headersOf(token), 'content-type': 'application/json' } }
    await request(`${origin}/v1/invoices/bulk`, { ...init, body: JSON.stringify(paid) }, 201)
  }
  await untilPaid(ask, token)
  return driven
}

/** A week of the clock lasts seconds here, so that the next one would otherwise begin before its bulk acts are over. */
async function untilPaid(ask: Ask, token: string): Promise<void> {
  while ((await ask(listTasks, { state: 'running' }, token)).total > 0) await wait(250)
}

/** Every tenth customer's bag is not out; the others have one or two. */
async function sendDay(
  origin: string,
  token: string,
  runOrderID: string,
  stops: readonly { assignmentID: string }[],
  { from }: Week,
): Promise<void> {
  const morning = new Date(`${from}T00:00:00Z`).getTime()
  const events = stops.map(({ assignmentID }, at) => ({
    eventID: newID(),
    v: 1,
    assignmentID,
    seq: at + 1,
    occurredAt: new Date(morning + at * 60_000).toISOString(),
    ...(at % 10 === 9 ? { type: 'not-collected', outcome: 'NOT_OUT' } : { type: 'done', pu: 1 + (at % 2) }),
  }))
  const body = JSON.stringify({
    sentAt: new Date(morning + stops.length * 60_000).toISOString(),
    deviceID: newID(),
    events,
  })
  const answer = await request(
    `${origin}/v1/runs/${runOrderID}/done`,
    { method: 'PUT', headers: { ...headersOf(token), 'content-type': 'application/json' }, body },
    200,
  )
  const kept = (await answer.text()).split('"result":"applied"').length - 1
  if (kept !== stops.length) throw new Error(`Of ${stops.length} records ${kept} were applied.`)
}
