import { eq } from 'drizzle-orm'
import type { InputOf } from '#contract/endpoint.ts'
import type { askForSuburb } from '#contract/v1/registration.ts'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../db/database.ts'
import { suburbRequests } from '../../db/tables/registrations.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { storedPhone, storedPostcode } from '../../http/stored-values.ts'

/** No mail is sent, because the address is not known to be the person's; the office answers. */
export async function addSuburbRequest(tx: Queryable, input: InputOf<typeof askForSuburb>, now: Date): Promise<void> {
  const { suburb, postcode, firstName, lastName, email, mobilePhone } = input
  await tx.insert(suburbRequests).values({
    suburb,
    firstName,
    lastName,
    email,
    suburbRequestID: newID(now.getTime()),
    postcode: storedPostcode('postcode', postcode),
    mobilePhone: storedPhone('mobilePhone', mobilePhone),
    createdAt: now,
  })
}

export async function removeSuburbRequest(tx: Queryable, author: Author, suburbRequestID: string): Promise<void> {
  const [removed] = await tx
    .delete(suburbRequests)
    .where(eq(suburbRequests.suburbRequestID, suburbRequestID))
    .returning()
  if (!removed) throw new Refused('not_found')
  const { suburb, postcode } = removed
  await recordChange(tx, author, {
    action: 'suburb-request.delete',
    subjectKind: 'suburb-request',
    subjectID: suburbRequestID,
    before: { suburb, postcode },
  })
}
