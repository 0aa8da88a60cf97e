import { type Customer, getCustomer, listCustomers } from '#contract/v1/customers.ts'
import { type Driver, getDriver, listDrivers } from '#contract/v1/drivers.ts'
import { getProduct, listProducts, type Package } from '#contract/v1/packages.ts'
import { getSuburb, listSuburbs, type Suburb } from '#contract/v1/suburbs.ts'
import type { PickSource } from './remote-pick.tsx'

export const suburbSource: PickSource = {
  list: listSuburbs,
  one: getSuburb,
  idAs: 'suburbID',
  optionOf: ({ suburbID, label, postCode }: Suburb) => ({ value: suburbID, label: `${label} ${postCode}` }),
}

export const packageSource: PickSource = {
  list: listProducts,
  one: getProduct,
  idAs: 'productID',
  optionOf: ({ productID, name }: Package) => ({ value: productID, label: name }),
  few: true,
}

/** A retired package can't be chosen for further customers. */
export const offeredPackageSource: PickSource = { ...packageSource, fixed: { retired: 'false' } }

/** Only current customers can have a collection or a no pickup. */
export const customerSource: PickSource = {
  list: listCustomers,
  fixed: { status: 'ACTIVE' },
  one: getCustomer,
  idAs: 'customerID',
  optionOf: ({
    customerID,
    fullName,
    refId,
    suburb,
  }: Pick<Customer, 'customerID' | 'fullName' | 'refId' | 'suburb'>) => ({
    value: customerID,
    label: `${fullName}, ${suburb} (${refId})`,
  }),
}

/** Former customers too, because they may owe. */
export const anyCustomerSource: PickSource = { ...customerSource, fixed: {} }

export const driverSource: PickSource = {
  list: listDrivers,
  one: getDriver,
  idAs: 'driverID',
  optionOf: ({ driverID, fullName }: Pick<Driver, 'driverID' | 'fullName'>) => ({ value: driverID, label: fullName }),
  few: true,
}
