import type { Point } from '#domain/place.ts'
import { among } from '../../db/among.ts'
import { nextNumbers, raiseCounter } from '../../db/counters.ts'
import { refreshSearch } from '../search/public.ts'
import type { Queryable } from '../../db/database.ts'
import { giveFirstDue } from '../calendar/public.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { customers, products, suburbs } from '../../db/tables/customers.ts'
import { updateRows } from '../../db/update-rows.ts'
import { addAccounts, renameAccounts } from '../accounts/public.ts'
import { type Author, recordChanges } from '../../http/changes.ts'
import type { Dependencies } from '../../ports.ts'
import {
  changeOf,
  creationOf,
  CUSTOMER_NUMBERS,
  type CustomerRow,
  type CustomerInsert,
  hasMoved,
} from '../customers/public.ts'
import type { PackageRow } from '../packages/public.ts'
import { deletePlaces, importPlaces } from '../places/public.ts'
import type { SuburbRow } from '../suburbs/public.ts'
import { bookBrought, type Brought } from './customers-brought.ts'
import { ChangedMeanwhile } from './importer.ts'

interface PlannedRow {
  readonly account: {
    readonly firstName: string
    readonly lastName: string
    readonly email: string | null
    /** False: the email is another account's. For an existing customer undefined leaves it as it is. */
    signsIn?: boolean
  }
  readonly brought: Brought
  /** From the file; null: it gives none, or the same. */
  readonly place: Point | null
  readonly home: { readonly suburb: SuburbRow; readonly package: PackageRow }
}

interface NewPlan extends PlannedRow {
  readonly before: null
  readonly after: Omit<CustomerInsert, 'refNumber'>
  /** Null: the next one, once it is reserved. */
  refNumber: number | null
}

interface ChangePlan extends PlannedRow {
  readonly before: CustomerRow
  readonly after: CustomerRow
}

export type CustomerPlan = NewPlan | ChangePlan

/**
 * Reserves the numbers of all new customers without one at once. Reserved chunk by chunk, they would make every
 * concurrently added customer conflict with the next chunk. An aborted import leaves unused numbers.
 */
export async function reserveNumbers(tx: Queryable, plans: readonly CustomerPlan[]): Promise<void> {
  const added = plans.filter((plan) => plan.before === null)
  const { counter, first } = CUSTOMER_NUMBERS
  const highest = added.reduce((most, { refNumber }) => Math.max(most, refNumber ?? 0), 0)
  if (highest > 0) await raiseCounter(tx, counter, first, highest)
  await giveNumbers(tx, added)
}

async function giveNumbers(tx: Queryable, added: readonly NewPlan[]): Promise<void> {
  const numberless = added.filter(({ refNumber }) => refNumber === null)
  if (numberless.length === 0) return
  const from = await nextNumbers(tx, CUSTOMER_NUMBERS.counter, CUSTOMER_NUMBERS.first, numberless.length)
  for (const [place, plan] of numberless.entries()) plan.refNumber = from + place
}

export async function writeCustomers(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail'>,
  author: Author,
  plans: readonly CustomerPlan[],
): Promise<void> {
  await assertSameHomes(tx, plans)
  const fresh = plans.filter((plan) => plan.before === null)
  await giveNumbers(tx, fresh)
  const added = fresh.map((plan) => ({ ...plan, after: { ...plan.after, refNumber: plan.refNumber! } }))
  const changed = plans.filter((plan) => plan.before !== null)
  await addAccounts(
    tx,
    added.map(({ account, after }) => ({ userID: after.customerID, ...account })),
    { role: 'CUSTOMER', now: author.now },
  )
  await insertRows(
    tx,
    customers,
    added.map(({ after }) => after),
  )
  await rename(tx, deps, author, changed)
  if (
    (await updateRows(
      tx,
      customers,
      customers.customerID,
      changed.map(({ after }) => after),
    )) < changed.length
  )
    throw new ChangedMeanwhile()
  await bookBrought(
    tx,
    author,
    plans.map(({ after, brought }) => ({ customerID: after.customerID, price: after.amount, ...brought })),
  )
  // The stored place is where the old address is.
  const moved = changed.filter(({ before, after }) => hasMoved(before, after))
  await deletePlaces(
    tx,
    moved.map(({ after }) => after.customerID),
  )
  await importPlaces(
    tx,
    plans.flatMap(({ after, place }) => (place ? [{ customerID: after.customerID, ...place, accuracy: null }] : [])),
    author.now,
  )
  if (changed.length > 0)
    await giveFirstDue(
      tx,
      among(
        customers.customerID,
        changed.map(({ after }) => after.customerID),
      ),
    )
  await refreshSearch(
    tx,
    among(
      customers.customerID,
      plans.map(({ after }) => after.customerID),
    ),
  )
  await recordChanges(
    tx,
    author,
    [
      ...added.map((plan) => ({ plan, change: creationOf(plan.after) })),
      ...changed.map((plan) => ({ plan, change: changeOf(plan.before, plan.after) })),
    ].map(({ plan, change }) => ({
      ...change,
      after: {
        ...change.after,
        ...auditedBrought(plan.brought),
        ...(plan.place && { placeSource: 'imported' }),
      },
    })),
  )
}

const auditedBrought = ({ balance, prepaid }: Brought) => ({
  ...(balance && { openingBalanceCents: balance.amount }),
  ...(balance?.dueDate && { openingDueDate: balance.dueDate }),
  ...(prepaid > 0 && { prepaidLeft: prepaid }),
})

async function rename(
  tx: Queryable,
  deps: Pick<Dependencies, 'mail'>,
  { now }: Author,
  changed: readonly ChangePlan[],
): Promise<void> {
  const renamed = changed.filter(
    ({ before, account }) =>
      before.firstName !== account.firstName || before.lastName !== account.lastName || before.email !== account.email,
  )
  await renameAccounts(
    tx,
    deps,
    renamed.map(({ before, account }) => ({ userID: before.customerID, ...account, emailBefore: before.email })),
    now,
  )
}

/** Week, price and features were derived from suburb and package, so these must be unchanged. */
async function assertSameHomes(tx: Queryable, plans: readonly CustomerPlan[]): Promise<void> {
  const judgedBy = new Map(
    plans.flatMap(
      ({ home: { suburb, package: packageRow } }) =>
        [
          [suburb.suburbID, suburb.version],
          [packageRow.productID, packageRow.version],
        ] as const,
    ),
  )
  const ids = [...judgedBy.keys()]
  const now = [
    ...(await tx
      .select({ id: suburbs.suburbID, version: suburbs.version })
      .from(suburbs)
      .where(among(suburbs.suburbID, ids))),
    ...(await tx
      .select({ id: products.productID, version: products.version })
      .from(products)
      .where(among(products.productID, ids))),
  ]
  if (now.length < ids.length || now.some(({ id, version }) => judgedBy.get(id) !== version))
    throw new ChangedMeanwhile()
}
