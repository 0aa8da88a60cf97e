import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { createCustomer } from '#contract/v1/customers.ts'
import { createDriver } from '#contract/v1/drivers.ts'
import { createNoPickup } from '#contract/v1/no-pickups.ts'
import { createProduct } from '#contract/v1/products.ts'
import { generateRun } from '#contract/v1/runs-office.ts'
import { createCalendarYear, listCalendar } from '#contract/v1/settings.ts'
import { createSuburb } from '#contract/v1/suburbs.ts'

/** Calls an operation as the admin. */
type Ask = <E extends Endpoint>(endpoint: E, input: CallOf<E>) => Promise<OutputOf<E>>
type Some<E extends Endpoint> = Partial<CallOf<E>>

/** The week of the office's clock: Monday 09/11/2026. */
export const THIS_WEEK = { yearNumber: 2026, monthNumber: 11, weekNumber: 2 }

export interface Make {
  suburb(some?: Some<typeof createSuburb>): Promise<OutputOf<typeof createSuburb>>
  product(some?: Some<typeof createProduct>): Promise<OutputOf<typeof createProduct>>
  driver(some?: Some<typeof createDriver>): Promise<OutputOf<typeof createDriver>>
  /** Active, monthly, week 2, due from November 2026. */
  customer(some?: Some<typeof createCustomer>): Promise<OutputOf<typeof createCustomer>>
  /** Adds a year's weeks (MONTHS) unless they exist. */
  calendarYear(yearNumber?: number): Promise<void>
  noPickup(some?: Some<typeof createNoPickup>): Promise<OutputOf<typeof createNoPickup>>
  /** A draft of this week with one additional customer, and its year in the calendar. */
  run(some?: Some<typeof generateRun>): Promise<OutputOf<typeof generateRun>>
}

let made = 0
/** Different on every call, so that generated values never collide. */
export const next = (): number => ++made

const NOVEMBER = { yearNumber: 2026, monthNumber: 11 }

/**
 * @param due the first due period of the customers; null, for the real clock, takes it from the calendar, because no
 * customer may begin in a past week
 */
export function makers(ask: Ask, due: typeof NOVEMBER | null = NOVEMBER): Make {
  const make: Make = {
    suburb: (some) =>
      ask(createSuburb, { label: `Wattle Grove ${next()}`, postCode: '2173', state: 'NSW', weekNumber: 2, ...some }),
    product: (some) =>
      ask(createProduct, {
        name: `Garden bag ${next()}`,
        serviceType: 'GARDEN_BAG',
        isPublic: true,
        features: ['One bag, exchanged at the kerb'],
        paymentScheme: 'POSTPAID',
        collectionScheme: 'MONTHLY',
        price: 25,
        ...some,
      }),
    driver: (some) =>
      ask(createDriver, {
        firstName: 'Dan',
        lastName: `Dawson ${next()}`,
        email: `driver-${next()}@bagrun.example`,
        mobilePhone: '0412 345 678',
        employmentType: 'CONTRACTOR',
        employmentStartDate: '2025-01-01',
        payRate: 4,
        payPercentage: 50,
        weekNumbers: [1, 2, 3, 4, 5],
        ...some,
      }),
    customer: async (some) =>
      ask(createCustomer, {
        firstName: 'Anna',
        lastName: `Abbott ${next()}`,
        email: `customer-${next()}@bagrun.example`,
        mobilePhone: '0498 765 432',
        address: `${next()} Banksia Street`,
        suburbID: some?.suburbID ?? (await make.suburb()).suburbID,
        state: 'NSW',
        postcode: '2173',
        productID: some?.productID ?? (await make.product()).productID,
        startDate: '2026-01-01',
        accountType: 'PERSONAL',
        invoiceType: '1C',
        // A customer collected on request has no due period.
        ...(due && some?.collectionScheme !== 'FLEXIBLE' && some?.collectionScheme !== 'ONE_OFF' && { due }),
        ...some,
      }),
    calendarYear: async (yearNumber = THIS_WEEK.yearNumber) => {
      const there = await ask(listCalendar, { yearNumber })
      if (there.total === 0) await ask(createCalendarYear, { yearNumber, mode: 'MONTHS' })
    },
    noPickup: async (some) => {
      await make.calendarYear(some?.yearNumber)
      return ask(createNoPickup, {
        ...THIS_WEEK,
        monthNumber: 12,
        customerID: some?.customerID ?? (await make.customer()).customerID,
        ...some,
      })
    },
    run: async (some) => {
      await make.calendarYear(some?.yearNumber)
      await make.customer()
      const drivers = some?.drivers ?? [{ runNumber: 1, driverID: (await make.driver()).driverID }]
      return ask(generateRun, { ...THIS_WEEK, drivers, ...some })
    },
  }
  return make
}
