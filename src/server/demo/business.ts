import type { CalendarRow } from '#domain/calendar.ts'
import { isOnRequest } from '#domain/cycle.ts'
import { addDays } from '#domain/dates.ts'
import type { CollectionScheme, CustomerStatus } from '#domain/words.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { createCustomer } from '#contract/v1/customers.ts'
import { createDriver } from '#contract/v1/drivers.ts'
import { createProduct } from '#contract/v1/packages.ts'
import { createCalendarYear, updateSetting } from '#contract/v1/settings.ts'
import { createSuburb } from '#contract/v1/suburbs.ts'
import type { Chance } from './chance.ts'
import { COMPANIES, FIRST_NAMES, LAST_NAMES, NOTES_TO_DRIVER } from './people.ts'
import { PAYS_AUTOMATICALLY, savesMethod } from './payers.ts'
import { STREETS, SUBURBS } from './places.ts'
import type { Ask } from './door.ts'
import { type DemoWeeks, firstDue, periodBefore } from './weeks.ts'

export const DEMO_PASSWORD = 'demo-demo-demo'
export const BUSINESS_NAME = 'Hills Green Bag Co'

/** Enough for at least 42 stops on the first truck, however many customers are away. */
const FIRST_TRUCK_THIS_WEEK = 50
const SECOND_TRUCK_THIS_WEEK = 60
const CUSTOMERS = 320

export async function setUpFirm(ask: Ask, admin: string): Promise<void> {
  await ask(updateSetting, { key: 'business.name', value: BUSINESS_NAME }, admin)
  await ask(updateSetting, { key: 'business.legalName', value: `${BUSINESS_NAME} Pty Ltd` }, admin)
  await ask(updateSetting, { key: 'business.phone', value: '02 9654 3210' }, admin)
  await ask(updateSetting, { key: 'business.abn', value: '51824753556' }, admin)
  await ask(updateSetting, { key: 'business.gstRegistered', value: true }, admin)
  // Allowed in the sandbox, where no money moves; without Stripe's keys card payments are otherwise off.
  await ask(updateSetting, { key: 'checkout.enabled', value: 'ON' }, admin)
  await ask(updateSetting, { key: 'autopay.enabled', value: true }, admin)
  await ask(updateSetting, { key: 'bank.accountName', value: BUSINESS_NAME }, admin)
  await ask(updateSetting, { key: 'bank.bsb', value: '062000' }, admin)
  await ask(updateSetting, { key: 'bank.accountNumber', value: '12345678' }, admin)
  await ask(updateSetting, { key: 'aba.userID', value: '301500' }, admin)
  await ask(updateSetting, { key: 'aba.bank', value: 'CBA' }, admin)
}

export async function makeCalendar(ask: Ask, admin: string, year: number): Promise<CalendarRow[]> {
  const rows: CalendarRow[] = []
  for (const yearNumber of [year - 1, year, year + 1]) {
    const made = await ask(createCalendarYear, { yearNumber, mode: 'MONTHS' }, admin)
    rows.push(...made.items)
  }
  return rows
}

export async function hireDrivers(ask: Ask, admin: string, startDate: string): Promise<string[]> {
  const team = [
    {
      firstName: 'Dave',
      lastName: 'Kowalski',
      email: 'driver@demo.example',
      employmentType: 'EMPLOYEE',
      payRate: 4,
      taxFileNumber: '123456782',
      licenseNumber: '18204577',
      licenseClass: 'MR',
    },
    {
      firstName: 'Sione',
      lastName: 'Tupou',
      email: 'driver2@demo.example',
      employmentType: 'CONTRACTOR',
      payRate: 4.5,
      businessName: 'Tupou Haulage',
      abn: '83914571673',
      gstRegistered: true,
      rctiAgreedOn: startDate,
      bsb: '062123',
      accountNumber: '87654321',
    },
    { firstName: 'Leanne', lastName: 'Marsh', email: 'driver3@demo.example', employmentType: 'CASUAL', payRate: 4.2 },
    { firstName: 'Arjun', lastName: 'Mehta', email: 'driver4@demo.example', employmentType: 'PERMANENT', payRate: 4 },
  ] as const
  const ids: string[] = []
  for (const [at, person] of team.entries()) {
    const made = await ask(
      createDriver,
      {
        ...person,
        password: DEMO_PASSWORD,
        mobilePhone: `0412 555 01${at}`,
        employmentStartDate: startDate,
        payPercentage: 50,
        weekNumbers: [1, 2, 3, 4, 5],
        dob: `19${68 + at * 5}-04-1${at}`,
        nextOfKin: 'Maria, 0400 555 200',
        licenseExpiresAt: `${Number(startDate.slice(0, 4)) + 4}-06-30`,
      },
      admin,
    )
    ids.push(made.driverID)
  }
  return ids
}

