import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { TFunction } from 'i18next'
import type { Device } from '#contract/v1/devices.ts'
import type { PhoneState } from '#domain/phones-ledger.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { formatDayAndTime } from '#client/ui/time-text.ts'
import { agoText, clockText, markOf, reconciliationText } from './phone-text.ts'
import styles from './phones.module.css'

const TONES = {
  ok: 'good',
  waiting: 'rest',
  silent: 'bad',
  'needs-attention': 'warn',
  'records-missing': 'bad',
  revoked: 'warn',
  wiped: 'rest',
} as const satisfies Record<PhoneState, string>

interface Needs {
  t: TFunction<'phones'>
  /** ms; the reference time of "ago". */
  now: number
  onRevoke: (phone: Device) => void
  onAllow: (phone: Device) => void
  onSettle: (phone: Device) => void
}

export const phonesColumns = ({ t, now, onRevoke, onAllow, onSettle }: Needs): readonly Column<Device>[] => [
  {
    id: 'driverName',
    title: t('driver'),
    main: true,
    sort: 'driverName',
    cell: ({ driverID, driverName, deviceID, phonesOfDriver }) => (
      <div>
        <Link to={officePaths.driver(driverID)}>{driverName}</Link>
        {phonesOfDriver > 1 ? <div className={styles.mark}>{t('mark', { mark: markOf(deviceID) })}</div> : null}
      </div>
    ),
    csv: ({ driverName }) => driverName,
  },
  {
    id: 'state',
    title: t('state'),
    cell: (phone) => <StateCell phone={phone} t={t} onSettle={onSettle} />,
    csv: ({ state }) => t(`state-${state}`),
  },
  {
    id: 'lastSeenAt',
    title: t('lastSeen'),
    sort: 'lastSeenAt',
    cell: ({ lastSeenAt }) => (
      <div>
        {agoText(t, lastSeenAt, now)}
        <div className={styles.soft}>{formatDayAndTime(lastSeenAt)}</div>
      </div>
    ),
    csv: ({ lastSeenAt }) => lastSeenAt,
  },
  {
    id: 'unsent',
    title: t('unsent'),
    sort: 'unsent',
    cell: (phone) => <UnsentCell phone={phone} t={t} />,
    csv: ({ unsent }) => unsent,
  },
  // Shown within the unsent column, of which it is a part: a column of its own would push the last one off a desk's
  // screen.
  {
    id: 'needsAttention',
    title: t('needsAttention'),
    sort: 'needsAttention',
    optional: true,
    cell: ({ needsAttention }) => (needsAttention === 0 ? t('none') : needsAttention),
    csv: ({ needsAttention }) => needsAttention,
  },
  {
    id: 'reconciliation',
    title: t('reconciliation'),
    cell: (phone) => <div className={styles.counts}>{reconciliationText(t, phone)}</div>,
    csv: (phone) => reconciliationText(t, phone),
  },
  {
    id: 'clockOffset',
    title: t('clock'),
    sort: 'clockOffset',
    cell: ({ clockOffset, clockWarning }) => (
      <div className={styles.states}>
        {clockWarning ? <StateBadge tone="warn">{clockText(t, clockOffset)}</StateBadge> : clockText(t, clockOffset)}
      </div>
    ),
    csv: ({ clockOffset }) => clockText(t, clockOffset),
  },
  {
    id: 'appBuild',
    title: t('build'),
    sort: 'appBuild',
    cell: ({ appBuild }) => (
      <span className={styles.appBuild} title={appBuild ?? undefined}>
        {appBuild ?? '–'}
      </span>
    ),
    csv: ({ appBuild }) => appBuild,
  },
  {
    id: 'deviceID',
    title: t('phone'),
    optional: true,
    cell: ({ deviceID }) => <span className={styles.build}>{deviceID}</span>,
    csv: ({ deviceID }) => deviceID,
  },
  {
    id: 'firstSeenAt',
    title: t('firstSeen'),
    sort: 'firstSeenAt',
    optional: true,
    cell: ({ firstSeenAt }) => formatDayAndTime(firstSeenAt),
    csv: ({ firstSeenAt }) => firstSeenAt,
  },
  {
    id: 'actions',
    title: t('actions'),
    cell: (phone) =>
      phone.revokedAt === null ? (
        <Button
          variant="default"
          px="sm"
          aria-label={t(phone.phonesOfDriver > 1 ? 'revokeThisOf' : 'revokeOf', {
            name: phone.driverName,
            mark: markOf(phone.deviceID),
          })}
          onClick={() => onRevoke(phone)}
        >
          {t('revoke')}
        </Button>
      ) : (
        <Button
          variant="default"
          px="sm"
          aria-label={t(phone.phonesOfDriver > 1 ? 'allowThisOf' : 'allowOf', {
            name: phone.driverName,
            mark: markOf(phone.deviceID),
          })}
          onClick={() => onAllow(phone)}
        >
          {t('allow')}
        </Button>
      ),
  },
]

/** The most urgent state, followed by "silent" where another state takes precedence over it. */
function StateCell({ phone, t, onSettle }: { phone: Device } & Pick<Needs, 't' | 'onSettle'>) {
  const { deviceID, state, silent, revokedAt, wipedAt, driverName, phonesOfDriver, reconciliation } = phone
  return (
    <div className={styles.states}>
      <StateBadge tone={TONES[state]}>{t(`state-${state}`)}</StateBadge>
      {silent && state !== 'silent' ? <StateBadge tone="bad">{t('silentToo')}</StateBadge> : null}
      {revokedAt === null ? null : (
        <span className={styles.soft}>{t('revokedAt', { time: formatDayAndTime(revokedAt) })}</span>
      )}
      {wipedAt === null ? null : (
        <span className={styles.soft}>{t('wipedAt', { time: formatDayAndTime(wipedAt) })}</span>
      )}
      {reconciliation.holes.length === 0 ? null : (
        <Button
          variant="default"
          aria-label={t(phonesOfDriver > 1 ? 'settleThisOf' : 'settleOf', { name: driverName, mark: markOf(deviceID) })}
          onClick={() => onSettle(phone)}
        >
          {t('settle')}
        </Button>
      )}
    </div>
  )
}

function UnsentCell({
  phone: { unsent, needsAttention, oldestUnsentAt },
  t,
}: {
  phone: Device
  t: TFunction<'phones'>
}) {
  if (unsent === 0 && needsAttention === 0) return t('none')
  return (
    <div>
      {unsent}
      {needsAttention === 0 ? null : <div>{t('ofThemAttention', { count: needsAttention })}</div>}
      {oldestUnsentAt === null ? null : (
        <div className={styles.soft}>{t('oldestOf', { time: formatDayAndTime(oldestUnsentAt) })}</div>
      )}
    </div>
  )
}
