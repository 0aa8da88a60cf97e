import type { OutputOf } from '#contract/endpoint.ts'
import type { getSystem } from '#contract/v1/system.ts'
import { showClock } from '#domain/clock-words.ts'
import { addDays, dayOf, timeOf } from '#domain/dates.ts'
import { shortDay } from '#domain/day-words.ts'
import { formatBytes } from '#client/ui/core/bytes-text.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

export type SystemItem = OutputOf<typeof getSystem>['items'][number]
type Named<Name extends SystemItem['item']> = Extract<SystemItem, { item: Name }>

export const ITEM_TITLES = sentences({
  database: 'Database',
  standby: 'Standby database',
  photos: 'Photos',
  mail: 'Emails',
  backup: 'Backup',
  late: 'Late work',
  phones: 'Phones',
  disk: 'Disk space',
})

export const STATE_TEXTS = sentences({ good: 'Good', wrong: 'Needs attention', none: 'None' })

/** What to do about each fault. */
export const FAULT_ADVICE = sentences({
  'database-away': 'The database isn’t answering. Check that it’s running and that DATABASE_URL is right.',
  'database-read-only':
    'The database answers but saves nothing. Check its disk, and that DATABASE_URL leads to the primary server.',
  'standby-missing':
    'The database waits for a standby, and none follows. Start the standby, or clear synchronous_standby_names until it’s back.',
  'standby-behind': 'A failover now would lose records. Check the standby’s disk and its network.',
  'photos-away':
    'The photo store isn’t answering. Check it and its keys. Drivers’ phones keep their photos until it’s back.',
  'photos-missing':
    'The last backup found photos in no store and no backup. Don’t clear the phones that took them, and restore the photo store if you can.',
  'mails-late': 'Emails have waited for too long or couldn’t be sent. Check the mail server and SMTP_URL.',
  'mails-refused': 'The mail server refuses your emails. Check SMTP_URL and your limit at the email provider.',
  'backup-failed':
    'The last backup failed. Read the server’s log for the reason, free some space if the disk is full, then run “npm run backup”.',
  'backup-stale': 'There’s been no good backup for 36 hours. Run “npm run backup”, and read the server’s log.',
  'clean-up-late': 'The nightly clean-up didn’t run. Read the server’s log for the reason.',
  'work-late': 'Some background work hasn’t succeeded for 45 minutes. Read the server’s log, then restart Bagrun.',
  'bulk-act-late': 'Invoicing or sending in bulk has run for over an hour. Read the server’s log, then restart Bagrun.',
  'exceptions-late':
    'Exceptions have waited for over 3 days. Until they’re decided, they’re on no invoice and in no pay.',
  'phones-unsent':
    'Call the driver: is the phone charged, with signal, signed in? Their work is saved on the phone and sends automatically.',
  'phones-silent': 'A driver’s phone hasn’t connected for a day. Call the driver.',
  'records-missing': 'Records from a phone didn’t arrive. Ask the driver what was done.',
  'disk-short': 'Less than 1 GB is left. Free some space, starting with old backups, or nothing can be saved.',
})

const DISK_TEXTS = {
  data: (sizes: { free: string; total: string }) => t('Data: {{free}} of {{total}} free', sizes),
  backups: (sizes: { free: string; total: string }) => t('Backups: {{free}} of {{total}} free', sizes),
} as const

/** "today 3:31 am", "yesterday 3:31 am", "Mon 23/11 3:31 am" in the business's time zone. */
function whenText(instant: string, now: Date, timeZone: string): string {
  const at = new Date(instant)
  const time = showClock(timeOf(at, timeZone))
  const [day, today] = [dayOf(at, timeZone), dayOf(now, timeZone)]
  if (day === today) return t('today {{time}}', { time })
  if (day === addDays(today, -1)) return t('yesterday {{time}}', { time })
  return `${shortDay(day, today)} ${time}`
}

