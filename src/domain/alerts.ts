import { PAUSE_REASONS, pauseWords } from './autopay-words.ts'
import { type Day, daysBetween, instantAt, weekdayOf } from './dates.ts'
import { type Area, type OfficeRole, permits } from './office-roles.ts'

/** Alerts to the office about the installation itself, with the words that explain them. */
export const ALERT_KINDS = [
  'backup-failed',
  'backup-stale',
  'phone-silent',
  'records-missing',
  'mail-stuck',
  'mail-refused',
  'disk-short',
  'care-failed',
  'calendar-ending',
  'payment-unbooked',
  'payment-disputed',
  'refund-failed',
  'debit-failed',
  'payments-sandbox',
  'reminders-due',
  'final-sent',
  'customers-held',
  'hold-ended',
  'bank-file-old',
  'charge-failed',
  'autopay-paused',
  'debit-silent',
  'charges-unanswered',
  'webhook-failed',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** What an alert is about: it is for who may read this, and who may change it can end it. */
export const ALERT_AREAS: Readonly<Record<AlertKind, Area>> = {
  'backup-failed': 'settings',
  'backup-stale': 'settings',
  'phone-silent': 'runs',
  'records-missing': 'runs',
  'mail-stuck': 'settings',
  'mail-refused': 'settings',
  'disk-short': 'settings',
  'care-failed': 'settings',
  'calendar-ending': 'settings',
  'payment-unbooked': 'money',
  'payment-disputed': 'money',
  'refund-failed': 'money',
  'debit-failed': 'money',
  'payments-sandbox': 'money',
  'reminders-due': 'money',
  'final-sent': 'money',
  'customers-held': 'money',
  'hold-ended': 'runs',
  'bank-file-old': 'money',
  'charge-failed': 'money',
  'autopay-paused': 'money',
  'debit-silent': 'money',
  'charges-unanswered': 'money',
  'webhook-failed': 'users',
}

/** The kinds that a user of the office is shown and mailed. */
export const alertKindsOf = (role: OfficeRole): AlertKind[] =>
  ALERT_KINDS.filter((kind) => permits(role, ALERT_AREAS[kind], 'read'))

const HOUR_MS = 3_600_000
/** A backup is made every night, and may be 12 hours late. */
export const BACKUP_STALE_MS = 36 * HOUR_MS
/** A backup without an end after this time was aborted. */
export const BACKUP_LONGEST_MS = 6 * HOUR_MS
/** The nightly maintenance may also be 12 hours late. */
export const MAINTENANCE_STALE_MS = 36 * HOUR_MS
/** A mail that is queued for longer is stuck. */
export const MAIL_WAITS_MS = HOUR_MS
/** An older failed mail no longer raises the alert. */
export const MAIL_FORGOTTEN_MS = 7 * 24 * HOUR_MS
/** A webhook that has not answered for longer is failing. */
export const WEBHOOK_WAITS_MS = HOUR_MS
/** Ten times the free space at which writing stops, which leaves time to free some. */
export const DISK_SHORT_BYTES = 1024 ** 3
/** The alert ends only above this larger threshold, so that it does not open and end as files come and go. */
export const DISK_ENOUGH_BYTES = 1.25 * DISK_SHORT_BYTES

export interface BackupFacts {
  readonly startedAt: Date
  /** Null: it is still running, or was aborted. */
  readonly endedAt: Date | null
  readonly failed: boolean
  /** The backup was made, but this many photos are neither in the store nor in any backup. */
  readonly photosMissing?: number
}

/** Stored in the backup log for a backup that was made without some photos. */
export function photosMissingSentence(count: number): string {
  return count === 1
    ? '1 photo is missing from the photo store and every backup. Everything else was saved.'
    : `${count} photos are missing from the photo store and every backup. Everything else was saved.`
}

/** @returns the number of photos in such a text (also in the wording of an earlier version); 0 for any other text */
export function photosMissingIn(failure: string | null): number {
  return Number(/^(\d+) photos? (?:is|are) (?:missing from|neither in) the photo store/.exec(failure ?? '')?.[1] ?? 0)
}

/** Number of photos that the last completed backup could not find anywhere. */
export function photosMissing(backups: readonly BackupFacts[]): number {
  const made = backups
    .filter(({ endedAt, failed }) => endedAt !== null && !failed)
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
  return made[0]?.photosMissing ?? 0
}

/** Whether the most recently started backup failed. While it runs, the one before it counts. */
export function backupFailed(backups: readonly BackupFacts[], now: Date): boolean {
  // Of two started at the same instant the failed one counts, so that the order of reading does not matter.
  const begun = backups.toSorted(
    (a, b) => b.startedAt.getTime() - a.startedAt.getTime() || Number(b.failed) - Number(a.failed),
  )
  const last = begun.find(
    ({ startedAt, endedAt }) => endedAt !== null || now.getTime() - startedAt.getTime() > BACKUP_LONGEST_MS,
  )
  return last !== undefined && (last.endedAt === null || last.failed)
}

/**
 * Whether there has been no good backup for 36 hours.
 * @param watchedSince when this installation started checking; no backup was due before
 */
export function backupStale(backups: readonly BackupFacts[], watchedSince: Date, now: Date): boolean {
  const good = backups.flatMap(({ endedAt, failed }) => (endedAt === null || failed ? [] : [endedAt.getTime()]))
  return now.getTime() - Math.max(watchedSince.getTime(), ...good) > BACKUP_STALE_MS
}

/** When the nightly maintenance last succeeded and failed, and since when this server runs; null: never. */
export interface MaintenanceFacts {
  readonly doneAt: Date | null
  readonly failedAt: Date | null
  readonly watchedSince: Date | null
}

/** Whether the nightly maintenance failed the last time, or was not done in 36 hours of a running server. */
export function maintenanceFailed({ doneAt, failedAt, watchedSince }: MaintenanceFacts, now: Date): boolean {
  const done = doneAt?.getTime() ?? -Infinity
  if (failedAt !== null && failedAt.getTime() > done) return true
  return watchedSince !== null && now.getTime() - Math.max(done, watchedSince.getTime()) > MAINTENANCE_STALE_MS
}

export function mailIsStuck(
  { state, createdAt }: { state: 'queued' | 'sent' | 'failed' | 'kept'; createdAt: Date },
  now: Date,
): boolean {
  const age = now.getTime() - createdAt.getTime()
  return (state === 'queued' && age > MAIL_WAITS_MS) || (state === 'failed' && age < MAIL_FORGOTTEN_MS)
}

/** @param isOpen whether the alert is open: ending it takes more free space than raising it */
export function diskIsShort(freeBytes: number, isOpen: boolean): boolean {
  return freeBytes < (isOpen ? DISK_ENOUGH_BYTES : DISK_SHORT_BYTES)
}

/**
 * Days before the end of the calendar at which the next year is requested. Customers are shown their next weeks, and
 * this leaves time to add it.
 */
export const CALENDAR_DAYS = 90
/** Subject of `calendar-ending` once the calendar has ended; a new subject sends a new alert. */
export const CALENDAR_ENDED = 'ended'

/**
 * The alert's subject; null: nothing to report. A business without any calendar is still being set up and gets no
 * alert.
 * @param lastDay last day of the calendar's last week; null: the calendar is empty
 * @param today in the business time zone
 */
export function calendarEnding(lastDay: Day | null, today: Day): '' | typeof CALENDAR_ENDED | null {
  if (lastDay === null) return null
  const left = daysBetween(today, lastDay)
  return left < 0 ? CALENDAR_ENDED : left <= CALENDAR_DAYS ? '' : null
}

/** Last part of the subject of `payment-disputed` once the dispute is lost; a new subject sends a new alert. */
export const DISPUTE_LOST = 'lost'
/** The same where the bank returned a debit, which nobody can answer. */
export const DEBIT_RETURNED = 'returned'
/** The time of a business day from which payment reminders are offered. */
const REMINDERS_FROM = '07:00'

/**
 * Whether due payment reminders are offered now: Monday to Friday, from the morning on. The day is the alert's subject,
 * so that the office is told once a day.
 */
export function remindersOffered(today: Day, now: Date, timeZone: string): boolean {
  return weekdayOf(today) <= 5 && now >= instantAt(today, REMINDERS_FROM, timeZone)
}

export interface AlertWords {
  /** The problem in one line. */
  readonly title: string
  /** What it means and what to do about it. */
  readonly advice: string
}

/** Subject of `backup-failed` when photos are missing. Another count is a new subject, so it is reported again. */
export const photosSubject = (count: number) => `photos:${count}`

function photosWords(count: number): AlertWords {
  const one = count === 1
  return {
    title: one ? 'A photo is missing from the backup' : `${count} photos are missing from the backup`,
    advice: `Everything else was backed up, but ${one ? 'a photo is' : 'photos are'} missing from the photo store and every backup. The phone that took ${one ? 'it' : 'them'} keeps photos for 14 days, so don’t clear or replace it yet. Restore the photo store if you can; the next backup picks up what it finds. The newest backup’s manifest.json lists what is missing.`,
  }
}

const recordsOf = (count: number) => (count === 1 ? '1 record' : `${count} records`)

export interface AlertAbout {
  readonly name?: string | null
  /** For an alert about one phone: the number of records it holds or has lost; else null. */
  readonly records?: number | null
  /** The driver has a phone that has contacted the server and is not revoked. */
  readonly hasDevice?: boolean
  readonly subject?: string
  /** For `payments-sandbox`. */
  readonly testPayments?: TestPayments | null
  /** For `reminders-due`. */
  readonly hasMailServer?: boolean
}

/** Card payments for which no money came and that still count. */
export interface TestPayments {
  /** Nothing of these is refunded or disputed, so reversing one takes it out of the books. */
  readonly whole: number
  /** Reversing one would make a debt of what is refunded already. */
  readonly inPart: number
}

export function alertWords(
  kind: AlertKind,
  {
    name = null,
    records = null,
    hasDevice = true,
    subject = '',
    testPayments = null,
    hasMailServer = true,
  }: AlertAbout = {},
): AlertWords {
  const missing = /^photos:(\d+)$/.exec(subject)?.[1]
  if (kind === 'backup-failed' && missing !== undefined) return photosWords(Number(missing))
  switch (kind) {
    case 'backup-failed':
      return {
        title: 'The last backup failed',
        advice:
          'If this computer’s disk failed now, you’d lose everything since the last good backup. Check the server’s log for the reason, free some space if the disk is full, then run “npm run backup”.',
      }
    case 'backup-stale':
      return {
        title: 'No good backup for 36 hours',
        advice:
          'If this computer’s disk failed now, you’d lose everything since the last backup. Run “npm run backup”, and check the server’s log for why the nightly one didn’t run.',
      }
    case 'phone-silent':
      if (records !== null) return heldWords(name, records)
      if (!hasDevice) return noDeviceWords(name)
      return {
        title: `${name ?? 'A driver'}’s phone hasn’t connected for a day`,
        advice:
          'An active run has stops to do, and none of this driver’s phones has connected. Call the driver: is the phone charged, with signal, signed in? Work is saved on the phone and sends automatically. If the phone is lost, sign it out under Weekly Runs, Phones. If the run is finished, mark it completed.',
      }
    case 'records-missing':
      return {
        title: `${records ? recordsOf(records) : 'Records'} from ${name ?? 'a driver'}’s phone didn’t arrive`,
        advice:
          'The phone recorded them, but neither the office nor the phone has them now. Ask the driver what was done, compare it with the run, and enter what is missing. If the driver exported a file, import it under Weekly Runs, Phones. Then choose Mark resolved beside the phone: this warning goes away until more goes missing.',
      }
    case 'mail-stuck':
      return {
        title: 'An email couldn’t be sent',
        advice:
          'It has waited for over an hour, or sending failed. Check its address under Settings, Emails, and send it again. If the address is wrong, correct it on the person’s page and send a new invitation or quotation from there. If several are stuck, check SMTP_URL and the mail server.',
      }
    case 'mail-refused':
      return {
        title: 'The mail server refuses your emails',
        advice:
          'They are tried again for a day. Check the user, password and sender’s address in SMTP_URL, your limit at the email provider, and its SPF and DKIM settings. Emails that failed can be sent again under Settings, Emails.',
      }
    case 'disk-short':
      return {
        title: 'The server’s disk is nearly full',
        advice:
          'Less than 1 GB is left. Free some space, or nothing can be saved and drivers’ work waits on their phones. Start with old backups and other programs’ files.',
      }
    case 'care-failed':
      return {
        title: 'The nightly clean-up didn’t run',
        advice:
          'Nothing is lost, but expired data isn’t removed, so the server slows down and its disk fills up. Check the server’s log for the reason. It runs again every night, and 15 minutes after the server starts.',
      }
    case 'calendar-ending':
      return {
        title: subject === CALENDAR_ENDED ? 'The calendar has ended' : `The calendar ends within ${CALENDAR_DAYS} days`,
        advice:
          'After that, customers have no next collection and no run can be generated. Open Settings, then Calendar, and create the next year.',
      }
    case 'payment-unbooked':
      return {
        title: name === null ? 'A card payment couldn’t be booked' : `A card payment of ${name} couldn’t be booked`,
        advice:
          'The amount isn’t what was asked for, the payment belongs to no invoice here, or it’s already reversed. Look it up in Stripe’s Dashboard and refund it there, or open card payments here and record it as Card: its money comes with a payout. Then choose Mark resolved.',
      }
    case 'payment-disputed':
      if (subject.endsWith(` ${DEBIT_RETURNED}`))
        return {
          title: `The bank returned a debit of ${name ?? 'a customer'}`,
          advice:
            'The customer has the money back for good, so the invoice is unpaid again. Ask for another payment, or write it off.',
        }
      return subject.endsWith(` ${DISPUTE_LOST}`)
        ? {
            title: `A dispute with ${name ?? 'a customer'} is lost`,
            advice:
              'The bank has returned the money to the customer, so the invoice is unpaid again. Ask for another payment, or write it off.',
          }
        : {
            title: `${name ?? 'A customer'} disputes a payment`,
            advice:
              'Answer in Stripe’s Dashboard, under Disputes, with the collection’s photo. You only have a few days. If the bank holds the money, the invoice is unpaid until you win.',
          }
    case 'refund-failed':
      return {
        title: name === null ? 'A card refund failed' : `A card refund to ${name} failed`,
        advice:
          'The customer didn’t get the money, and it counts as paid again. Look it up in Stripe’s Dashboard, then pay the customer another way.',
      }
    case 'debit-failed':
      return {
        title: name === null ? 'A bank debit failed' : `A bank debit of ${name} failed`,
        advice:
          'The customer thought they had paid, but their bank didn’t pay. The invoice is still unpaid. Tell the customer, and ask for another payment.',
      }
    case 'payments-sandbox':
      return {
        title: 'Test card payments are recorded as real payments',
        advice: `They were made without Stripe’s live keys, so no money moved. Their notes say “Sandbox: no money moved”. ${testPaymentsWords(testPayments)} To switch card payments off, open Settings, Invoices and reminders.`,
      }
    case 'final-sent':
      return {
        title: 'Final reminders were sent today',
        advice: 'These customers didn’t answer two reminders. Open Invoices, Reminders, and call them.',
      }
    case 'customers-held':
      return {
        title: 'Collections were paused today',
        advice:
          'Customers with overdue invoices aren’t collected until they pay. Open Customers, On hold, to see them.',
      }
    case 'hold-ended':
      return {
        title: `${name ?? 'A customer'} has paid and is due in an active run`,
        advice:
          'Their collections had been paused, so they aren’t on it. Open the run and add them, or leave them for the next one.',
      }
    case 'bank-file-old':
      return {
        title: 'The newest bank file is too old',
        advice:
          'No reminders are sent and no collections paused, because payments may be missing here. Import a newer file under Bank.',
      }
    case 'charge-failed':
      return {
        title: name === null ? 'An automatic charge failed' : `An automatic charge of ${name} failed`,
        advice:
          'The invoice is still unpaid, and it isn’t charged again by itself. The customer was emailed how to pay. Open Charges for the reason, and try again if they ask for it.',
      }
    case 'autopay-paused':
      return {
        title: `Automatic payment of ${name ?? 'a customer'} is paused`,
        advice: `${pausedBecause(subject)} Nothing is charged until they save another card or bank account. They were emailed; call them if they don’t.`,
      }
    case 'debit-silent':
      return {
        title: name === null ? 'A bank debit has no answer' : `A bank debit of ${name} has no answer`,
        advice:
          'The bank was asked over 10 days ago and hasn’t said whether it pays. Look it up in Stripe’s Dashboard. Until it has, its invoices aren’t charged again.',
      }
    case 'charges-unanswered':
      return {
        title: 'Stripe doesn’t answer about automatic charges',
        advice:
          'Those under way can’t be stopped, and others may wait until it does. Check Stripe’s status, and that the server’s key for it may make payments.',
      }
    case 'webhook-failed':
      return {
        title: 'Another program isn’t told what happens here',
        advice:
          'A webhook hasn’t answered for over an hour. Messages are tried again for a day, then given up. Open Settings, Webhooks for the reason, and press Test once it’s mended. If it’s not used any more, end it.',
      }
    case 'reminders-due':
      return {
        title: 'Overdue invoices are ready for a reminder',
        advice: hasMailServer
          ? 'Reminders aren’t sent automatically. Open Invoices, choose Reminder due, and send them.'
          : 'No mail server is set up. Set one up in Settings, Emails, or open Invoices, choose Reminder due, and print them.',
      }
  }
}

/** The reason is the last part of the alert's subject. */
function pausedBecause(subject: string): string {
  const reason = PAUSE_REASONS.find((one) => one === subject.split(' ').at(-1))
  return reason === undefined ? 'A payment didn’t go through.' : pauseWords[reason]
}

function testPaymentsWords(payments: TestPayments | null): string {
  const { whole, inPart } = payments ?? { whole: 0, inPart: 0 }
  if (whole + inPart === 0) return 'Reverse each one under Payments that isn’t refunded or disputed.'
  return [
    ...(whole === 0
      ? []
      : [
          whole === 1
            ? 'Reverse the 1 payment under Payments that isn’t refunded or disputed.'
            : `Reverse the ${whole} payments under Payments that aren’t refunded or disputed.`,
        ]),
    ...(inPart === 0
      ? []
      : [
          inPart === 1
            ? 'Refund the rest of 1 payment to the card: it is refunded in part.'
            : `Refund the rest of ${inPart} payments to the card: they are refunded in part.`,
        ]),
  ].join(' ')
}

function noDeviceWords(name: string | null): AlertWords {
  return {
    title: `No contact with ${name ?? 'a driver'} for a day`,
    advice:
      'An active run has stops to do, and this driver has no phone: none has ever connected, or all are blocked. Call the driver: is the run being driven, and with which phone? If it’s driven from the paper sheet, record the stops on the run’s page; the first one clears this warning. If the run is finished, mark it completed.',
  }
}

function heldWords(name: string | null, records: number): AlertWords {
  return {
    title: `${name ?? 'A driver'}’s phone with ${records > 0 ? recordsOf(records) : 'records'} not sent yet hasn’t connected for a day`,
    advice: `${records > 1 ? 'They are' : records === 1 ? 'It is' : 'They were'} only on that phone, even if the driver uses another. Call the driver: where is it, is it charged, with signal, signed in? Then it sends automatically. If the phone is lost, sign it out under Weekly Runs, Phones, and enter what was on it.`,
  }
}
