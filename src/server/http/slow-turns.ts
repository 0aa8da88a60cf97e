import type { ServerResponse } from 'node:http'
import type { OpenDatabase } from '../db/database.ts'
import { GivenUp, tookTooLong } from '../db/errors.ts'
import { givenUpBy } from '../db/pool.ts'
import { Refused } from './refused.ts'

const AT_ONCE = 2

interface Turns {
  free: number
  /** In the order of arrival. */
  readonly waiting: Set<() => void>
}

const turnsOf = new WeakMap<object, Turns>()

/**
 * Runs a slow operation when fewer than `AT_ONCE` others run, in the order of arrival. It ends when the caller closes
 * the connection, or `reportMs` ms after its arrival. The next one starts when the work has ended, which is after the
 * answer if a statement can't be cancelled. Throws Refused `too_slow`.
 */
export async function inTurn<T>(
  { pool, reportMs }: OpenDatabase,
  response: ServerResponse,
  work: () => Promise<T>,
): Promise<T> {
  const turns = turnsOf.get(pool) ?? { free: AT_ONCE, waiting: new Set() }
  turnsOf.set(pool, turns)
  const ending = new AbortController()
  const { signal } = ending
  const end = () => ending.abort(new GivenUp())
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as GivenUp), { once: true })
  })
  const limit = setTimeout(end, reportMs)
  // A close before the answer is sent means that the caller left. The `close` of a request only says that it was read.
  response.once('close', end)
  if (response.destroyed) end()
  try {
    const worked = turn(turns, signal).then(() => givenUpBy(signal, work).finally(() => pass(turns)))
    return await Promise.race([worked, ended])
  } catch (error) {
    // Here the caller asked for too much; for any other statement a timeout means that the database is busy.
    throw tookTooLong(error) ? new Refused('too_slow') : error
  } finally {
    clearTimeout(limit)
    response.off('close', end)
    // When one statement failed, this ends the others that were sent with it.
    end()
  }
}

/** Takes a place when one is free, unless the signal comes first. */
async function turn(turns: Turns, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (turns.free > 0) turns.free -= 1
  else
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        turns.waiting.delete(begin)
        reject(signal.reason as GivenUp)
      }
      signal.addEventListener('abort', leave, { once: true })
      turns.waiting.add(begin)
    })
}

/** Gives the place to the caller that waits longest. */
function pass(turns: Turns): void {
  const [next] = turns.waiting
  if (next === undefined) turns.free += 1
  else {
    turns.waiting.delete(next)
    next()
  }
}
