import { and, isNull, sql } from 'drizzle-orm'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { setRunNumbers } from '#contract/v1/customers.ts'
import { newID } from '#domain/identifiers.ts'
import { among } from '../../db/among.ts'
import type { Queryable } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { audit } from '../../db/tables/audit.ts'
import { customers } from '../../db/tables/customers.ts'
import { type Author, doneBy } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'

type Wish = InputOf<typeof setRunNumbers>['customers'][number]

interface Place {
  runNumber: number
  stopOrder: number | null
}

/** Changes the rounds of many customers, all or none, with as many statements as for one. */
export async function changeRunNumbers(
  tx: Queryable,
  author: Author,
  wishes: readonly Wish[],
): Promise<AnswerOf<typeof setRunNumbers>> {
  const ids = wishes.map(({ customerID }) => customerID.toLowerCase())
  const places = await placesOf(tx, ids)
  refuseWrong(ids, places)
  const changed = wishes.flatMap(({ runNumber, stopOrder }, at) => {
    const customerID = ids[at]!
    const before = places.get(customerID)!
    const after: Place = { runNumber, stopOrder: stopOrder === undefined ? before.stopOrder : stopOrder }
    return after.runNumber === before.runNumber && after.stopOrder === before.stopOrder
      ? []
      : [{ customerID, before, after }]
  })
  await setPlaces(tx, changed)
  const { actor, requestID, now } = author
  await insertRows(
    tx,
    audit,
    changed.map(({ customerID, before, after }) => ({
      auditID: newID(now.getTime()),
      at: now,
      ...doneBy(actor),
      action: 'customer.run-number',
      subjectKind: 'customer',
      subjectID: customerID,
      before,
      after,
      requestID,
    })),
  )
  return { changed: changed.length, unchanged: wishes.length - changed.length }
}

async function placesOf(tx: Queryable, ids: readonly string[]): Promise<Map<string, Place>> {
  const rows = await tx
    .select({ customerID: customers.customerID, runNumber: customers.runNumber, stopOrder: customers.stopOrder })
    .from(customers)
    .where(and(among(customers.customerID, ids), isNull(customers.hiddenAt)))
  return new Map(rows.map(({ customerID, ...place }) => [customerID, place]))
}

/** Reports all invalid entries at once, because there may be thousands. */
function refuseWrong(ids: readonly string[], places: ReadonlyMap<string, Place>): void {
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [at, id] of ids.entries()) {
    if (!places.has(id)) fields[`customers.${at}.customerID`] = 'This customer doesn’t exist'
    else if (seen.has(id)) fields[`customers.${at}.customerID`] = 'This customer is in the list twice'
    seen.add(id)
  }
  if (Object.keys(fields).length > 0) throw new Refused('fields_invalid', { fields })
}

async function setPlaces(tx: Queryable, changed: readonly { customerID: string; after: Place }[]): Promise<void> {
  if (changed.length === 0) return
  const changes = changed.map(({ customerID, after }) => ({
    customer_id: customerID,
    run_number: after.runNumber,
    stop_order: after.stopOrder,
  }))
  await tx.execute(sql`
    update ${customers} set run_number = incoming.run_number, stop_order = incoming.stop_order, version = ${customers.version} + 1
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as incoming(customer_id uuid, run_number integer, stop_order integer)
    where ${customers.customerID} = incoming.customer_id`)
}
