import { and, eq, isNotNull } from 'drizzle-orm'
import type { createDepot, updateDepot } from '#contract/v1/depots.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { newID } from '#domain/identifiers.ts'
import type { Point } from '#domain/place.ts'
import { oneSpaced } from '#domain/texts.ts'
import type { Queryable } from '../../db/database.ts'
import { depots } from '../../db/tables/depots.ts'
import { users } from '../../db/tables/users.ts'
import { type Author, changes, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { refusing } from '../../http/refusing.ts'
import { requireVersion } from '../../http/serve.ts'
import { storedPoint } from '../../http/stored-values.ts'
import { depotByID, type DepotRow } from './depots-reads.ts'

const SUBJECT = 'depot'
const TAKEN = { unique: { depots_name: 'depot_taken' } } as const

export async function addDepot(
  tx: Queryable,
  author: Author,
  { name, place }: InputOf<typeof createDepot>,
): Promise<string> {
  const row = {
    depotID: newID(),
    name: oneSpaced(name),
    ...storedPlace(place ?? null),
    createdAt: author.now,
    version: 1,
  }
  await refusing(() => tx.insert(depots).values(row), TAKEN)
  await recordChange(tx, author, {
    action: 'depot.create',
    subjectKind: SUBJECT,
    subjectID: row.depotID,
    after: audited(row),
  })
  return row.depotID
}

export async function changeDepot(
  tx: Queryable,
  author: Author,
  { depotID, name, place }: InputOf<typeof updateDepot>,
  ifMatch: number | null,
): Promise<void> {
  const before = await existingDepot(tx, depotID)
  requireVersion(ifMatch, before.version)
  const after = {
    ...before,
    ...(name !== undefined && { name: oneSpaced(name) }),
    ...(place !== undefined && storedPlace(place)),
    version: before.version + 1,
  }
  if (!changes(before, after)) return
  await refusing(() => tx.update(depots).set(after).where(eq(depots.depotID, depotID)), TAKEN)
  await recordChange(tx, author, {
    action: 'depot.update',
    subjectKind: SUBJECT,
    subjectID: depotID,
    before: audited(before),
    after: audited(after),
  })
}

/** Only a depot without suburbs, drivers, runs and users can be deleted; any reference in the database prevents it. */
export async function removeDepot(
  tx: Queryable,
  author: Author,
  depotID: string,
  ifMatch: number | null,
): Promise<void> {
  const before = await existingDepot(tx, depotID)
  requireVersion(ifMatch, before.version)
  await refusing(
    async () => {
      // The rows of users who may no longer sign in stay for their names.
      await tx
        .update(users)
        .set({ depotID: null })
        .where(and(eq(users.depotID, depotID), isNotNull(users.disabledAt)))
      await tx.delete(depots).where(eq(depots.depotID, depotID))
    },
    { reference: 'depot_in_use' },
  )
  await recordChange(tx, author, {
    action: 'depot.delete',
    subjectKind: SUBJECT,
    subjectID: depotID,
    before: audited(before),
  })
}

async function existingDepot(tx: Queryable, depotID: string): Promise<DepotRow> {
  const row = await depotByID(tx, depotID)
  if (!row) throw new Refused('not_found')
  return row
}

const audited = ({ name, latitude, longitude }: Pick<DepotRow, 'name' | 'latitude' | 'longitude'>) => ({
  name,
  latitude,
  longitude,
})

/** @param place null: none */
function storedPlace(place: Point | null): Pick<DepotRow, 'latitude' | 'longitude'> {
  return place === null ? { latitude: null, longitude: null } : storedPoint('place', place)
}
