import { and, eq, isNull } from 'drizzle-orm'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import type { createApiToken } from '#contract/v1/api-tokens.ts'
import { dayOf, endOfDayExclusive } from '#domain/dates.ts'
import { newID } from '#domain/identifiers.ts'
import type { Queryable } from '../../../db/database.ts'
import { businessTimeZone } from '../../../db/setting-values.ts'
import { apiTokens } from '../../../db/tables/api-tokens.ts'
import { newApiToken } from '../../../http/api-tokens.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import { Refused, refuseField } from '../../../http/refused.ts'
import type { Actor } from '../../../http/serve.ts'
import { hashToken } from '../../../http/tokens.ts'
import { presentApiToken } from './api-tokens-reads.ts'

const SUBJECT = 'api_token'

/** Makes a token, whose text is in this answer only. Confirm the author's password first. */
export async function addApiToken(
  tx: Queryable,
  author: Author & { readonly actor: Actor },
  { name, addresses = [], expiresOn = null, ...input }: InputOf<typeof createApiToken>,
): Promise<AnswerOf<typeof createApiToken>> {
  const { actor, now } = author
  const timeZone = await businessTimeZone(tx)
  if (expiresOn !== null && expiresOn < dayOf(now, timeZone)) refuseField('expiresOn', 'This day has passed')
  const scopes = [...new Set(input.scopes)]
  const token = newApiToken()
  const row = {
    tokenID: newID(now.getTime()),
    name,
    hash: hashToken(token),
    scopes,
    addresses: [...new Set(addresses)],
    createdBy: actor.userID,
    createdAt: now,
    expiresAt: expiresOn === null ? null : endOfDayExclusive(expiresOn, timeZone),
    endedAt: null,
    lastUsedAt: null,
  }
  await tx.insert(apiTokens).values(row)
  await recordChange(tx, author, {
    action: 'api_token.create',
    subjectKind: SUBJECT,
    subjectID: row.tokenID,
    after: { name, scopes, addresses: row.addresses, expiresOn },
  })
  return { ...presentApiToken(row, actor.fullName), token }
}

/** Ends a token. One that has ended stays as it is. */
export async function endToken(tx: Queryable, author: Author, tokenID: string): Promise<void> {
  const [ended] = await tx
    .update(apiTokens)
    .set({ endedAt: author.now })
    .where(and(eq(apiTokens.tokenID, tokenID), isNull(apiTokens.endedAt)))
    .returning({ tokenID: apiTokens.tokenID })
  if (ended) return recordChange(tx, author, { action: 'api_token.end', subjectKind: SUBJECT, subjectID: tokenID })
  const [known] = await tx.select({ tokenID: apiTokens.tokenID }).from(apiTokens).where(eq(apiTokens.tokenID, tokenID))
  if (!known) throw new Refused('not_found')
}
