import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { Device } from '#contract/v1/devices.ts'
import type { DeviceState } from '#domain/device-state.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { agoText, clockText, markOf, reconciliationText } from './device-text.ts'
import styles from './devices.module.css'

const TONES = {
  ok: 'good',
  waiting: 'rest',
  silent: 'bad',
  'needs-attention': 'warn',
  'records-missing': 'bad',
  revoked: 'warn',
  wiped: 'rest',
} as const satisfies Record<DeviceState, string>

interface Needs {
  t: Translate<'devices'>
  /** The reference time of "ago", ms. */
  now: number
  onRevoke: (device: Device) => void
  onAllow: (device: Device) => void
  onSettle: (device: Device) => void
}

export const devicesColumns = ({ t, now, onRevoke, onAllow, onSettle }: Needs): readonly Column<Device>[] => [
  {
    id: 'driverName',
    title: t('driver'),
    main: true,
    sort: 'driverName',
    cell: ({ driverID, driverName, deviceID, phonesOfDriver: devicesOfDriver }) => (
      <div>
        <Link to={officePaths.driver(driverID)}>{driverName}</Link>
        {devicesOfDriver > 1 ? <div className={styles.mark}>{t('mark', { mark: markOf(deviceID) })}</div> : null}
      </div>
    ),
    csv: ({ driverName }) => driverName,
  },
  {
    id: 'state',
    title: t('state'),
    cell: (device) => <StateCell device={device} t={t} onSettle={onSettle} />,
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
    cell: (device) => <UnsentCell device={device} t={t} />,
    csv: ({ unsent }) => unsent,
  },
  // A part of the unsent column, because another column would push the last one off a desk's screen.
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
    cell: (device) => <div className={styles.counts}>{reconciliationText(t, device)}</div>,
    csv: (device) => reconciliationText(t, device),
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
    title: t('device'),
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
    cell: (device) => {
      const act = device.revokedAt === null ? 'revoke' : 'allow'
      return (
        <Button
          variant="default"
          px="sm"
          aria-label={t(device.phonesOfDriver > 1 ? `${act}ThisOf` : `${act}Of`, {
            name: device.driverName,
            mark: markOf(device.deviceID),
          })}
          onClick={() => (act === 'revoke' ? onRevoke : onAllow)(device)}
        >
          {t(act)}
        </Button>
      )
    },
  },
]

/** The most urgent state, followed by "silent" where another state takes precedence over it. */
function StateCell({ device, t, onSettle }: { device: Device } & Pick<Needs, 't' | 'onSettle'>) {
  const {
    deviceID,
    state,
    silent,
    revokedAt,
    wipedAt,
    driverName,
    phonesOfDriver: devicesOfDriver,
    reconciliation,
  } = device
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
          aria-label={t(devicesOfDriver > 1 ? 'settleThisOf' : 'settleOf', {
            name: driverName,
            mark: markOf(deviceID),
          })}
          onClick={() => onSettle(device)}
        >
          {t('settle')}
        </Button>
      )}
    </div>
  )
}

function UnsentCell({
  device: { unsent, needsAttention, oldestUnsentAt },
  t,
}: {
  device: Device
  t: Translate<'devices'>
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
