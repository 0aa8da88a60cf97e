import { parseAddress } from '#domain/addresses.ts'
import type { Day } from '#domain/dates.ts'
import { type Point, rounded } from '#domain/place.ts'
import type { DemoCustomer } from './business.ts'
import { csvDoor, type Inject } from './door.ts'
import { SUBURBS } from './places.ts'

/** A made-up town on real suburbs: each street is a straight line through its suburb, with a house every six metres. */

const METRE = 1 / 111_195
/** Streets begin within so many metres of their suburb's middle. */
const SUBURB_METRES = 700
const HOUSE_METRES = 6
/** From the middle of the road to the bag, odd numbers on one side. */
const SIDE_METRES = 9
/** Every so manyth customer's place is not known yet, as in a real firm. */
const UNKNOWN_EVERY = 14

/** Gives the customers their places by a file, as an office would bring them in. */
export async function placeCustomers(inject: Inject, admin: string, customers: readonly DemoCustomer[]): Promise<void> {
  const rows = customers
    .filter((_, at) => at % UNKNOWN_EVERY !== UNKNOWN_EVERY - 1)
    .map(({ refId, suburb, address }) => {
      const { latitude, longitude } = houseAt(suburb, address)
      return `${refId},${latitude},${longitude}`
    })
  await csvDoor(inject)('/v1/users/customers/import', ['refId,lat,lng', ...rows].join('\n'), admin)
}

/** Where the bag of an address stands. */
export function houseAt(suburb: string, address: string): Point {
  const { street, number } = parseAddress(address)
  const [, , latitude, longitude] = SUBURBS.find(([label]) => label === suburb)!
  const angle = 2 * Math.PI * share(`${suburb} ${street}`)
  const away = SUBURB_METRES * share(`${street} ${suburb}`)
  const side = number % 2 === 0 ? SIDE_METRES : -SIDE_METRES
  const along = HOUSE_METRES * number
  // The street begins `away` in one direction from the middle, and runs at a right angle to it.
  const north = away * Math.cos(angle) - along * Math.sin(angle) + side * Math.cos(angle)
  const east = away * Math.sin(angle) + along * Math.cos(angle) + side * Math.sin(angle)
  return rounded({
    latitude: latitude + north * METRE,
    longitude: longitude + (east * METRE) / Math.cos((latitude * Math.PI) / 180),
  })
}

/** Metres that a phone's position is beside the bag, at most. */
const OFF_METRES = 12

/** Where the phone of a driver is who taps at an address on a day. */
export function tappedAt(suburb: string, address: string, day: Day): Point {
  const { latitude, longitude } = houseAt(suburb, address)
  const off = (axis: string) => (2 * share(`${axis} ${address} ${suburb} ${day}`) - 1) * OFF_METRES * METRE
  return rounded({ latitude: latitude + off('north'), longitude: longitude + off('east') })
}

/** A number from 0 to 1 that a text always has. */
function share(text: string): number {
  let sum = 2_166_136_261
  for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0)!, 16_777_619) >>> 0
  return sum / 2 ** 32
}
