import type { StoredFacts, SystemFacts } from '#domain/system.ts'

type Labels = Readonly<Record<string, string>>
type Value = readonly [Labels, number]

export interface Figure {
  readonly name: string
  readonly help: string
  readonly labels?: readonly string[]
  /** It only grows while the server runs. */
  readonly isCount?: true
  /** None: the figure is not known now. */
  values(facts: SystemFacts): readonly Value[]
}

/** Names no person, no address and nothing that a person typed. */
export const FIGURES: readonly Figure[] = [
  {
    name: 'bagrun_database_up',
    help: 'Whether the database answered the last look',
    values: ({ stored }) => one(stored === null ? 0 : 1),
  },
  kept('bagrun_database_writable', 'Whether the database stored what it was given', ({ takesWrites }) =>
    one(takesWrites ? 1 : 0),
  ),
  kept('bagrun_database_bytes', 'Size of the database', ({ databaseBytes }) => one(databaseBytes)),
  kept('bagrun_database_standbys', 'Standbys that follow the database', ({ standby }) =>
    standby === null ? [] : one(standby.count),
  ),
  kept('bagrun_database_standby_expected', 'Whether commits wait for a standby', ({ standby }) =>
    standby === null ? [] : one(standby.expected ? 1 : 0),
  ),
  kept('bagrun_database_standby_behind_bytes', 'What the nearest standby has not replayed', ({ standby }) =>
    standby?.behindBytes == null ? [] : one(standby.behindBytes),
  ),
  {
    name: 'bagrun_photos_up',
    help: 'Whether the photo store answered the last look',
    values: ({ photos }) => one(photos.answers ? 1 : 0),
  },
  {
    name: 'bagrun_phones_unsent',
    help: 'Phones whose oldest unsent record is older than this, by their last report',
    labels: ['older'],
    values: ({ stored }) => (stored === null ? [] : [[{ older: '2h' }, stored.phones.unsentLong]]),
  },
  {
    name: 'bagrun_phones_oldest_unsent_seconds',
    help: 'Age of the oldest unsent record on any phone; 0: none',
    values: ({ stored, at }) => age(stored, at, ({ phones }) => phones.oldestUnsentAt),
  },
  {
    ...kept('bagrun_phones', 'Phones heard in the last 30 days, by build', ({ phones }) =>
      phones.builds.map(({ build, phones: count }) => [{ build: build ?? 'other' }, count]),
    ),
    labels: ['build'],
  },
  kept('bagrun_backup_last_good_timestamp_seconds', 'When the last good backup was made', ({ backup }) =>
    backup.lastGoodAt === null ? [] : one(backup.lastGoodAt.getTime() / 1_000),
  ),
  kept('bagrun_backup_photos_missing', 'Photos that the last good backup found nowhere', ({ backup }) =>
    one(backup.photosMissing),
  ),
  {
    ...kept('bagrun_mails_queued', 'Mails that wait to be sent', ({ mails }) => [
      [{ priority: 'account' }, mails.account.count],
      [{ priority: 'bulk' }, mails.bulk.count],
    ]),
    labels: ['priority'],
  },
  {
    name: 'bagrun_mails_oldest_queued_seconds',
    help: 'Age of the mail that waits for longest; 0: none',
    labels: ['priority'],
    values: ({ stored, at }) =>
      (['account', 'bulk'] as const).flatMap((priority) =>
        age(stored, at, ({ mails }) => mails[priority].oldestAt).map(([, value]): Value => [{ priority }, value]),
      ),
  },
  kept('bagrun_webhooks_queued', 'Messages that wait to be sent to other programs', ({ webhooks }) =>
    one(webhooks.count),
  ),
  {
    name: 'bagrun_webhooks_oldest_queued_seconds',
    help: 'Age of the message to another program that waits for longest; 0: none',
    values: ({ stored, at }) => age(stored, at, ({ webhooks }) => webhooks.oldestAt),
  },
  {
    name: 'bagrun_bulk_acts_oldest_running_seconds',
    help: 'Age of the oldest bulk act that still runs; 0: none',
    values: ({ stored, at }) => age(stored, at, ({ bulkActSince }) => bulkActSince),
  },
  kept('bagrun_exceptions_open', 'Exceptions that the office has to decide', ({ exceptions }) => one(exceptions.open)),
  {
    name: 'bagrun_exceptions_oldest_open_seconds',
    help: 'Age of the oldest open exception; 0: none',
    values: ({ stored, at }) => age(stored, at, ({ exceptions }) => exceptions.oldestAt),
  },
  {
    ...kept('bagrun_alerts_open', 'Alerts of Home that are open, by kind', ({ openAlerts }) =>
      openAlerts.map(({ kind, count }) => [{ kind }, count]),
    ),
    labels: ['kind'],
  },
  {
    name: 'bagrun_disk_free_bytes',
    help: 'Free bytes of the disk of DATA_DIR and of BACKUP_DIR',
    labels: ['place'],
    values: ({ disks }) => disks.map(({ place, freeBytes }) => [{ place }, freeBytes]),
  },
  {
    name: 'bagrun_disk_size_bytes',
    help: 'Size of the disk of DATA_DIR and of BACKUP_DIR',
    labels: ['place'],
    values: ({ disks }) => disks.map(({ place, totalBytes }) => [{ place }, totalBytes]),
  },
  {
    name: 'bagrun_lane_last_success_timestamp_seconds',
    help: 'When a lane of background work last succeeded; before that, when it was started',
    labels: ['lane'],
    values: ({ lanes }) => lanes.map(({ lane, quietMs }) => [{ lane }, (Date.now() - quietMs) / 1_000]),
  },
  {
    name: 'bagrun_lane_restarts_total',
    help: 'How often a lane of background work made no progress for two minutes and was begun anew',
    labels: ['lane'],
    isCount: true,
    values: ({ lanes }) => lanes.map(({ lane, restarts }) => [{ lane }, restarts]),
  },
]

function one(value: number): readonly Value[] {
  return [[{}, value]]
}

function kept(name: string, help: string, values: (stored: StoredFacts) => readonly Value[]): Figure {
  return { name, help, values: ({ stored }) => (stored === null ? [] : values(stored)) }
}

function age(stored: StoredFacts | null, at: Date, since: (stored: StoredFacts) => Date | null): readonly Value[] {
  if (stored === null) return []
  const began = since(stored)
  return one(began === null ? 0 : Math.max(0, (at.getTime() - began.getTime()) / 1_000))
}