type PackageKey = CollectionScheme
export async function offerPackages(ask: Ask, admin: string): Promise<Record<PackageKey, string>> {
  const packages: Record<PackageKey, Omit<CallOf<typeof createProduct>, 'collectionScheme'>> = {
    MONTHLY: {
      name: 'Garden bag every month',
      serviceType: 'GARDEN_BAG',
      isPublic: true,
      features: ['Bag exchanged', 'Reminder by email', 'Skip any time'],
      paymentScheme: 'POSTPAID',
      price: 25,
    },
    SECOND_MONTHLY: {
      name: 'Garden bag every second month',
      serviceType: 'GARDEN_BAG',
      isPublic: true,
      features: ['Bag exchanged', 'Reminder by email'],
      paymentScheme: 'POSTPAID',
      price: 28,
    },
    QUARTERLY: {
      name: 'Garden bag every season',
      serviceType: 'GARDEN_BAG',
      isPublic: true,
      features: ['Bag exchanged'],
      paymentScheme: 'POSTPAID',
      price: 32,
    },
    FORTNIGHTLY: {
      name: 'Garden bag every fortnight',
      serviceType: 'GARDEN_BAG',
      isPublic: true,
      features: ['Bag exchanged', 'Best for big gardens'],
      paymentScheme: 'PREPAID',
      price: 23,
    },
    FLEXIBLE: {
      name: 'Garden bag on request',
      serviceType: 'GARDEN_BAG',
      isPublic: true,
      features: ['Call when it is full'],
      paymentScheme: 'POSTPAID',
      price: 35,
    },
    ONE_OFF: {
      name: 'Rubbish removal',
      serviceType: 'RUBBISH_REMOVAL',
      isPublic: false,
      features: ['By quotation'],
      paymentScheme: 'PREPAID',
      price: 180,
    },
  }
  const ids = {} as Record<PackageKey, string>
  for (const collectionScheme of Object.keys(packages) as PackageKey[]) {
    ids[collectionScheme] = (
      await ask(createProduct, { ...packages[collectionScheme], collectionScheme }, admin)
    ).productID
  }
  return ids
}

interface Suburb {
  readonly suburbID: string
  readonly label: string
  readonly postCode: string
  readonly weekNumber: number
}

/** Ten suburbs are in the current week, the others distributed over the weeks of the month. */
export async function openSuburbs(ask: Ask, admin: string, weeks: DemoWeeks): Promise<Suburb[]> {
  const others = [1, 2, 3, 4].filter((week) => week !== weeks.current.weekNumber)
  const suburbs: Suburb[] = []
  for (const [at, [label, postCode]] of SUBURBS.entries()) {
    const weekNumber = at < 10 ? weeks.current.weekNumber : others[at % others.length]!
    const made = await ask(createSuburb, { label, postCode, state: 'NSW', weekNumber }, admin)
    suburbs.push({ suburbID: made.suburbID, label, postCode, weekNumber })
  }
  return suburbs
}

const SCHEMES: readonly CollectionScheme[] = [
  'MONTHLY',
  'MONTHLY',
  'MONTHLY',
  'SECOND_MONTHLY',
  'MONTHLY',
  'QUARTERLY',
  'MONTHLY',
  'FORTNIGHTLY',
  'MONTHLY',
  'FLEXIBLE',
  'MONTHLY',
  'SECOND_MONTHLY',
  'MONTHLY',
  'MONTHLY',
  'ONE_OFF',
]
const STATUSES: Partial<Record<number, CustomerStatus>> = { 7: 'PENDING', 13: 'BLOCKED', 19: 'CANCELED' }

export interface DemoCustomer {
  readonly customerID: string
  readonly email: string | null
  readonly refId: string
  readonly suburb: string
  readonly address: string
  readonly weekNumber: number
  /** Active, and collected only on request. */
  readonly onRequest: boolean
}

/**
 * Adds 320 customers of every scheme and state. Those in the current week's suburbs are due now, on two trucks; the
 * others in the weeks of their suburbs, from the first one worked.
 */
