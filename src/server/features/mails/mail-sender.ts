import { type BackgroundRun, startBackgroundWork } from '../../background-work.ts'
import type { Dependencies } from '../../ports.ts'
import { claimMail, failLateMails } from './claim-mail.ts'
import { sendMail } from './send-mail.ts'

const LOOK_EVERY_MS = 5_000

/**
 * Mails sent at a time: while one waits for the mail server, the PDF of the next is drawn. The first takes no bulk
 * mail, so that a password reset is sent while thousands of reminders are.
 */
const LANES = ['account', 'any', 'any'] as const
type Lane = (typeof LANES)[number]

/**
 * Sends mails from the outbox until none may be sent now. Several nodes may do it at once.
 * @param goOn asked before each mail
 * @returns how many were tried
 */
export async function sendWaitingMails(deps: Dependencies, goOn: () => boolean = () => true): Promise<number> {
  const lanes = await Promise.allSettled(LANES.map((lane) => sendOneByOne(deps, lane, goOn)))
  return lanes.reduce((all, lane) => {
    if (lane.status === 'rejected') throw lane.reason
    return all + lane.value
  }, 0)
}

async function sendOneByOne(deps: Dependencies, lane: Lane, goOn: () => boolean): Promise<number> {
  let tried = 0
  while (goOn()) {
    await failLateMails(deps.database.db, deps.clock.now())
    const mail = await claimMail(deps.database.db, deps.clock.now(), lane)
    if (mail === null) break
    await sendMail(deps, mail)
    tried++
  }
  return tried
}

/** Checks the outbox every few seconds. `stop` waits for the mails being sent. */
export function startMailSender(deps: Dependencies): BackgroundRun {
  if (deps.mail.kind === 'kept') return { stop: () => Promise.resolve(), lanes: () => [] }
  return startBackgroundWork(deps, {
    everyMs: LOOK_EVERY_MS,
    failed: 'the outbox could not be read',
    // Each is a work of its own, so that the first is free while the others send bulk mails.
    works: Object.fromEntries(
      LANES.map((lane, at) => [`mails-${at + 1}`, (goOn: () => boolean) => sendOneByOne(deps, lane, goOn)]),
    ),
  })
}
