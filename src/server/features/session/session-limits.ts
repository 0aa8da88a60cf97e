import type { Database, Queryable } from '../../db/database.ts'
import {
  addressOf,
  bucketOf,
  countHit,
  countTry,
  forgetTries,
  forgiveTry,
  type Limit,
  touchTries,
} from '../../http/limits.ts'
import { waitAfter } from './slow-down.ts'

const MINUTE = 60
const WINDOW = 15 * MINUTE
/** A whole office may share one address; an account belongs to one person, so its limit is lower. */
const SIGN_IN = {
  address: { hits: 60, seconds: WINDOW },
  pair: { hits: 10, seconds: WINDOW },
  device: { hits: 10, seconds: WINDOW },
}
/** Wrong tries at one account, from any address, before further ones from unknown browsers are delayed. */
const BEFORE_SLOW = 10
/**
 * Sign-in requests from one address, right or wrong, counted before their body is read. Far above the limit of wrong
 * tries: it stops a flood before it costs memory, parsing or a password hash.
 */
export const SIGN_IN_REQUESTS: Limit = { hits: 300, seconds: WINDOW }
/** The same for forgotten passwords, where the address needs no second count. */
export const FORGOT_REQUESTS: Limit = { hits: 20, seconds: 60 * MINUTE }
const FORGOT = { pair: { hits: 5, seconds: 60 * MINUTE } }
const MAILS_AN_HOUR = 5
/** Guessing a link's token is infeasible; this limits the load of trying. */
export const LINK_TRIES: Limit = { hits: 20, seconds: WINDOW }

const buckets = (action: string, ip: string, email: string) => {
  const [address, account] = [addressOf(ip), email.toLowerCase()]
  return {
    address: bucketOf(`${action} address`, address),
    pair: bucketOf(`${action} account and address`, `${account} ${address}`),
    account: bucketOf(`${action} account`, account),
  }
}

export interface CountedTry {
  /** The sign-in succeeded, so the account's earlier wrong tries from here no longer count. */
  forgive(): Promise<void>
  /** The password was right and a second factor is required: this try does not count, the earlier ones do. */
  takeBack(): Promise<void>
  /** Costs an unknown email a write as expensive as recording a failure of a known account. */
  touch(): Promise<void>
}

interface Try {
  readonly ip: string
  readonly email: string
  /** The browser's id, if this account has signed in from it before. */
  readonly device: string | null
}

/**
 * Counts a sign-in try before its result is known. A known browser has its own counter; any other try counts by
 * address, by account and address, and by account. The last never refuses, but delays further tries.
 */
export async function countSignIn(
  db: Database,
  pause: (ms: number, address: string) => Promise<void>,
  { ip, email, device }: Try,
  now: Date,
): Promise<CountedTry> {
  const { address, pair, account } = buckets('signin', ip, email)
  if (device !== null) {
    const own = bucketOf('signin device', device)
    await countTry(db, own, SIGN_IN.device, now)
    return {
      forgive: () => forgetTries(db, own),
      takeBack: () => forgiveTry(db, own),
      touch: () => touchTries(db, own),
    }
  }
  await countTry(db, address, SIGN_IN.address, now)
  await countTry(db, pair, SIGN_IN.pair, now)
  const { hits } = await countHit(db, account, WINDOW, now)
  await pause(waitAfter(hits - BEFORE_SLOW), addressOf(ip))
  const forgiveEverywhere = async () => {
    await forgiveTry(db, address)
    await forgiveTry(db, account)
  }
  return {
    forgive: async () => {
      await forgiveEverywhere()
      await forgetTries(db, pair)
    },
    takeBack: async () => {
      await forgiveEverywhere()
      await forgiveTry(db, pair)
    },
    touch: () => touchTries(db, address),
  }
}

/**
 * Counts an answer of the provider as a wrong try of this address until it has signed in. There is no account to count
 * by, because nobody can guess what the provider signs.
 */
export async function countProviderAnswer(db: Database, ip: string, now: Date): Promise<Pick<CountedTry, 'takeBack'>> {
  const { address } = buckets('signin', ip, '')
  await countTry(db, address, SIGN_IN.address, now)
  return { takeBack: () => forgiveTry(db, address) }
}

/** Refuses by account and address. Returns whether a mail may still be sent to this account. */
export async function countForgotten(
  db: Database,
  ip: string,
  email: string,
  now: Date,
): Promise<{ mayMail: boolean }> {
  const { pair, account } = buckets('forgot', ip, email)
  await countTry(db, pair, FORGOT.pair, now)
  return { mayMail: (await countHit(db, account, 60 * MINUTE, now)).hits <= MAILS_AN_HOUR }
}

/** A user who chose a new password may sign in with it, however often the old one was mistyped. */
export async function forgetWrongPasswords(db: Queryable, ip: string, email: string): Promise<void> {
  const { pair, account } = buckets('signin', ip, email)
  await forgetTries(db, pair)
  await forgetTries(db, account)
}
