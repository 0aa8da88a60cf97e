import { showLongDay } from '#domain/clock-words.ts'
import { startOfDay } from '#domain/dates.ts'
import type { Queryable } from '../../../db/database.ts'
import { queueMails } from '../../../db/mail-outbox.ts'
import { type Author, recordChange } from '../../../http/changes.ts'
import type { Dependencies } from '../../../ports.ts'
import { letterOf, portalLink, settingsInForce, type SettingsInForce } from '../../settings/public.ts'
import { lockRun, type RunRow } from '../core/runs-reads.ts'
import { mailKey, notReachedOf, type NotReachedRow } from './not-reached-reads.ts'

type Needs = Pick<Dependencies, 'mail' | 'config'>

export function notReachedLetter(
  { config }: Pick<Needs, 'config'>,
  settings: SettingsInForce,
  run: RunRow,
  { firstName, refId, address, suburb, next, signsIn }: NotReachedRow,
): { subject: string; text: string } {
  return letterOf(settings, 'notReached', {
    firstName,
    refId,
    address: `${address}, ${suburb}`,
    week: showLongDay(run.fromDate),
    nextCollection:
      next === null || next.from === null
        ? 'Please call us about your next collection.'
        : `We’ll collect in the week of ${showLongDay(next.from, run.toDate)}.`,
    collectionsLink: portalLink(config, settings, 'schedules', { signsIn }),
  })
}

/** Mails everybody who can be mailed and has not been. @returns how many */
export async function mailNotReachedOf(
  tx: Queryable,
  author: Author,
  deps: Needs,
  runOrderID: string,
): Promise<number> {
  // The rows are locked, so that two admins who press the button at once count each mail once.
  const run = await lockRun(tx, runOrderID)
  const settings = await settingsInForce(tx)
  const mailed = (await notReachedOf(tx, runOrderID, author.now)).filter(({ mailable }) => mailable)
  if (mailed.length === 0) return 0
  await queueMails(
    tx,
    deps.mail,
    mailed.map((row) => ({
      ...notReachedLetter(deps, settings, run, row),
      dedupeKey: mailKey(row),
      to: row.email!,
      priority: 'bulk' as const,
      // What it says of the next collection is not true any more once that has begun.
      ...(row.next?.from && { notAfter: startOfDay(row.next.from, settings['business.timeZone']) }),
    })),
    author.now,
  )
  await recordChange(tx, author, {
    action: 'run.mail-not-reached',
    subjectKind: 'run',
    subjectID: runOrderID,
    after: { customers: mailed.length },
  })
  return mailed.length
}