/** What there is to say of an item, a line for each. */
export function figuresOf(item: SystemItem, now: Date, timeZone: string): string[] {
  const when = (instant: string) => whenText(instant, now, timeZone)
  switch (item.item) {
    case 'database':
      return [databaseText(item)]
    case 'standby':
      return [standbyText(item)]
    case 'photos':
      return [
        t(item.kind === 's3' ? 'In the S3 store' : 'In the server’s data folder'),
        ...((item.missing ?? 0) === 0
          ? []
          : [plural(item.missing!, '{{count}} photo is missing', '{{count, number}} photos are missing')]),
      ]
    case 'mail':
      return [mailText(item, when)]
    case 'backup':
      if (item.lastGoodAt === null) return [t('No good backup yet')]
      return [
        item.bytes === null
          ? t('Last good backup {{time}}', { time: when(item.lastGoodAt) })
          : t('Last good backup {{time}}, {{size}}', { time: when(item.lastGoodAt), size: formatBytes(item.bytes) }),
      ]
    case 'late':
      return lateTexts(item, when)
    case 'phones':
      return [phonesText(item, when)]
    case 'disk':
      return item.disks.map(({ place, freeBytes, totalBytes }) =>
        DISK_TEXTS[place]({ free: formatBytes(freeBytes), total: formatBytes(totalBytes) }),
      )
  }
}

function databaseText({ kind, version, bytes }: Named<'database'>): string {
  if (bytes === null) return t('No answer')
  const size = formatBytes(bytes)
  if (kind === 'embedded') return t('Built in, {{size}}', { size })
  return t('PostgreSQL {{version}}, {{size}}', { version: version ?? '', size })
}

function standbyText({ count, behindBytes }: Named<'standby'>): string {
  if (count === null || count === 0) return t('None follows')
  const follows = plural(count, '{{count}} standby follows', '{{count}} standbys follow')
  if (behindBytes === null || behindBytes === 0) return follows
  return t('{{follows}}, {{size}} behind', { follows, size: formatBytes(behindBytes) })
}

function mailText({ kind, queued, oldestAt }: Named<'mail'>, when: (instant: string) => string): string {
  if (kind === 'kept') return t('No mail server is set up: emails are kept here and not sent.')
  if (queued === null) return t('Not known')
  if (queued === 0 || oldestAt === null) return t('None waiting')
  return plural(
    queued,
    '{{count}} email waiting since {{time}}',
    '{{count, number}} emails waiting, the oldest since {{time}}',
    { time: when(oldestAt) },
  )
}

function lateTexts(
  { cleanedUpAt, bulkActSince, exceptions, oldestExceptionAt, lanes }: Named<'late'>,
  when: (instant: string) => string,
): string[] {
  return [
    ...(exceptions === null
      ? [t('Not known')]
      : exceptions === 0 || oldestExceptionAt === null
        ? [t('No exceptions waiting')]
        : [
            plural(
              exceptions,
              '{{count}} exception waiting since {{time}}',
              '{{count, number}} exceptions waiting, the oldest since {{time}}',
              { time: when(oldestExceptionAt) },
            ),
          ]),
    ...(bulkActSince === null ? [] : [t('Invoicing or sending in bulk since {{time}}', { time: when(bulkActSince) })]),
    ...(cleanedUpAt === null ? [] : [t('Nightly clean-up {{time}}', { time: when(cleanedUpAt) })]),
    ...(lanes.length === 0 ? [] : [t('Background work that’s late: {{names}}', { names: lanes.join(', ') })]),
  ]
}

function phonesText({ unsentLong, oldestUnsentAt }: Named<'phones'>, when: (instant: string) => string): string {
  if (unsentLong === null) return t('Not known')
  if (unsentLong === 0 || oldestUnsentAt === null) return t('No records unsent for over 2 hours')
  return plural(
    unsentLong,
    '{{count}} phone holds records unsent for over 2 hours, since {{time}}',
    '{{count, number}} phones hold records unsent for over 2 hours, the oldest since {{time}}',
    { time: when(oldestUnsentAt) },
  )
}
