/** What the office is told about the installation itself, and what it can do about it. */
export const ALERT_KINDS = ['backup-failed', 'backup-stale', 'phone-silent', 'mail-stuck', 'disk-short'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

const HOUR_MS = 3_600_000
/** A nightly backup and half a day of patience. */
export const BACKUP_STALE_MS = 36 * HOUR_MS
/** A backup that has not ended by then was cut off. */
export const BACKUP_LONGEST_MS = 6 * HOUR_MS
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
}

/** Whether the last backup that was begun came to nothing. One that is still running says nothing yet: the one before it counts. */
export function backupFailed(backups: readonly BackupFacts[], now: Date): boolean {
  const begun = backups.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
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

/** Whether a mail was given up, or has waited for more than an hour. */
export function mailIsStuck({ state, createdAt }: { state: 'queued' | 'sent' | 'failed' | 'kept'; createdAt: Date }, now: Date): boolean {
  const age = now.getTime() - createdAt.getTime()
  return (state === 'queued' && age > MAIL_WAITS_MS) || (state === 'failed' && age < MAIL_FORGOTTEN_MS)
}

/** @param isOpen whether it was told before: it takes a little more room to end it than to begin it */
export function diskIsShort(freeBytes: number, isOpen: boolean): boolean {
  return freeBytes < (isOpen ? DISK_ENOUGH_BYTES : DISK_SHORT_BYTES)
}

export interface AlertWords {
  /** What is the matter, in one line. */
  readonly title: string
  /** What it means and what to do about it. */
  readonly advice: string
}

/** The alert in plain words, the same in the mail and on the screen. @param name the driver it is about, where there is one */
export function alertWords(kind: AlertKind, name: string | null): AlertWords {
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
      return {
        title: `${name ?? 'A driver'}’s phone has not been heard for a day`,
        advice: 'There are stops to do on an active run, and nothing has come in from any phone of this driver. Call: is the phone charged, does it have signal, is it signed in? The work is kept on the phone and comes by itself. If the phone is lost, revoke it. If the run is over, complete it.',
      }
    case 'mail-stuck':
      return {
        title: 'A mail could not be sent',
        advice: 'It has waited for more than an hour, or was given up. Look under Mails which it is and whether its address is right; if there are several, check SMTP_URL and the mail server.',
      }
    case 'disk-short':
      return {
        title: 'The server’s disk is nearly full',
        advice: 'Less than 1 GB is left. Make room, or nothing can be written any more; what drivers record then waits on their phones. Old backups and other programs’ files are a good place to begin.',
      }
  }
}
