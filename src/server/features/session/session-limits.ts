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
/** A whole office may share one address; one account is one person who mistypes. */
const SIGN_IN = {
  address: { hits: 60, seconds: WINDOW },
  pair: { hits: 10, seconds: WINDOW },
  device: { hits: 10, seconds: WINDOW },
}
/** Wrong tries at one account, from wherever, before the next ones from unknown browsers have to wait. */
const BEFORE_SLOW = 10
/**
 * Requests to sign in from one address, right or wrong, counted before their body is read. Far above the wrong tries: what is
 * refused here is a flood, before it costs memory, JSON or a password's hash.
 */
export const SIGN_IN_REQUESTS: Limit = { hits: 300, seconds: WINDOW }
/** The same for forgotten passwords, where the address needs no second count. */
export const FORGOT_REQUESTS: Limit = { hits: 20, seconds: 60 * MINUTE }
const FORGOT = { pair: { hits: 5, seconds: 60 * MINUTE } }
const MAILS_AN_HOUR = 5
/** Guessing a link's token is hopeless anyway; this keeps it cheap for us. */
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
  /** The sign-in was right: the account's earlier wrong tries from here no longer count either. */
  forgive(): Promise<void>
  /** So far it was right, and something more is asked for: this try does not count, the earlier ones do. */
  takeBack(): Promise<void>
  /** What an unknown email does where a known one writes down who failed. */
  touch(): Promise<void>
}

interface Try {
  readonly ip: string
  readonly email: string
  /** The browser's id where somebody has signed in to this account from it before. */
  readonly device: string | null
}

/**
 * Counts a try to sign in before it is known whether it is right. From a known browser it is counted by that browser alone; from any
 * other by address, by account and address, and by account, where nothing is refused: further tries wait.
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

/** Refuses by account and address; answers whether a mail may still go to this account. */
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

/** Who has just chosen a new password may sign in with it, however often the old one was mistyped. */
export async function forgetWrongPasswords(db: Queryable, ip: string, email: string): Promise<void> {
  const { pair, account } = buckets('signin', ip, email)
  await forgetTries(db, pair)
  await forgetTries(db, account)
}
