import { createHash } from 'node:crypto'
import type { CallOf } from '#contract/endpoint.ts'
import type { createCustomer } from '#contract/v1/customers.ts'
import type { DoneAnswer } from '#contract/v1/done.ts'
import type { Role } from '#domain/words.ts'
import { withPasskey } from '../authenticator.ts'
import { png } from './png.ts'
import { act, generated, phoneOf, photograph, village } from '../../server/runs/world.ts'
import { tokensTo } from '../mailed-links.ts'
import type { Office } from '../office.ts'
import { type Nobody, nobodyOf, type Person, signedIn } from '../person.ts'
import { next, THIS_WEEK } from './makers.ts'

/** Ids by their name in a path or an input: `customerID`. */
export type IDs = Readonly<Record<string, string>>

/** A caller of the API. */
export interface Caller {
  readonly name: string
  /** Null: no role, whatever token the caller holds. */
  readonly role: Role | null
  readonly person: Nobody
  /** The token the caller sends; absent for an anonymous caller. */
  readonly token?: string
  /** The caller's own ids, and another person's. An admin has no ids of their own: an admin may see everything. */
  readonly own: IDs
  readonly anothers: IDs
}

export interface RoleWorld {
  readonly callers: readonly Caller[]
  readonly signedIn: Readonly<Record<Role, Person>>
  /** One id of each kind of thing. */
  readonly things: IDs
}

/** Kinds that are also found under another name: every customer and every driver is also a user. */
export const ALSO_A: Readonly<Record<string, readonly string[]>> = {
  userID: ['customerID', 'driverID', 'adminID'],
  actorID: ['userID', 'customerID', 'driverID', 'adminID', 'requestID'],
  requestID: ['customerID', 'userID'],
}
/** These names accept an id of any kind. */
export const OF_ANY_KIND: ReadonlySet<string> = new Set(['subjectID'])

const AN_ADMINS_NIGHT_MS = 14 * 3_600_000

/**
 * Three sets of fixtures, each with its own driver, customer, run, stop, photo and no pickup; the third customer is
 * blocked.
 */
export async function roleWorld(office: Office): Promise<RoleWorld> {
  const strangers = await peopleWithoutSession(office)
  const mine = await round(office, 2)
  const theirs = await round(office, 3)
  const closed = await round(office, 4)
  const blocked = await office.admin.put(`/v1/users/customers/${closed.customer.userID}/block`, {
    reason: 'Never pays',
  })
  if (blocked.status !== 200) throw new Error(`The customer is not blocked: ${JSON.stringify(blocked.body)}`)
  const things = { ...theirs.ids, ...(await officesThings(office)) }
  const others = { ...mine.ids, ...(await officesThings(office)) }
  const caller = (name: string, role: Role, person: Person, own: IDs, anothers: IDs): Caller => ({
    name,
    role,
    person,
    token: person.token,
    own,
    anothers,
  })
  return {
    signedIn: { ADMIN: office.admin, DRIVER: mine.driver, CUSTOMER: mine.customer },
    things,
    callers: [
      ...strangers.map((stranger) => ({ ...stranger, role: null, own: {}, anothers: things })),
      caller('an admin', 'ADMIN', office.admin, {}, things),
      caller('a driver', 'DRIVER', mine.driver, mine.ids, things),
      caller('another driver', 'DRIVER', theirs.driver, theirs.ids, others),
      caller('a customer', 'CUSTOMER', mine.customer, mine.ids, things),
      caller('another customer', 'CUSTOMER', theirs.customer, theirs.ids, others),
      caller('a blocked customer', 'CUSTOMER', closed.customer, closed.ids, things),
    ],
  }
}

/**
 * Callers without a session: anonymous, and with tokens that are not valid; each such token is derived from an admin's.
 */
async function peopleWithoutSession(office: Office): Promise<Pick<Caller, 'name' | 'person' | 'token'>[]> {
  const now = office.clock.now()
  office.clock.set(new Date(now.getTime() - AN_ADMINS_NIGHT_MS).toISOString())
  const expired = await signedIn(office.fetch, office.admin)
  office.clock.set(now.toISOString())
  const revoked = await signedIn(office.fetch, office.admin)
  await revoked.post('/v1/users/signout')
  const holding = (name: string, token: string) => ({ name, token, person: nobodyOf(office.fetch, token) })
  return [
    { name: 'nobody', person: office.nobody },
    holding('a malformed token', `${office.admin.token}'--`),
    holding('half a token', office.admin.token.slice(0, 30)),
    holding('a user’s id as token', office.admin.userID),
    holding('an expired session', expired.token),
    holding('a revoked session', revoked.token),
  ]
}

