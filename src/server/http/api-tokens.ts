import { and, eq, isNull, sql } from 'drizzle-orm'
import { BlockList, isIPv6 } from 'node:net'
import type { TokenScope } from '#contract/token-scopes.ts'
import type { OfficeRole } from '#domain/office-roles.ts'
import type { Database, Queryable } from '../db/database.ts'
import { PreparedQuery } from '../db/prepared-query.ts'
import { apiTokens } from '../db/tables/api-tokens.ts'
import { users } from '../db/tables/users.ts'
import type { Limit } from './limits.ts'
import type { Actor } from './serve.ts'
import { storedOfficeRole } from './sessions.ts'
import { hashToken, newToken } from './tokens.ts'

/** How the text of every API token begins, so that people and programs that look for leaked secrets recognise one. */
const PREFIX = 'bgr_'
const LENGTH = PREFIX.length + 43
export const TOKEN_CALLS: Limit = { hits: 300, seconds: 60 }
/** The last use is written at most this often, so that not every request writes it. */
const NOTE_EVERY_MS = 60_000

/** A session's token is shorter. */
export const isApiToken = (token: string): boolean => token.startsWith(PREFIX) && token.length === LENGTH
export const newApiToken = (): string => PREFIX + newToken()

interface Found {
  readonly actor: Actor & { readonly tokenID: string }
  /** Its last use is due to be written. */
  readonly noteDue: boolean
}

/** Whether a token is neither ended nor expired. @param now an instant as text, or the place of one */
export const inForce = (now: unknown) =>
  sql`${apiTokens.endedAt} is null and (${apiTokens.expiresAt} is null or ${apiTokens.expiresAt} > ${now}::timestamptz)`

const whoseToken = new PreparedQuery<{
  tokenID: string
  scopes: TokenScope[]
  addresses: string[]
  noteDue: boolean
  userID: string
  officeRole: OfficeRole | null
  depotID: string | null
  fullName: string
}>(sql`
  select ${apiTokens.tokenID} as "tokenID", ${apiTokens.scopes} as "scopes", ${apiTokens.addresses} as "addresses",
    coalesce(${apiTokens.lastUsedAt} <= ${sql.placeholder('notedBefore')}::timestamptz, true) as "noteDue",
    ${users.userID} as "userID", ${storedOfficeRole} as "officeRole", ${users.depotID} as "depotID", ${users.fullName} as "fullName"
  from ${apiTokens} join ${users} on ${users.userID} = ${apiTokens.createdBy}
  where ${apiTokens.hash} = ${sql.placeholder('hash')} and ${inForce(sql.placeholder('now'))}
    and ${users.role} = 'ADMIN' and ${users.signsIn} = 1 and ${users.disabledAt} is null`)

/**
 * Whom a token acts for, and what it may do. Null, without saying why: it is unknown, ended, expired, not for this
 * address, or its admin can't sign in any more. It needs no second factor, and belongs to no phone.
 */
export async function findApiToken(db: Database, token: string, ip: string, now: Date): Promise<Found | null> {
  const [row] = await whoseToken.ask(db, {
    hash: hashToken(token),
    now: now.toISOString(),
    notedBefore: new Date(now.getTime() - NOTE_EVERY_MS).toISOString(),
  })
  if (!row || !isFrom(ip, row.addresses)) return null
  const { tokenID, userID, officeRole, depotID, fullName, scopes, noteDue } = row
  const rest = { deviceID: null, onRevokedDevice: false, secondFactorMissing: false }
  return {
    actor: { userID, role: 'ADMIN', officeRole, depotID, sessionID: tokenID, fullName, tokenID, scopes, ...rest },
    noteDue,
  }
}

function isFrom(ip: string, addresses: readonly string[]): boolean {
  if (addresses.length === 0) return true
  const list = new BlockList()
  for (const address of addresses) {
    const [net = '', prefix] = address.split('/')
    const family = isIPv6(net) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(prefix), family)
  }
  // An IPv4 caller of a socket that is open for both.
  const plain = ip.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

export async function noteUse(db: Queryable, tokenID: string, now: Date): Promise<void> {
  await db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.tokenID, tokenID))
}

/** Ends the tokens of an admin whose account is closed. */
export async function endApiTokensOf(tx: Queryable, userID: string, now: Date): Promise<string[]> {
  const ended = await tx
    .update(apiTokens)
    .set({ endedAt: now })
    .where(and(eq(apiTokens.createdBy, userID), isNull(apiTokens.endedAt)))
    .returning({ tokenID: apiTokens.tokenID })
  return ended.map(({ tokenID }) => tokenID)
}
