import type { Database, Queryable } from '../../db/database.ts'
import { addressOf, bucketOf, countTry, forgetTries, forgiveTry, type Limit } from '../../http/limits.ts'

const MINUTE = 60
/** A whole office may share one address; one account is one person who mistypes. */
const SIGN_IN = { address: { hits: 60, seconds: 15 * MINUTE }, account: { hits: 10, seconds: 15 * MINUTE } }
/**
 * Requests to sign in from one address, right or wrong, counted before their body is read. Far above the wrong tries below: what is
 * refused here is a flood, before it costs memory, JSON or a password's hash.
 */
export const SIGN_IN_REQUESTS: Limit = { hits: 300, seconds: 15 * MINUTE }
/** The same for forgotten passwords, where the address needs no second count. */
export const FORGOT_REQUESTS: Limit = { hits: 20, seconds: 60 * MINUTE }
const FORGOT = { account: { hits: 5, seconds: 60 * MINUTE } }
/** Guessing a link's token is hopeless anyway; this keeps it cheap for us. */
export const LINK_TRIES: Limit = { hits: 20, seconds: 15 * MINUTE }

const buckets = (action: string, ip: string, email: string) => ({
  address: bucketOf(`${action} address`, addressOf(ip)),
  account: bucketOf(`${action} account`, email.toLowerCase()),
})

/** Counts a try to sign in; `forgive` takes it back when it was right, and the account's earlier typing errors with it. */
export async function countSignIn(db: Database, ip: string, email: string, now: Date): Promise<{ forgive(): Promise<void> }> {
  const { address, account } = buckets('signin', ip, email)
  await countTry(db, address, SIGN_IN.address, now)
  await countTry(db, account, SIGN_IN.account, now)
  return {
    forgive: async () => {
      await forgiveTry(db, address)
      await forgetTries(db, account)
    },
  }
}

export async function countForgotten(db: Database, email: string, now: Date): Promise<void> {
  await countTry(db, buckets('forgot', '', email).account, FORGOT.account, now)
}

/** Who has just chosen a new password may sign in with it, however often he mistyped the old one. */
export async function forgetWrongPasswords(db: Queryable, email: string): Promise<void> {
  await forgetTries(db, buckets('signin', '', email).account)
}
