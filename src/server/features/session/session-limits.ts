import type { Database, Queryable } from '../../db/database.ts'
import { addressOf, bucketOf, countTry, forgetTries, forgiveTry, type Limit } from '../../http/limits.ts'

const MINUTE = 60
/** A whole office may share one address; one account is one person who mistypes. */
const SIGN_IN = { address: { hits: 60, seconds: 15 * MINUTE }, account: { hits: 10, seconds: 15 * MINUTE } }
const FORGOT = { address: { hits: 20, seconds: 60 * MINUTE }, account: { hits: 5, seconds: 60 * MINUTE } }
/** Guessing a link's token is hopeless anyway; this keeps it cheap for us. */
export const LINK_TRIES: Limit = { hits: 20, seconds: 15 * MINUTE }

const buckets = (action: string, ip: string, email: string) => ({
  address: bucketOf(`${action} address`, addressOf(ip)),
  account: bucketOf(`${action} account`, email.toLowerCase()),
})

export interface CountedTry {
  /** The sign-in was right: the account's earlier wrong tries no longer count either. */
  forgive(): Promise<void>
  /** So far it was right, and something more is asked for: this try does not count, the earlier ones do. */
  takeBack(): Promise<void>
}

/** Counts a try to sign in before it is known whether it is right. */
export async function countSignIn(db: Database, ip: string, email: string, now: Date): Promise<CountedTry> {
  const { address, account } = buckets('signin', ip, email)
  await countTry(db, address, SIGN_IN.address, now)
  await countTry(db, account, SIGN_IN.account, now)
  return {
    forgive: async () => {
      await forgiveTry(db, address)
      await forgetTries(db, account)
    },
    takeBack: async () => {
      await forgiveTry(db, address)
      await forgiveTry(db, account)
    },
  }
}

export async function countForgotten(db: Database, ip: string, email: string, now: Date): Promise<void> {
  const { address, account } = buckets('forgot', ip, email)
  await countTry(db, address, FORGOT.address, now)
  await countTry(db, account, FORGOT.account, now)
}

/** Who has just chosen a new password may sign in with it, however often he mistyped the old one. */
export async function forgetWrongPasswords(db: Queryable, email: string): Promise<void> {
  await forgetTries(db, buckets('signin', '', email).account)
}