async function round(office: Office, weekNumber: number) {
  const week = { ...THIS_WEEK, weekNumber }
  const home = await village(office)
  const customer = await office.customer({ ...home, weekNumber } satisfies Partial<CallOf<typeof createCustomer>>)
  const driver = await office.driver()
  const draft = await generated(office, { ...week, drivers: [{ runNumber: 1, driverID: driver.userID }] })
  const run = await act(office.admin, draft, 'activate')
  const phone = phoneOf(office, driver, run)
  const job = run.jobs[0]!
  const photo = await photograph(office, driver, phone, job)
  const done = phone.done(job)
  const { results } = await phone.send([done, photo])
  if (results.some(({ result }) => result !== 'applied'))
    throw new Error(`The round's records were not taken: ${JSON.stringify(results satisfies DoneAnswer['results'])}`)
  const { noPickupID } = await office.make.noPickup({ ...week, monthNumber: 12, customerID: customer.userID })
  const flexible = await office.make.customer({ ...home, collectionScheme: 'FLEXIBLE' })
  const { body: asked } = await office.admin.post<{ pickupRequestID: string }>('/v1/runs/pickup-requests', {
    ...week,
    monthNumber: 12,
    customerID: flexible.customerID,
  })
  const { incomeID } = (await driver.get<{ items: { incomeID: string }[] }>('/v1/pays')).body.items[0]!
  const photoID = 'photoID' in photo ? photo.photoID : ''
  const spare = await signedIn(office.fetch, driver)
  const { items } = (await spare.get<{ items: { sessionID: string; current: boolean }[] }>('/v1/users/sessions')).body
  const sessionID = items.find(({ current }) => current)!.sessionID
  const people = { customerID: customer.userID, driverID: driver.userID, userID: driver.userID }
  const ids: IDs = {
    ...home,
    ...people,
    runOrderID: run.runOrderID,
    assignmentID: job.assignmentID,
    photoID,
    noPickupID,
    pickupRequestID: asked.pickupRequestID,
    incomeID,
    eventID: done.eventID,
    deviceID: phone.deviceID,
    sessionID,
  }
  return { customer, driver, ids }
}

/** Things that belong to the office only. */
async function officesThings(office: Office): Promise<IDs> {
  const weeks = await office.admin.get<{ items: { calendarSettingID: string }[] }>(
    '/v1/settings/calendars?yearNumber=2026&monthNumber=12',
  )
  const colleague = await office.admin.post<{ adminID: string }>('/v1/users/admins', {
    firstName: 'Ada',
    lastName: 'Abel',
    email: `admin-${next()}@bagrun.example`,
  })
  const request = await office.make.customer({ status: 'PENDING', due: undefined })
  await office.admin.put(`/v1/users/customers/requests/${request.customerID}/send-quotation`, {})
  const mails = await office.admin.get<{ items: { mailID: string }[] }>(
    `/v1/mails?keyword=${encodeURIComponent(request.email ?? '')}`,
  )
  const importID = crypto.randomUUID()
  await office.admin.post(
    `/v1/users/suburbs/import?dryRun=true&importID=${importID}`,
    'label,postCode,state\nCowan,2081,NSW\n',
    { 'content-type': 'text/csv' },
  )
  await office.admin.put('/v1/settings/logo', png(), { 'content-type': 'application/octet-stream' })
  // Of a separate driver: the callers sign in again by password alone.
  const { passkeyID } = await withPasskey(await office.driver())
  return {
    passkeyID,
    requestID: request.customerID,
    token: (await tokensTo(office, request.email ?? '')).at(-1) ?? '',
    mailID: mails.body.items[0]?.mailID ?? '',
    importID,
    hash: createHash('sha256').update(png()).digest('hex'),
    calendarSettingID: weeks.body.items[0]?.calendarSettingID ?? '',
    key: 'business.name',
    adminID: colleague.body.adminID,
    actorID: office.admin.userID,
    subjectID: office.admin.userID,
  }
}
