import type { CalendarRow } from '#domain/calendar.ts'
import { addDays, dayOf, type Day, formatDay, instantAt } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { createNoPickup } from '#contract/v1/no-pickups.ts'
import type { Run } from '#contract/v1/runs.ts'
import { signIn } from '#contract/v1/session.ts'
import { changeCard, chaseByItself, promiseOne, raisePrice, saveMethods } from './automatic.ts'
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
import { savesMethod } from './payers.ts'
import { sayRoutes } from './routes.ts'
import { placeCustomers } from './town.ts'
import { frontDoor, type Inject } from './door.ts'
import {
  bankFile,
  closeSome,
  correctSome,
  enterPayments,
  type Habits,
  payByCard,
  payDrivers,
  remindSome,
  sendSome,
} from './money.ts'
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
  type Demo,
} from './rounds.ts'
import { dayIn, DEMO_ZONE, demoWeeks } from './weeks.ts'

export const DEMO_ADMIN = 'admin@demo.example'
const MINUTE = 60_000

/** Null: the real clock. */
export interface StoryClock {
  set(at: Date | null): void
  now(): Date
  wait(ms: number): Promise<void>
}

/** Nothing is entered for who pays automatically. */
const PAYS_BY_ITSELF = { days: Infinity, paymentType: 'EFT', share: 10_000 } as const

export const SET_UP_DAYS_AGO = 140

/** Weeks after which the office corrects some invoices and payments, and after which it writes off a debt. */
const CORRECTIONS_AFTER = 6
const CLOSINGS_AFTER = 10
const CARDS_FROM = 10
/** From this week on late customers are reminded, some a second time. */
const REMINDERS_FROM = 8
/** From this week on customers pay automatically, and the server does its daily work. */
const AUTOMATIC_FROM = 4
/** From this week on it also reminds by itself. */
const CHASES_FROM = 9

const WEEKS_WITH_PHOTOS = 2

/** The customer, of the first truck, who wishes to be reached before a time. */
const EARLY = 2
/** The customer, of the first truck, who is always with its driver. */
const TIED = 5
/** The customer who signs in paid the first invoices and owes the later ones. */
const ANNAS_HABIT = { days: 40, paymentType: 'EFT', share: 10_000 } as const

interface StoryOptions {
  readonly today?: Day
  readonly say: (line: string) => void
  /** Sends the mails written until now. */
  readonly deliver: () => Promise<void>
  /** What the server would do every minute, at the clock's time. */
  readonly serverWorks: () => Promise<void>
}

/**
 * Plays a quarter of a realistic business through the product's own API: past weeks worked, completed, invoiced and
 * paid, the current week in progress with records to decide on, the next one planned.
 * @param say told what is done, line by line
 * @returns the bank file of the last days, to be imported
 */
