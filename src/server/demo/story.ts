import { addDays, dayOf, instantAt, type Day } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { createNoPickup } from '#contract/v1/no-pickups.ts'
import { signIn } from '#contract/v1/session.ts'
import { chance } from './chance.ts'
import {
  DEMO_PASSWORD,
  findCustomers,
  hireDrivers,
  makeCalendar,
  offerPackages,
  openSuburbs,
  setUpFirm,
} from './business.ts'
import { frontDoor, type Inject } from './door.ts'
import {
  activate,
  askForPickup,
  complete,
  keepAccessPhotos,
  deviceIsHeard,
  planWeek,
  removeStop,
  sayNo,
  shiftStop,
  work,
  type Stage,
} from './rounds.ts'
import { dayIn, demoWeeks } from './weeks.ts'

export const DEMO_ZONE = 'Australia/Sydney'
export const DEMO_ADMIN = 'admin@demo.example'
const MINUTE = 60_000

/** A settable clock; null is the real one. */
export interface StoryClock {
  set(at: Date | null): void
  now(): Date
  wait(ms: number): Promise<void>
}

export const SET_UP_DAYS_AGO = 70

/**
 * Plays four weeks of a realistic business through the product's own API: three weeks worked and completed, the current
 * week in progress with records to decide on, the next one planned. The current date determines which week is the
 * current one.
 */
export async function liveDemo(
  inject: Inject,
  clock: StoryClock,
  today: Day = dayOf(new Date(), DEMO_ZONE),
): Promise<void> {
  const ask = frontDoor(inject)
  let signedIn: { token: string; at: number } | null = null
  const stage: Stage = {
    ask,
    inject,
    chance: chance(20_261_109),
    now: () => clock.now(),
    async admin() {
      // An admin's session ends after twelve idle hours, and the demo's clock jumps by days.
      if (!signedIn || Math.abs(clock.now().getTime() - signedIn.at) > 6 * 60 * MINUTE) {
        signedIn = {
          token: (await ask(signIn, { email: DEMO_ADMIN, password: DEMO_PASSWORD })).token,
          at: clock.now().getTime(),
        }
      }
      return signedIn.token
    },
  }
  const at = (day: Day, time: string) => clock.set(instantAt(day, time, DEMO_ZONE))

  // Early enough that no customer starts in a week that has ended, including those who will be missed.
  at(addDays(today, -SET_UP_DAYS_AGO), '09:00')
  await setUpFirm(ask, await stage.admin())
  const weeks = demoWeeks(await makeCalendar(ask, await stage.admin(), Number(today.slice(0, 4))), today)
  const driverIDs = await hireDrivers(ask, await stage.admin(), addDays(today, -700))
  const packages = await offerPackages(ask, await stage.admin())
  const suburbs = await openSuburbs(ask, await stage.admin(), weeks)
  const customers = await findCustomers(ask, await stage.admin(), stage.chance, { weeks, suburbs, packages })
  await keepAccessPhotos(
    stage,
    customers.slice(0, 8).map((customer) => customer.customerID),
  )

  const [dave, sione] = driverIDs.slice(0, 2).map((driverID, index) => ({
    driverID,
    email: index ? 'driver2@demo.example' : 'driver@demo.example',
    deviceID: newID(),
  }))
  const trucks = [dave!.driverID, sione!.driverID]
  const onRequest = customers.flatMap(({ customerID, onRequest: rings }) => (rings ? [customerID] : []))

  for (const row of weeks.past) {
    at(addDays(row.from, -4), '10:15')
    const run = await planWeek(stage, row, trucks, 'Planned on Thursday')
    await sayNo(stage, run, row, 2)
    at(addDays(row.from, -1), '18:30')
    await activate(stage, run)
    at(dayIn(row, 3), '17:40')
    for (const driver of [dave!, sione!])
      await work(stage, run, { driver, from: instantAt(dayIn(row, 3), '07:05', DEMO_ZONE), share: 1 })
    at(dayIn(row, 6), '09:30')
    await complete(stage, run)
  }

  at(addDays(weeks.current.from, -4), '10:15')
  await askForPickup(stage, onRequest.slice(0, 2), weeks.current)
  const run = await planWeek(stage, weeks.current, trucks, 'Hills run')
  await sayNo(stage, run, weeks.current, 3)
  at(addDays(weeks.current.from, -1), '18:30')
  await activate(stage, run)

  clock.set(null)
  const started = new Date(
    Math.max(clock.now().getTime() - 270 * MINUTE, instantAt(weeks.current.from, '00:05', DEMO_ZONE).getTime()),
  )
  await work(stage, run, {
    driver: sione!,
    from: started,
    share: 0.9,
    // The office shifts two stops that the driver has already done: the records sent later need a decision.
    async meanwhile(worked) {
      await shiftStop(stage, worked[4]!, 'Road works in the street')
      await removeStop(stage, worked[7]!)
    },
  })
  await deviceIsHeard(stage, dave!)
  await deviceIsHeard(stage, sione!, 2)
  const cancelled = run.jobs.filter((stop) => stop.driverID === dave!.driverID)[19]
  const { yearNumber, monthNumber, weekNumber } = weeks.current
  if (cancelled)
    await ask(
      createNoPickup,
      { customerID: cancelled.customerID, yearNumber, monthNumber, weekNumber, reason: 'Bag is empty, sorry' },
      await stage.admin(),
    )

  await shiftStop(
    stage,
    run.jobs.findLast((stop) => stop.driverID === sione!.driverID)!,
    'Crane in front of the house',
    weeks.next,
  )
  await askForPickup(stage, onRequest.slice(2, 5), weeks.next)
  await sayNo(stage, await planWeek(stage, weeks.next, trucks, 'Next week'), weeks.next, 3)
  await askForPickup(stage, onRequest.slice(5, 7), weeks.afterNext)
}