export async function findCustomers(
  ask: Ask,
  admin: string,
  chance: Chance,
  setup: { weeks: DemoWeeks; suburbs: readonly Suburb[]; packages: Record<PackageKey, string> },
): Promise<DemoCustomer[]> {
  const { weeks, suburbs, packages } = setup
  const here = suburbs.filter((suburb) => suburb.weekNumber === weeks.current.weekNumber)
  const elsewhere = suburbs.filter((suburb) => suburb.weekNumber !== weeks.current.weekNumber)
  const made: DemoCustomer[] = []
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const thisWeek = at < FIRST_TRUCK_THIS_WEEK + SECOND_TRUCK_THIS_WEEK
    const suburb = thisWeek ? here[at % here.length]! : elsewhere[at % elsewhere.length]!
    const onFirst = at < FIRST_TRUCK_THIS_WEEK
    const scheme = onFirst && at % 3 ? 'MONTHLY' : SCHEMES[at % SCHEMES.length]!
    const status = onFirst ? 'ACTIVE' : (STATUSES[at % 24] ?? 'ACTIVE')
    const first = firstDue(weeks, suburb.weekNumber, scheme)
    const business = at % 29 === 28
    const firstName = chance.pick(FIRST_NAMES)
    const lastName = chance.pick(LAST_NAMES)
    const saves = savesMethod(at)
    const hasEmail = !chance.often(0.12) || at === 0 || saves
    const customer = await ask(
      createCustomer,
      {
        firstName: at === 0 ? 'Anna' : firstName,
        lastName: at === 0 ? 'Bright' : lastName,
        ...(chance.often(0.4) ? { title: chance.pick(['Ms', 'Mr', 'Mrs', 'Dr']) } : {}),
        ...(business ? { company: COMPANIES[Math.floor(at / 29) % COMPANIES.length]! } : {}),
        ...(hasEmail
          ? {
              email:
                at === 0
                  ? 'customer@demo.example'
                  : at === PAYS_AUTOMATICALLY
                    ? 'customer2@demo.example'
                    : `${firstName}.${lastName}.${at}@mail.example`.toLowerCase().replaceAll(/[^a-z0-9.@]/g, ''),
            }
          : {}),
        ...(at === 0 || saves ? { password: DEMO_PASSWORD } : {}),
        mobilePhone: `04${String(10_000_000 + chance.between(0, 89_999_999)).padStart(8, '0')}`,
        address:
          at === 0
            ? '14 Old Castle Rd'
            : `${chance.often(0.12) ? `${chance.between(1, 9)}/` : ''}${chance.between(1, 190)} ${STREETS[(suburbs.indexOf(suburb) * 5 + chance.between(0, 5)) % STREETS.length]}`,
        suburbID: suburb.suburbID,
        state: 'NSW',
        postcode: suburb.postCode,
        productID: packages[scheme],
        startDate: addDays(weeks.past[0]!.from, -chance.between(40, 900)),
        accountType: business ? 'BUSINESS' : 'PERSONAL',
        invoiceType: at === 0 || saves ? '1C' : chance.pick(['1A', '1A', '1B', '1C', '2A', '3A'] as const),
        status,
        // Both trucks work in every week, however many suburbs and weeks there are.
        runNumber: thisWeek ? (onFirst ? 1 : 2) : 1 + ((at + Math.floor(at / elsewhere.length)) % 2),
        ...dueOf(scheme, at % 17 === 16 ? { ...first, ...periodBefore(first) } : first),
        origin: at % 5 === 0 ? 'MIGRATED' : 'NEW',
        ...(at === 0
          ? { adminNotes: NOTES_TO_DRIVER[0]! }
          : chance.often(0.4)
            ? { adminNotes: chance.pick(NOTES_TO_DRIVER) }
            : {}),
        ...(chance.often(0.05) ? { doNotRemind: true } : {}),
        ...(chance.often(0.06) ? { propertyManagement: true } : {}),
        ...(chance.often(0.3)
          ? { sourceOfLead: chance.pick(['Letterbox', 'Neighbour', 'Web search', 'Truck sign']) }
          : {}),
      },
      admin,
    )
    made.push({
      customerID: customer.customerID,
      email: customer.email,
      refId: customer.refId,
      suburb: suburb.label,
      address: customer.address,
      weekNumber: suburb.weekNumber,
      onRequest: status === 'ACTIVE' && isOnRequest(scheme),
    })
  }
  return made
}

/** A fortnightly pointer includes its week; a customer collected on request has none (domain.md 3). */
function dueOf(scheme: CollectionScheme, { yearNumber, monthNumber, weekNumber }: CalendarRow) {
  if (isOnRequest(scheme)) return {}
  return { due: scheme === 'FORTNIGHTLY' ? { yearNumber, monthNumber, weekNumber } : { yearNumber, monthNumber } }
}
