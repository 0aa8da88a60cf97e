import { FIRST_STEP, nextStep, startBackgroundWork, type BackgroundRun } from '../../background-work.ts'
import { makeAutomatic } from './automatic-commands.ts'
import { followKept, followMails } from './send-again-commands.ts'
import { type Needs, outboxRoom, sendSome, startDue } from './sending-commands.ts'

const LOOK_EVERY_MS = 2_000
const KEPT_EVERY_MS = 60_000

/**
 * Does all that is due: makes the automatic batches, starts the activated ones, puts what waits into the outbox and
 * completes what is done. Any number of servers may do it at once, and any may be killed at any moment.
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
    const room = await outboxRoom(deps)
    if (room <= 0) break
    const taken = await sendSome(deps, Math.min(size, room))
    if (taken === 0) break
    handled += taken
    size = nextStep(size, performance.now() - began)
  }
  return handled
}

/** Does what is due every two seconds, and looks for kept mails every minute. `stop` waits for the step in progress. */
export function startReminderRunner(deps: Needs): BackgroundRun {
  const failed = 'the reminders could not be sent'
  const runs = [
    startBackgroundWork(deps, {
      everyMs: LOOK_EVERY_MS,
      failed,
      works: { reminders: (goOn) => runReminders(deps, goOn) },
    }),
    startBackgroundWork(deps, { everyMs: KEPT_EVERY_MS, failed, works: { 'kept-reminders': () => followKept(deps) } }),
  ]
  return {
    stop: async () => void (await Promise.all(runs.map((each) => each.stop()))),
    lanes: () => runs.flatMap((each) => each.lanes()),
  }
}
