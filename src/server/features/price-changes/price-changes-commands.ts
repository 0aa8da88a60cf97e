import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { createPriceChange, updatePriceChange } from '#contract/v1/price-changes.ts'
import { type Day, formatDay } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import { nearestCents } from '#domain/money.ts'
import { ruleProblem } from '#domain/price-changes.ts'
import type { Queryable } from '../../db/database.ts'
import { priceChanges } from '../../db/tables/prices.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { requireVersion } from '../../http/serve.ts'
import { packageByID } from '../packages/public.ts'
import { businessToday } from '../settings/public.ts'
import { suburbByID } from '../suburbs/public.ts'
import { lockPriceChange, type PriceChangeRow, stateOf } from './price-changes-reads.ts'

type Fields = Omit<InputOf<typeof updatePriceChange>, 'priceChangeID'>

/** A draft changes nobody's price. */
export async function draftPriceChange(
  tx: Queryable,
  author: Author,
  input: InputOf<typeof createPriceChange>,
): Promise<string> {
  const today = await businessToday(tx, author.now)
  const priceChangeID = newID()
  const row: PriceChangeRow = {
    priceChangeID,
    description: null,
    kind: input.kind,
    value: 0,
    roundTo: 1,
    day: input.day,
    productID: null,
    withPackage: false,
    suburbID: null,
    runNumber: null,
    weekNumber: null,
    collectionScheme: null,
    announcedAt: null,
    cancelledAt: null,
    noticeDays: null,
    packageOld: null,
    packageNew: null,
    packageState: null,
    createdAt: author.now,
    version: 1,
  }
  const drafted = await withFields(tx, row, input, today)
  await tx.insert(priceChanges).values(drafted)
  await recordChange(tx, author, {
    action: 'price_change.create',
    subjectKind: 'price_change',
    subjectID: priceChangeID,
    after: audited(drafted),
  })
  return priceChangeID
}

export async function changePriceChange(
  tx: Queryable,
  author: Author,
  { priceChangeID, ...input }: InputOf<typeof updatePriceChange>,
  ifMatch: number | null,
): Promise<void> {
  const locked = await lockPriceChange(tx, priceChangeID)
  const { servicePackage: _package, suburb: _suburb, isDropped: _dropped, ...before } = locked
  const today = await businessToday(tx, author.now)
  if (stateOf(locked, today) !== 'draft') throw new Refused('wrong_state')
  requireVersion(ifMatch, before.version)
  const after = await withFields(tx, before, input, today)
  if (!changes(before, after)) return
  await tx
    .update(priceChanges)
    .set({ ...after, version: before.version + 1 })
    .where(eq(priceChanges.priceChangeID, priceChangeID))
  await recordChange(tx, author, {
    action: 'price_change.update',
    subjectKind: 'price_change',
    subjectID: priceChangeID,
    before: audited(before),
    after: audited(after),
  })
}

/** The draft with the given fields. Refuses what can't be, at its field. */
async function withFields(tx: Queryable, before: PriceChangeRow, input: Fields, today: Day): Promise<PriceChangeRow> {
  const kind = input.kind ?? before.kind
  const given = {
    to: input.to,
    by: input.by,
    percent: input.percent == null ? input.percent : nearestCents(input.percent),
  }
  const value = given[kind] ?? (kind === before.kind && before.value !== 0 ? before.value : null)
  if (value === null) refuseField(kind, 'This field is required')
  const or = <Value>(value: Value | undefined, stored: Value) => (value === undefined ? stored : value)
  const after: PriceChangeRow = {
    ...before,
    kind,
    value,
    description: or(input.description, before.description) || null,
    roundTo: kind === 'percent' ? or(input.roundTo, before.roundTo) : 1,
    day: or(input.day, before.day),
    productID: or(input.productID, before.productID),
    suburbID: or(input.suburbID, before.suburbID),
    runNumber: or(input.runNumber, before.runNumber),
    weekNumber: or(input.weekNumber, before.weekNumber),
    collectionScheme: or(input.collectionScheme, before.collectionScheme),
  }
  const problem = ruleProblem(after)
  if (problem !== null) refuseField(kind, problem)
  if (after.day <= today) refuseField('day', `Choose a day after ${formatDay(today)}`)
  const group = [after.suburbID, after.runNumber, after.weekNumber, after.collectionScheme]
  const hasGroup = group.some((one) => one !== null)
  if (after.productID === null && !hasGroup) refuseField('productID', 'Choose a service or a group of customers')
  if (after.productID !== null && after.productID !== before.productID) {
    if (!(await packageByID(tx, after.productID, today))) refuseField('productID', 'This service package doesn’t exist')
  }
  if (after.suburbID !== null && after.suburbID !== before.suburbID) {
    if (!(await suburbByID(tx, after.suburbID))) refuseField('suburbID', 'This suburb doesn’t exist')
  }
  return { ...after, withPackage: after.productID !== null && !hasGroup }
}

function audited({
  kind,
  value,
  roundTo,
  day,
  productID,
  suburbID,
  runNumber,
  weekNumber,
  collectionScheme,
}: PriceChangeRow) {
  return { kind, value, roundTo, day, productID, suburbID, runNumber, weekNumber, collectionScheme }
}
