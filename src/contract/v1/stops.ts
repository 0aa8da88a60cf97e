import * as z from 'zod/mini'
import { CUSTOMER_SERVICE_TYPES, JOB_STATES, OUTCOMES } from '#domain/words.ts'
import { day, id, instant, monthNumber, runNumber, signedMoney, weekNumber, yearNumber } from '../shapes.ts'

/** What became of the stops (domain.md 4, Figures): `planned` is the sum of the others. */
export const stopFigures = {
  planned: z.int(),
  /** Done or Bag MT. */
  done: z.int(),
  /** Not out, no access and the other reasons. */
  notDone: z.int(),
  /** Stops moved to another week. */
  moved: z.int(),
  removed: z.int(),
  /** Nothing recorded yet; 0 in a completed run. */
  open: z.int(),
}

/** A photo by its id; `url` redirects to a signed address made on demand. */
export const photoLink = z.object({ photoID: id, url: z.string(), takenAt: z.nullable(instant) })

export const periodWeek = z.object({ yearNumber, monthNumber, weekNumber })
/** The week that names a run, beside its code; earlier servers omit it. */
export const runWeek = z.optional(z.nullable(z.object({ monthNumber, weekNumber, fromDate: day, toDate: day })))

/** One stop of a run, for office and phone (api.md, "Runs"). */
export const stop = z.object({
  assignmentID: id,
  runOrderID: id,
  customerID: id,
  customer: z.string(),
  capturedCustomerName: z.string(),
  address: z.string(),
  suburb: z.string(),
  postcode: z.string(),
  mobilePhone: z.nullable(z.string()),
  /** Degrees of the customer's place; null: not known. Earlier servers omit them. */
  latitude: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
  serviceType: z.enum(CUSTOMER_SERVICE_TYPES),
  /** Price per bag (rubbish removal: the whole price), AUD. */
  amount: signedMoney,
  /** Bags picked up; 0 until the stop is done. 1 of a rubbish removal, which has no bags. */
  pu: z.int(),
  extraAmount: signedMoney,
  driverID: z.nullable(id),
  driver: z.nullable(z.string()),
  capturedDriverName: z.nullable(z.string()),
  runNumber,
  stopOrder: z.int(),
  /** The office's notes to the driver. */
  adminNotes: z.nullable(z.string()),
  driverNotes: z.nullable(z.string()),
  state: z.enum(JOB_STATES),
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** The event that set the outcome in force; an undo from any device refers to it. Earlier servers omit it. */
  outcomeEventID: z.optional(z.nullable(id)),
  /** Its records that count for nothing until the office decides. Earlier servers omit them. */
  openEventIDs: z.optional(z.array(id)),
  emptyPickup: z.boolean(),
  reason: z.nullable(z.string()),
  doneAt: z.nullable(instant),
  photos: z.array(photoLink),
  accessPhotos: z.array(photoLink),
  noPickup: z.nullable(z.object({ noPickupID: id, reason: z.nullable(z.string()), late: z.boolean() })),
  shiftedTo: z.nullable(periodWeek),
  customerCancelledAt: z.nullable(instant),
  version: z.int(),
})
export type Stop = z.input<typeof stop>

/** One record of a driver for the office, with both clocks. */
export const stopEvent = z.object({
  eventID: id,
  assignmentID: z.nullable(z.string()),
  deviceID: z.string(),
  seq: z.int(),
  type: z.string(),
  /** Null: this server can't parse it, or it exceeds today's size limit. */
  payload: z.nullable(z.record(z.string(), z.unknown())),
  /** Size in bytes of a record whose `payload` is null; else null. */
  payloadBytes: z.nullable(z.int()),
  actorID: id,
  actor: z.string(),
  occurredAt: z.nullable(instant),
  receivedAt: instant,
  /**
   * The server's clock minus the device's when the event was first received, ms: positive when the device is behind.
   */
  clockOffset: z.int(),
  /** When it counts as made where the phone's own time can't be right (domain.md 5, Clocks); null: at its own. */
  countedAt: z.nullable(instant),
  appBuild: z.nullable(z.string()),
  result: z.enum(['applied', 'review']),
  code: z.nullable(z.string()),
  decision: z.nullable(z.enum(['open', 'accept', 'dismiss'])),
})
export type StopEvent = z.input<typeof stopEvent>

export const stopWithEvents = z.extend(stop, {
  events: z.array(stopEvent),
  /** The customer's collections are paused: a draft's stop leaves it when it is marked active. Earlier servers omit it. */
  onHold: z.optional(z.boolean()),
})
export type StopWithEvents = z.input<typeof stopWithEvents>

export const shiftTo = z.strictObject({ yearNumber, monthNumber, weekNumber })
