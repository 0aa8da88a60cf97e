import { type BackgroundRun, startBackgroundWork } from '../../background-work.ts'
import type { Queryable } from '../../db/database.ts'
import type { FeatureConfig } from '../../ports.ts'
import { mailSenderOf, settingsInForce } from '../settings/public.ts'
import { claimPushes, failLatePushes } from './claim-push.ts'
import { messagesOf } from './messages-reads.ts'
import { placeDue } from './place-commands.ts'
import { pushKeys } from './push-keys.ts'
import { type PushNeeds, sendPush, type Sender } from './send-push.ts'

const LOOK_EVERY_MS = 10_000
/**
 * So many pushes are judged together and then sent, because reading a week costs the same for one customer and for
 * hundreds.
 */
const AT_ONCE = 100
/** How many requests are under way at a time. */
const LANES = 8

/**
 * Adds what is due and sends what waits. Any number of servers may do it at once, and any may be killed at any moment.
 * @param goOn asked before each push
 * @returns how many were tried
 */
export async function runPushes(deps: PushNeeds, goOn: () => boolean = () => true): Promise<number> {
  const { db } = deps.database
  await placeDue(db, deps.clock.now())
  let tried = 0
  while (goOn()) {
    await failLatePushes(db, deps.clock.now())
    const now = deps.clock.now()
    const claimed = await claimPushes(db, now, deps.config.publicUrl, AT_ONCE)
    if (claimed.length === 0) break
    const settings = await settingsInForce(db)
    const sender = await senderOf(db, deps, mailSenderOf(settings).email)
    const judged = await messagesOf({ db, now, timeZone: settings['business.timeZone'] }, claimed)
    const waiting = claimed.map((one, at) => [one, judged[at]!] as const)
    const lane = async () => {
      for (let next = waiting.shift(); next !== undefined && goOn(); next = waiting.shift())
        await sendPush(deps, sender, ...next)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    tried += claimed.length
  }
  return tried
}

async function senderOf(db: Queryable, deps: PushNeeds, email: string): Promise<Sender> {
  return { keys: await pushKeys(db, deps), subject: subjectOf(email, deps.config) }
}

/** The contact that a push service is told: the firm's email, else its web site. */
function subjectOf(email: string, { publicUrl }: Pick<FeatureConfig, 'publicUrl'>): string {
  if (email !== '') return `mailto:${email}`
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:office@${new URL(publicUrl).hostname}`
}

/** Sends what is due every ten seconds. `stop` waits for the pushes being sent. */
export function startPushRunner(deps: PushNeeds): BackgroundRun {
  return startBackgroundWork(deps, {
    everyMs: LOOK_EVERY_MS,
    failed: 'the pushes could not be sent',
    works: { pushes: (goOn) => runPushes(deps, goOn) },
  })
}
