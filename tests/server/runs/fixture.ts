import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { CallOf } from '#contract/endpoint.ts'
import type { createCustomer } from '#contract/v1/customers.ts'
import type { DoneAnswer, DoneEvent, EventVerdict } from '#contract/v1/done.ts'
import type { Run } from '#contract/v1/runs.ts'
import type { WeekRef } from '#domain/calendar.ts'
import { THIS_WEEK } from '../../fixtures/fixtures.ts'
import { jpeg } from '../../fixtures/jpeg.ts'
import type { Office } from '../../support/office.ts'
import type { Answer, Body, Person } from '../../support/person.ts'

/** An id of nothing that exists. */
export const NEVER = '00000000-0000-7000-8000-000000000000'

export type Taken = Pick<Run['jobs'][number], 'assignmentID'>

/** Its own suburb and package: customers created with them need two calls fewer. */
export async function village(office: Office): Promise<{ suburbID: string; productID: string }> {
  await office.make.calendarYear()
  const [{ suburbID }, { productID }] = [await office.make.suburb(), await office.make.product()]
  return { suburbID, productID }
}

export async function customersOf(office: Office, count: number, some: Partial<CallOf<typeof createCustomer>> = {}) {
  const home = await village(office)
  const made = []
  for (let n = 0; n < count; n++) made.push(await office.make.customer({ ...home, ...some }))
  return made
}

export async function generated(office: Office, asked: object = {}): Promise<Run> {
  const answer = await office.admin.post<Run>('/v1/runs', { ...THIS_WEEK, ...asked })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** An active run of one driver with so many stops. */
export async function activeRun(
  office: Office,
  stops: number,
  some: Partial<CallOf<typeof createCustomer>> = {},
): Promise<{ run: Run; driver: Person }> {
  await customersOf(office, stops, some)
  const driver = await office.driver()
  const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: driver.userID }] })
  return { run: await act<Run>(office.admin, draft, 'activate'), driver }
}

export async function act<T = Run>(
  person: Person,
  run: { runOrderID: string },
  action: string,
  body: object = {},
): Promise<T> {
  const answer = await person.put<T>(`/v1/runs/${run.runOrderID}/${action}`, body)
  if (answer.status !== 200) throw new Error(`${action}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

export async function runNow(office: Office, run: { runOrderID: string }): Promise<Run> {
  return (await office.admin.get<Run>(`/v1/runs/${run.runOrderID}`)).body
}

/** A phone: counts its taps, and sends the events it is given. */
export function deviceOf(
  office: Office,
  driver: Person,
  run: { runOrderID: string },
  deviceID = `phone-${randomUUID()}`,
) {
  let seq = 0
  const tap = (stop: Taken, what: Record<string, unknown>): DoneEvent =>
    ({
      eventID: randomUUID(),
      v: 1,
      assignmentID: stop.assignmentID,
      seq: ++seq,
      occurredAt: new Date(office.clock.now().getTime() + seq * 1000).toISOString(),
      ...what,
    }) as DoneEvent
  const put = (events: unknown[], beside: object = {}): Promise<Answer<DoneAnswer & Body>> =>
    driver.put(`/v1/runs/${run.runOrderID}/done`, {
      sentAt: office.clock.now().toISOString(),
      deviceID,
      events,
      ...beside,
    })
  return {
    deviceID,
    tap,
    done: (stop: Taken, pu = 1, more: object = {}) => tap(stop, { type: 'done', pu, ...more }),
    bagMt: (stop: Taken) => tap(stop, { type: 'bag-mt' }),
    not: (stop: Taken, outcome: string) => tap(stop, { type: 'not-collected', outcome }),
    note: (stop: Taken, notes: string) => tap(stop, { type: 'note', notes }),
    undo: (event: { eventID: string; assignmentID: string }) => tap(event, { type: 'undo', undoes: event.eventID }),
    put,
    send: async (events: unknown[], beside: object = {}): Promise<DoneAnswer> => {
      const answer = await put(events, beside)
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
}
export type Device = ReturnType<typeof deviceOf>

/** The verdict on each event: 'applied', or 'review job_shifted'. */
export const said = (results: readonly EventVerdict[]): string[] =>
  results.map(({ result, code }) => (code ? `${result} ${code}` : result))

/** A photo with unique content. */
export function aPhoto(): Buffer {
  const random = randomBytes(120)
  return Buffer.from(jpeg({ size: 120, fill: (at) => random[at]! }).buffer)
}

/** A photo taken and uploaded, as a phone does it; the event is yet to be sent. */
export async function photograph(
  office: Office,
  driver: Person,
  device: Device,
  stop: Taken,
  bytes: Buffer = aPhoto(),
): Promise<DoneEvent> {
  const photoID = randomUUID()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { size: bytes.length, sha256, photoID }
  const signed = await driver.post<{ key: string; url: string; headers: Record<string, string> }>(
    '/v1/users/signed-url',
    {
      purpose: 'job-photo',
      contentType: 'image/jpeg',
      assignmentID: stop.assignmentID,
      ...file,
    },
  )
  if (signed.status !== 201) throw new Error(JSON.stringify(signed.body))
  const put = await office.fetch(signed.body.url, {
    method: 'PUT',
    headers: signed.body.headers,
    body: new Uint8Array(bytes),
  })
  if (put.status !== 204) throw new Error(`upload answered ${put.status}`)
  return device.tap(stop, { type: 'photo', key: signed.body.key, takenAt: office.clock.now().toISOString(), ...file })
}

export const nextPeriod: WeekRef = { yearNumber: 2026, monthNumber: 12, weekNumber: 2 }
