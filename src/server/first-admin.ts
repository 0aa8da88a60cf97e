import { and, eq, isNull } from 'drizzle-orm'
import { WrongConfig } from './config.ts'
import { oneTimeTokens } from './db/tables/users.ts'
import { inTransaction } from './db/transaction.ts'
import { addFirstAdmin, sendResetLink } from './features/session/session-commands.ts'
import { accountByEmail, adminExists } from './features/session/session-reads.ts'
import { issueToken } from './features/accounts/one-time-tokens.ts'
import { settingsInForce } from './features/settings/public.ts'
import { Refused } from './http/refused.ts'
import type { Dependencies } from './ports.ts'

const LINK_HOURS = 72

/**
 * While there is no admin, creates one from ADMIN_EMAIL, to whom a link to choose a password is mailed where there is no
 * ADMIN_PASSWORD; or returns a one-time set-up link for the console, which invalidates an earlier one. Null: there is an
 * admin.
 */
export async function ensureFirstAdmin(
  deps: Dependencies,
  firstAdmin: { readonly email: string; readonly password?: string | undefined } | undefined,
): Promise<string | null> {
  const { database, clock, config } = deps
  const now = clock.now()
  return inTransaction(database.db, async (tx) => {
    if (await adminExists(tx)) return null
    if (firstAdmin) {
      await addFirstAdmin(tx, { firstName: 'Admin', lastName: '', ...firstAdmin }, now).catch((error: unknown) => {
        const problem = error instanceof Refused ? error.details.fields?.['password'] : undefined
        throw problem === undefined ? error : new WrongConfig(`ADMIN_PASSWORD: ${problem}.`)
      })
      if (firstAdmin.password === undefined)
        await sendResetLink(tx, deps, await accountByEmail(tx, firstAdmin.email, now), await settingsInForce(tx), now)
      return null
    }
    await tx
      .update(oneTimeTokens)
      .set({ usedAt: now })
      .where(and(eq(oneTimeTokens.purpose, 'set-up'), isNull(oneTimeTokens.usedAt)))
    const token = await issueToken(tx, {
      purpose: 'set-up',
      userID: null,
      expiresAt: new Date(now.getTime() + LINK_HOURS * 3_600_000),
      now,
    })
    return `${config.publicUrl}/set-up?token=${token}`
  })
}

/** Whether OIDC_PASSWORD_ADMIN names nobody, so that no admin can log in while the provider is down. */
export async function namesNoAdmin({ oidc, database, clock }: Dependencies): Promise<boolean> {
  const email = oidc?.passwordAdmin ?? null
  if (email === null) return false
  const account = await accountByEmail(database.db, email, clock.now())
  return account?.role !== 'ADMIN' || account.closed
}
