import { updateCustomer } from '#contract/v1/customers.ts'
import { updateDriver } from '#contract/v1/drivers.ts'
import { updateSettings } from '#contract/v1/settings.ts'
import { updateSuburb } from '#contract/v1/suburbs.ts'
import type { Ask } from './door.ts'

/** Castle Hill's industrial area, and a transfer station by the motorway. */
const DEPOT = '-33.7302, 150.9811'
const TIP = '-33.7896, 151.1242'
const DAVES_HOME = { latitude: -33.7124, longitude: 150.9542 }
const SIONES_HOME = { latitude: -33.7058, longitude: 151.0071 }

interface Named {
  readonly drivers: readonly [dave: string, sione: string]
  /** A customer of the first truck, who works from nine. */
  readonly early: string
  /** A customer of the first truck, whose stop is always its driver's. */
  readonly tied: string
  /** The suburb of Old Castle Road. */
  readonly castleHill: string
}

/**
 * Where the trucks start and end, a customer to be reached early, one who is always with one driver, a street that is
 * driven whole; and places are learnt from where drivers' phones are.
 */
export async function sayRoutes(ask: Ask, admin: string, { drivers, early, tied, castleHill }: Named): Promise<void> {
  const [dave, sione] = drivers
  const settings = [
    { key: 'route.depot', value: DEPOT },
    { key: 'route.tip', value: TIP },
    { key: 'places.learn', value: true },
  ]
  await ask(updateSettings, { settings }, admin)
  await ask(updateDriver, { driverID: dave, startsAt: 'depot', endsAt: 'tip', home: DAVES_HOME, truckBags: 90 }, admin)
  await ask(
    updateDriver,
    { driverID: sione, startsAt: 'home', endsAt: 'depot', home: SIONES_HOME, truckBags: 90, longestDay: 8 },
    admin,
  )
  await ask(updateCustomer, { customerID: early, orderWish: '09:00' }, admin)
  await ask(updateCustomer, { customerID: tied, driverID: dave }, admin)
  await ask(
    updateSuburb,
    { suburbID: castleHill, streets: [{ name: 'Old Castle Rd', way: 'one-side-and-back' }] },
    admin,
  )
}
