import { connectionLost } from '../../db/errors.ts'
import { makeAutomatic } from './automatic-commands.ts'
import { followMails, type Needs, sendSome, startDue } from './sending-commands.ts'

const LOOK_EVERY_MS = 2_000
/** A step takes about so long, so that requests never wait long for its locks or, embedded, for the database. */
const STEP_MS = 120
const FIRST_STEP = 10
const LARGEST_STEP = 100

/**
 * Does all that is due now: makes the automatic batches, starts the activated ones, puts what waits into the outbox and
 * completes what is done. Any number of servers may do it at once, and any of them may be killed at any moment.
 * @param goOn asked before each step
 * @returns how many mails it queued or left out
 */
export async function runReminders(deps: Needs, goOn: () => boolean = () => true): Promise<number> {
  await makeAutomatic(deps)
  await startDue(deps)
  const handled = await sendWaiting(deps, goOn)
  await followMails(deps)
  return handled
}

async function sendWaiting(deps: Needs, goOn: () => boolean): Promise<number> {
  let handled = 0
  let size = FIRST_STEP
  while (goOn()) {
    const began = performance.now()
    const taken = await sendSome(deps, size)
    if (taken === 0) break
    handled += taken
    const ms = Math.max(1, performance.now() - began)
    size = Math.max(1, Math.min(LARGEST_STEP, Math.floor((size * STEP_MS) / ms)))
  }
  return handled
}

/** Looks every two seconds. `stop` waits for the step in progress. */
export function startReminderRunner(deps: Needs): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  let stopped = false
  const look = () => {
    if (busy) return
    busy = true
    running = runReminders(deps, () => !stopped)
      .catch((error: unknown) => {
        if (stopped && connectionLost(error)) return
        deps.log.error({ kind: error instanceof Error ? error.name : typeof error }, 'the reminders could not be sent')
      })
      .finally(() => (busy = false))
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  look()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
