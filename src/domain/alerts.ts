import { type Day, daysBetween } from './dates.ts'

/** What the office is told about the installation itself, and what it can do about it. */
export const ALERT_KINDS = ['backup-failed', 'backup-stale', 'phone-silent', 'records-missing', 'mail-stuck', 'disk-short', 'care-failed', 'calendar-ending'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

const HOUR_MS = 3_600_000
/** A nightly backup and half a day of patience. */
export const BACKUP_STALE_MS = 36 * HOUR_MS
/** A backup that has not ended by then was cut off. */
export const BACKUP_LONGEST_MS = 6 * HOUR_MS
/** The nightly clean-up is held to the same. */
export const CARE_STALE_MS = 36 * HOUR_MS
/** A mail that has waited so long does not leave by itself. */
export const MAIL_WAITS_MS = HOUR_MS
/** After a week nobody waits for a mail that was given up. */
export const MAIL_FORGOTTEN_MS = 7 * 24 * HOUR_MS
/** Ten times what writing stops at: time enough to make room. */
export const DISK_SHORT_BYTES = 1024 ** 3
/** Some more room than that, or it would be told anew with every file that comes and goes. */
export const DISK_ENOUGH_BYTES = 1.25 * DISK_SHORT_BYTES

export interface BackupFacts {
  readonly startedAt: Date
  /** Null: it is running, or was cut off. */
  readonly endedAt: Date | null
  readonly failed: boolean
  /** It was made, but so many photos are neither in the store nor in any backup. */
  readonly photosMissing?: number
}

/** How a backup that was made without some photos stands in the diary. */
export function photosMissingSentence(count: number): string {
  return count === 1 ? '1 photo is neither in the photo store nor in any backup. Everything else was saved.' : `${count} photos are neither in the photo store nor in any backup. Everything else was saved.`
}

/** @returns how many photos such a line of the diary speaks of; 0: it speaks of something else */
export function photosMissingIn(failure: string | null): number {
  return Number(/^(\d+) photos? (?:is|are) neither in the photo store/.exec(failure ?? '')?.[1] ?? 0)
}

/** How many photos the last backup that was made could not find anywhere. */
export function photosMissing(backups: readonly BackupFacts[]): number {
  const made = backups.filter(({ endedAt, failed }) => endedAt !== null && !failed).toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
  return made[0]?.photosMissing ?? 0
}

/** Whether the last backup that was begun came to nothing. One that is still running says nothing yet: the one before it counts. */
export function backupFailed(backups: readonly BackupFacts[], now: Date): boolean {
  // Of two begun in the same moment the one that failed counts: in whatever order they are read, it is told.
  const begun = backups.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime() || Number(b.failed) - Number(a.failed))
  const last = begun.find(({ startedAt, endedAt }) => endedAt !== null || now.getTime() - startedAt.getTime() > BACKUP_LONGEST_MS)
  return last !== undefined && (last.endedAt === null || last.failed)
}

/**
 * Whether there has been no good backup for 36 hours.
 * @param watchedSince when this installation began to look: before that nothing was due
 */
export function backupStale(backups: readonly BackupFacts[], watchedSince: Date, now: Date): boolean {
  const good = backups.flatMap(({ endedAt, failed }) => (endedAt === null || failed ? [] : [endedAt.getTime()]))
  return now.getTime() - Math.max(watchedSince.getTime(), ...good) > BACKUP_STALE_MS
}

/** When the nightly clean-up was done and when it failed last, and since when this server has been there to do it; null: never. */
export interface CareFacts {
  readonly doneAt: Date | null
  readonly failedAt: Date | null
  readonly watchedSince: Date | null
}

/** Whether the nightly clean-up failed the last time, or was not done for 36 hours in which there was a server to do it. */
export function careFailed({ doneAt, failedAt, watchedSince }: CareFacts, now: Date): boolean {
  const done = doneAt?.getTime() ?? -Infinity
  if (failedAt !== null && failedAt.getTime() > done) return true
  return watchedSince !== null && now.getTime() - Math.max(done, watchedSince.getTime()) > CARE_STALE_MS
}

/** Whether a mail was given up, or has waited for more than an hour. */
export function mailIsStuck({ state, createdAt }: { state: 'queued' | 'sent' | 'failed' | 'kept'; createdAt: Date }, now: Date): boolean {
  const age = now.getTime() - createdAt.getTime()
  return (state === 'queued' && age > MAIL_WAITS_MS) || (state === 'failed' && age < MAIL_FORGOTTEN_MS)
}

/** @param isOpen whether it was told before: it takes a little more room to end it than to begin it */
export function diskIsShort(freeBytes: number, isOpen: boolean): boolean {
  return freeBytes < (isOpen ? DISK_ENOUGH_BYTES : DISK_SHORT_BYTES)
}

/** So long before the calendar ends the next year is asked for: customers are told their next weeks, and nobody hurries. */
export const CALENDAR_DAYS = 90
/** What `calendar-ending` is about once it has ended: told anew. */
export const CALENDAR_ENDED = 'ended'

/**
 * The alert's subject; null while there is nothing to tell. A business without any calendar is only being set up.
 * @param lastDay of the calendar's last week; null: it has none
 * @param today the business's
 */
export function calendarEnding(lastDay: Day | null, today: Day): '' | typeof CALENDAR_ENDED | null {
  if (lastDay === null) return null
  const left = daysBetween(today, lastDay)
  return left < 0 ? CALENDAR_ENDED : left <= CALENDAR_DAYS ? '' : null
}