export async function liveDemo(
  inject: Inject,
  clock: StoryClock,
  { today = dayOf(new Date(), DEMO_ZONE), say, deliver, serverWorks }: StoryOptions,
): Promise<string> {
  const ask = frontDoor(inject)
  let signedIn: { token: string; at: number } | null = null
  const demo: Demo = {
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
  await setUpFirm(ask, await demo.admin())
  const weeks = demoWeeks(await makeCalendar(ask, await demo.admin(), Number(today.slice(0, 4))), today)
  const driverIDs = await hireDrivers(ask, await demo.admin(), addDays(today, -700))
  const packages = await offerPackages(ask, await demo.admin())
  const suburbs = await openSuburbs(ask, await demo.admin(), weeks)
  const customers = await findCustomers(ask, await demo.admin(), demo.chance, { weeks, suburbs, packages })
  await placeCustomers(inject, await demo.admin(), customers)
  await sayRoutes(ask, await demo.admin(), {
    drivers: [driverIDs[0]!, driverIDs[1]!],
    early: customers[EARLY]!.customerID,
    tied: customers[TIED]!.customerID,
    castleHill: suburbs[0]!.suburbID,
  })
  say(`  ${customers.length} customers, ${suburbs.length} suburbs`)
  await keepAccessPhotos(
    demo,
    customers.slice(0, 8).map((customer) => customer.customerID),
  )

  const [dave, sione] = driverIDs.slice(0, 2).map((driverID, index) => ({
    driverID,
    email: index ? 'driver2@demo.example' : 'driver@demo.example',
    deviceID: newID(),
    saysWhere: index === 0,
    recorded: 0,
  }))
  const trucks = [dave!.driverID, sione!.driverID]
  const onRequest = customers.flatMap(({ customerID, onRequest: rings }) => (rings ? [customerID] : []))

  const drivers = [dave!, sione!]
  const byThemselves = customers.flatMap(({ customerID }, at) => (savesMethod(at) ? [customerID] : []))
  const otherwise = [customers[0]!.customerID, ...byThemselves]
  const habits: Habits = new Map([
    [customers[0]!.customerID, ANNAS_HABIT],
    ...byThemselves.map((customerID) => [customerID, PAYS_BY_ITSELF] as const),
  ])
  let last: Run | null = null
  /** The office's Saturday: last week's run is completed, payments are entered, the week to come is planned. */
  const saturday = async (row: CalendarRow, description: string, away: number): Promise<Run> => {
    const day = addDays(row.from, -2)
    at(day, '09:30')
    if (last) await complete(demo, last)
    await enterPayments(demo, habits, day)
    last = await planWeek(demo, row, trucks, description)
    await sayNo(demo, last, row, away)
    return last
  }

  /** The server's work on these days of a week, each at the time of the charges. */
  const workingDays = async (row: CalendarRow, weekdays: readonly number[], week: number): Promise<void> => {
    if (week < AUTOMATIC_FROM) return
    for (const weekday of weekdays) {
      at(dayIn(row, weekday), '10:05')
      await serverWorks()
    }
  }

  // Nobody lives in the suburb of a fifth week, unless it is the current one.
  const worked = weeks.past.filter((row) => suburbs.some(({ weekNumber }) => weekNumber === row.weekNumber))
  for (const [week, row] of worked.entries()) {
    const run = await saturday(row, 'Planned on Saturday', 2)
    await activate(demo, run)
    if (week === CORRECTIONS_AFTER) await correctSome(demo)
    if (week === CLOSINGS_AFTER) await closeSome(demo, customers[1]!.customerID)
    await deliver()
    if (week >= REMINDERS_FROM && week < CHASES_FROM) await remindSome(demo)
    if (week >= CARDS_FROM) await payByCard(demo, otherwise, 2)
    if (week % 4 === 0 && week > 0) await payDrivers(demo, trucks, worked[week - 4]!.from, addDays(row.from, -2))
    if (week === AUTOMATIC_FROM) await saveMethods(demo, customers)
    if (week === CHASES_FROM) await chaseByItself(demo)
    await workingDays(row, [1, 2, 3], week)
    at(dayIn(row, 3), '17:40')
    for (const driver of drivers)
      await work(demo, run, {
        driver,
        from: instantAt(dayIn(row, 3), '07:05', DEMO_ZONE),
        share: 1,
        withoutPhotos: week < worked.length - WEEKS_WITH_PHOTOS,
      })
    await workingDays(row, [4, 5], week)
    if (week > AUTOMATIC_FROM) await changeCard(demo, customers)
    say(`  week of ${formatDay(row.from)}: ${run.jobs.length} stops (${week + 1} of ${worked.length + 1})`)
  }

  at(addDays(weeks.current.from, -2), '09:15')
  await askForPickup(demo, onRequest.slice(0, 2), weeks.current)
  const run = await saturday(weeks.current, 'Hills run', 3)
  await deliver()
  await sendSome(demo)
  await promiseOne(demo, otherwise, today)
  await raisePrice(demo, packages.SECOND_MONTHLY, today)
  await deliver()
  at(addDays(weeks.current.from, -1), '18:30')
  await activate(demo, run)

  clock.set(null)
  const started = new Date(
    Math.max(clock.now().getTime() - 270 * MINUTE, instantAt(weeks.current.from, '00:05', DEMO_ZONE).getTime()),
  )
  await work(demo, run, {
    driver: sione!,
    from: started,
    share: 0.9,
    // The office shifts two stops that the driver has already done, so the records sent later need a decision.
    async meanwhile(worked) {
      await shiftStop(demo, worked[4]!, 'Road works in the street')
      await removeStop(demo, worked[7]!)
    },
  })
  await deviceIsHeard(demo, dave!)
  await deviceIsHeard(demo, sione!, 2)
  const cancelled = run.jobs.filter((stop) => stop.driverID === dave!.driverID)[19]
  const { yearNumber, monthNumber, weekNumber } = weeks.current
  if (cancelled)
    await ask(
      createNoPickup,
      { customerID: cancelled.customerID, yearNumber, monthNumber, weekNumber, reason: 'Bag is empty, sorry' },
      await demo.admin(),
    )

  await shiftStop(
    demo,
    run.jobs.findLast((stop) => stop.driverID === sione!.driverID)!,
    'Crane in front of the house',
    weeks.next,
  )
  await askForPickup(demo, onRequest.slice(2, 5), weeks.next)
  await sayNo(demo, await planWeek(demo, weeks.next, trucks, 'Next week'), weeks.next, 3)
  await askForPickup(demo, onRequest.slice(5, 7), weeks.afterNext)
  say(`  week of ${formatDay(weeks.current.from)}: under way`)
  return bankFile(demo, otherwise, today)
}
