import { updateCustomer, updateCycle } from '#contract/v1/customers.ts'
import { shownChoice } from '#domain/import-choices.ts'
import { customerCan } from '#domain/customers.ts'
import { nameKey } from '#domain/import-rows.ts'
import { normalPostcode, postcodeWarning } from '#domain/postcodes.ts'
import { changes } from '../../http/changes.ts'
import { changedCustomer, changedCycle, hasMoved } from '../customers/public.ts'
import type { PackageRow } from '../packages/public.ts'
import type { SuburbRow } from '../suburbs/public.ts'
import type { CustomersFacts } from './customers-facts.ts'
import { balanceBrought, prepaidBrought } from './customers-brought.ts'
import { columnOf, dueOf, placeIn, type Values } from './customers-values.ts'
import type { CustomerPlan } from './customers-write.ts'
import type { Verdict } from './importer.ts'
import type { Before } from './known-people.ts'
import type { Faults } from './read-cells.ts'

/**
 * What a row changes in an existing customer. A differing status is reported, because it has its own rules. The next
 * due period has advanced since the import, so it stays unless there is none.
 */
export function changeOfKnown(
  before: Before,
  values: Values,
  facts: CustomersFacts,
  faults: Faults,
): Verdict<CustomerPlan> | null {
  const {
    refId: _refId,
    suburbLabel: _label,
    packageName: _name,
    status,
    collectionScheme,
    dueYear,
    dueMonth,
    dueWeek,
    openingBalance: _balance,
    openingDueDate: _due,
    prepaidLeft: _left,
    lat: _lat,
    lng: _lng,
    confirmed: _confirmed,
    ...fields
  } = values
  if (status !== undefined && status !== before.status)
    faults.add('status', `This customer is ${shownChoice(before.status)} now. Change the status on the customer’s page`)
  const suburb = suburbAfter(before, values, facts, faults)
  const packageRow = packageAfter(before, values, facts, faults)
  const balance = balanceBrought(values, before.brought, facts.today, faults)
  const { customerID } = before
  const input = faults.check(updateCustomer.input, { customerID, ...fields }, columnOf)
  if (!input || !suburb || !packageRow) return null
  const details = faults.rule(() => changedCustomer(before, input, { suburb, package: packageRow }), columnOf)
  if (!details) return null
  if (facts.pricePending.has(customerID) && changes(before, { amount: details.amount, productID: details.productID }))
    faults.add('amount', 'A price change is announced for this customer. Change the price on the customer’s page')
  const account = {
    firstName: input.firstName ?? before.firstName,
    lastName: input.lastName ?? before.lastName,
    email: input.email ?? before.email,
  }
  const changed = { ...before, ...details, ...account, version: before.version }
  if (changed.state !== before.state || changed.postcode !== before.postcode || suburb.suburbID !== before.suburbID)
    warnOfState(changed, suburb, faults)
  const brought = { balance, prepaid: prepaidBrought(values, before.brought, changed, faults) }
  const cycle = cycleAfter(
    changed,
    { collectionScheme, due: before.dueYear === null ? dueOf({ dueYear, dueMonth, dueWeek }) : null },
    { facts, package: packageRow },
    faults,
  )
  if (!cycle) return null
  const after = { ...changed, ...cycle, version: before.version + 1 }
  const place = placeIn(values, hasMoved(before, after) ? null : before.place, faults)
  if (balance === null && brought.prepaid === 0 && place === null && !changes(before, after)) return { unchanged: true }
  return {
    plan: { before, after, account, brought, place, home: { suburb, package: packageRow } },
    creates: false,
  }
}

function suburbAfter(
  before: Before,
  { suburbLabel, postcode, state }: Values,
  facts: CustomersFacts,
  faults: Faults,
): SuburbRow | null {
  const isThere = postcode === undefined || normalPostcode(String(postcode)) === before.postcode
  const isInState = state === undefined || state === before.state
  const same =
    suburbLabel === undefined || (nameKey(String(suburbLabel)) === nameKey(before.suburb) && isThere && isInState)
  return same
    ? (facts.suburbByID.get(before.suburbID) ?? null)
    : facts.suburbNamed({ label: suburbLabel, postcode, state }, faults)
}

/** A suburb and a state that do not match are accepted, as in the form: a border may run through a delivery area. */
export function warnOfState(
  { state, postcode }: Pick<Before, 'state' | 'postcode'>,
  suburb: SuburbRow,
  faults: Faults,
): void {
  const warning = postcodeWarning(postcode, state)
  if (state !== suburb.state) faults.warn('state', `${suburb.label} ${suburb.postCode} is in ${suburb.state} here`)
  else if (warning) faults.warn('postcode', warning.message)
}

/** The customer's package may be retired by now or share its name with another, so it stays. */
function packageAfter(
  before: Before,
  { packageName }: Values,
  facts: CustomersFacts,
  faults: Faults,
): PackageRow | null {
  const same = packageName === undefined || nameKey(String(packageName)) === nameKey(before.servicePackage)
  return same ? (facts.packagesByID.get(before.productID) ?? null) : facts.packageNamed(String(packageName), faults)
}

interface Wanted {
  readonly collectionScheme: Values['collectionScheme']
  readonly due: Record<string, unknown> | null
}

/** An empty object: nothing changes. */
function cycleAfter(
  changed: Before,
  { collectionScheme, due }: Wanted,
  { facts, package: packageRow }: { facts: CustomersFacts; package: PackageRow },
  faults: Faults,
): Partial<Before> | null {
  const scheme = collectionScheme ?? changed.collectionScheme
  if (scheme === changed.collectionScheme && due === null) return {}
  if (!customerCan(changed.status, 'cycle')) {
    faults.add('collectionScheme', `This can’t be changed while the customer is ${shownChoice(changed.status)}`)
    return null
  }
  const { customerID, weekNumber, runNumber } = changed
  const input = faults.check(
    updateCycle.input,
    { customerID, collectionScheme: scheme, weekNumber, runNumber, ...(due && { due }) },
    columnOf,
  )
  return input && faults.rule(() => changedCycle(changed, input, { ...facts, package: packageRow }), columnOf)
}