export interface AlertWords {
  /** What is the matter, in one line. */
  readonly title: string
  /** What it means and what to do about it. */
  readonly advice: string
}

/** What `backup-failed` is about where the backup was made and photos are missing: more of them are told anew. */
export const photosSubject = (count: number) => `photos:${count}`

function photosWords(count: number): AlertWords {
  const one = count === 1
  return {
    title: one ? 'A photo is missing from the backup' : `${count} photos are missing from the backup`,
    advice: `The backup was made, but the photo store has lost ${one ? 'a photo' : 'photos'} that no backup holds either. The phone that took ${one ? 'it' : 'them'} keeps its photos for 14 days, so do not empty or replace it yet. Put the photo store back as it was if you can: the next backup takes up again what it finds. The manifest.json of the newest backup names what is missing.`,
  }
}

const recordsOf = (count: number) => (count === 1 ? '1 record' : `${count} records`)

export interface AlertAbout {
  /** The driver, where there is one. */
  readonly name?: string | null
  /** Of one phone: records it holds, or those that are lost; null where it is about no single phone. */
  readonly records?: number | null
  /** The driver has a phone that was heard once and was not taken back. */
  readonly hasPhone?: boolean
  /** The alert's own. */
  readonly subject?: string
}

/** The alert in plain words, the same in the mail and on the screen. */
export function alertWords(kind: AlertKind, { name = null, records = null, hasPhone = true, subject = '' }: AlertAbout = {}): AlertWords {
  const missing = /^photos:(\d+)$/.exec(subject)?.[1]
  if (kind === 'backup-failed' && missing !== undefined) return photosWords(Number(missing))
  switch (kind) {
    case 'backup-failed':
      return {
        title: 'The last backup failed',
        advice: 'If this computer’s disk were lost now, everything since the backup before would be lost. See in the server’s log why it failed, make room if the disk is full, then run "npm run backup".',
      }
    case 'backup-stale':
      return {
        title: 'There has been no good backup for 36 hours',
        advice: 'If this computer’s disk were lost now, everything since the last backup would be lost. Run "npm run backup", and see in the server’s log why it did not run by itself.',
      }
    case 'phone-silent':
      if (records !== null) return heldWords(name, records)
      if (!hasPhone) return noPhoneWords(name)
      return {
        title: `${name ?? 'A driver'}’s phone has not been heard for a day`,
        advice: 'There are stops to do on an active run, and nothing has come in from any phone of this driver. Call: is the phone charged, does it have signal, is it signed in? The work is kept on the phone and comes by itself. If the phone is lost, take it back under Weekly Runs, Phones. If the run is over, complete it.',
      }
    case 'records-missing':
      return {
        title: `${records ? recordsOf(records) : 'Records'} of ${name ?? 'a driver'}’s phone never arrived`,
        advice: 'The phone counted them, but neither the office nor the phone has them any more. Ask the driver what was done, compare it with the run, and enter by hand what is missing. If the driver kept a file of unsent work, read it in under Weekly Runs, Phones: what is in it fills the gap. When that is done, or there is nothing more to find out, press Settled beside the phone there: this ends, and what goes missing later is told anew.',
      }
    case 'mail-stuck':
      return {
        title: 'A mail could not be sent',
        advice: 'It has waited for more than an hour, or was given up. Look under Mails which it is and whether its address is right, then send it again there; if it is wrong, correct it where the person is kept, and invite or quote from there again. If there are several, check SMTP_URL and the mail server.',
      }
    case 'disk-short':
      return {
        title: 'The server’s disk is nearly full',
        advice: 'Less than 1 GB is left. Make room, or nothing can be written any more; what drivers record then waits on their phones. Old backups and other programs’ files are a good place to begin.',
      }
    case 'care-failed':
      return {
        title: 'The nightly clean-up has not been done',
        advice: 'Nothing is lost by that, but what has run out is not forgotten, and the server grows slower and its disk fuller. See in the server’s log why it failed. It is tried again every night, and a quarter of an hour after the server is started.',
      }
    case 'calendar-ending':
      return {
        title: subject === CALENDAR_ENDED ? 'The calendar has ended' : `The calendar ends within ${CALENDAR_DAYS} days`,
        advice: 'Customers whose week it no longer holds have no next collection, and no run can be made for them. Open Settings, then Calendar, and create the next year.',
      }
  }
}

function noPhoneWords(name: string | null): AlertWords {
  return {
    title: `Nothing has been heard of ${name ?? 'a driver'} for a day`,
    advice: 'There are stops to do on an active run, and there is no phone of this driver that could tell of them: none has ever been heard, or all were taken back. Call: is the round being driven, and with which phone? If it is driven by the paper sheet, record in the run what has been done: this ends with the first stop. If the run is over, complete it.',
  }
}

function heldWords(name: string | null, records: number): AlertWords {
  return {
    title: `${name ?? 'A driver'}’s phone with ${records > 0 ? recordsOf(records) : 'records'} not yet sent has not been heard for a day`,
    advice: `${records > 1 ? 'They are' : records === 1 ? 'It is' : 'They were'} on that phone alone, even if the driver is heard from another phone. Call: where is it, is it charged, does it have signal, is the driver signed in on it? The work comes by itself once it is. If the phone is lost, take it back under Weekly Runs, Phones, and enter by hand what it held.`,
  }
}
