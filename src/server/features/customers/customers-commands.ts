import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { createCustomer, updateCustomer } from '#contract/v1/customers.ts'
import { newID } from '#domain/identifiers.ts'
import { nextNumber } from '../../db/counters.ts'
import { refreshSearch } from '../search/public.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { addAccount, changeAccount, isAnotherMailbox, isEmailTaken, namesIn } from '../accounts/public.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import type { Actor } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { driverByID } from '../drivers/public.ts'
import { deletePlaces } from '../places/public.ts'
import { packageByID, type PackageRow } from '../packages/public.ts'
import { cycleFacts } from '../calendar/public.ts'
import { bringUp, decidePending } from '../prices/public.ts'
import { businessToday } from '../settings/public.ts'
import { suburbByID, type SuburbRow } from '../suburbs/public.ts'
import { changedCustomer, changeOf, creationOf, CUSTOMER_NUMBERS, hasMoved, newCustomer } from './customer-rows.ts'
import { customerFor, existingCustomer, requireUsualPrice, requireUsualTerms } from './customers-policy.ts'
import { customerByID, type CustomerRow } from './customers-reads.ts'

type OfficeAuthor = Author & { readonly actor: Pick<Actor, 'officeRole'> }

export async function addCustomer(
  tx: Queryable,
  author: OfficeAuthor,
  input: InputOf<typeof createCustomer>,
): Promise<string> {
  const home = await known(tx, input, author.now)
  await requireDriver(tx, input.driverID)
  const customerID = newID()
  const row = newCustomer(customerID, input, { ...home, ...(await cycleFacts(tx, author.now)) }, author.now)
  requireUsualPrice(author.actor, row, { amount: home.package.price })
  const shares = await sharesEmail(tx, customerID, input)
  await addAccount(tx, { ...input, userID: customerID, role: 'CUSTOMER', now: author.now, signsIn: !shares })
  const refNumber = await nextNumber(tx, CUSTOMER_NUMBERS.counter, CUSTOMER_NUMBERS.first)
  await tx.insert(customers).values({ ...row, refNumber })
  await refreshSearch(tx, eq(customers.customerID, customerID))
  await recordChange(tx, author, creationOf((await customerByID(tx, customerID))!))
  return customerID
}

export async function changeCustomer(
  tx: Queryable,
  author: OfficeAuthor,
  deps: Pick<Dependencies, 'mail'>,
  { customerID, pendingPrice, ...input }: InputOf<typeof updateCustomer>,
  ifMatch: number | null,
): Promise<void> {
  const read = await customerFor(tx, 'edit', customerID, ifMatch)
  // The version is the one that the form was filled from; the price of the day is stored first.
  await bringUp(tx, [customerID], await businessToday(tx, author.now), author.now)
  const before = (await customerByID(tx, customerID)) ?? read
  const home = await known(
    tx,
    {
      productID: input.productID ?? before.productID,
      suburbID: input.suburbID ?? before.suburbID,
    },
    author.now,
  )
  await requireDriver(tx, input.driverID)
  const row = changedCustomer(before, input, home)
  const { amount = before.amount, priceFixedUntil = before.priceFixedUntil } = row
  // With another package its price is no price of the customer's own.
  const usual = amount === home.package.price ? amount : before.amount
  requireUsualPrice(author.actor, { amount, priceFixedUntil }, { ...before, amount: usual })
  requireUsualTerms(author.actor, before, row, pendingPrice)
  if (!changes(before, { ...row, ...namesIn(input) })) return
  if (changes(before, { amount: row.amount, productID: row.productID }))
    await decidePending(tx, [customerID], pendingPrice, author.now)
  await changeAccount(tx, deps, customerID, before, input, author.now, {
    signsIn: await signInAfter(tx, before, input),
  })
  await tx.update(customers).set(row).where(eq(customers.customerID, customerID))
  if (hasMoved(before, row)) await deletePlaces(tx, [customerID])
  await refreshSearch(tx, eq(customers.customerID, customerID))
  await recordChange(tx, author, changeOf(before, await existingCustomer(tx, customerID), input))
}

/**
 * Whether the customer gets mail at an address with which another account signs in, as the office allowed: a couple, or
 * somebody with two homes. Such a customer signs in nowhere, because the address belongs to the other account.
 */
async function sharesEmail(
  tx: Queryable,
  customerID: string,
  { email, password, shareEmail }: Pick<InputOf<typeof createCustomer>, 'email' | 'password' | 'shareEmail'>,
): Promise<boolean> {
  if (shareEmail !== true || !email || !(await isEmailTaken(tx, email, customerID))) return false
  if (password !== undefined)
    refuseField('password', 'This customer shares an email and can’t log in, so leave the password empty')
  return true
}

/** Whether the changed account signs in; undefined: as before, also for a request that is not confirmed yet. */
async function signInAfter(
  tx: Queryable,
  { customerID, email: emailBefore, status }: CustomerRow,
  input: Omit<InputOf<typeof updateCustomer>, 'customerID'>,
): Promise<boolean | undefined> {
  const email = input.email === undefined ? emailBefore : input.email
  if (await sharesEmail(tx, customerID, { ...input, email })) return false
  const isNew = isAnotherMailbox(email, emailBefore) || input.password !== undefined
  return isNew && status !== 'PENDING' ? true : undefined
}

async function requireDriver(tx: Queryable, driverID: string | null | undefined): Promise<void> {
  if (driverID && !(await driverByID(tx, driverID))) refuseField('driverID', 'This driver doesn’t exist')
}

/** Loads the customer's package and suburb, and refuses all that do not exist at once. */
async function known(
  tx: Queryable,
  { productID, suburbID }: { productID: string; suburbID: string },
  now: Date,
): Promise<{ package: PackageRow; suburb: SuburbRow }> {
  const packageRow = await packageByID(tx, productID, await businessToday(tx, now))
  const suburb = await suburbByID(tx, suburbID)
  if (packageRow && suburb) return { package: packageRow, suburb }
  const fields = {
    ...(!packageRow && { productID: 'This service package doesn’t exist' }),
    ...(!suburb && { suburbID: 'This suburb doesn’t exist' }),
  }
  throw new Refused('fields_invalid', { fields })
}
