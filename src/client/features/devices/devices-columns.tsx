import { Box, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Device } from '#contract/v1/devices.ts'
import type { DeviceState } from '#domain/device-state.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { formatDayAndTime, timeInFile } from '#client/ui/core/time-text.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { agoText, clockText, markOf, reconciliationText } from './device-text.ts'

const STATE_WORDS = sentences({
  ok: 'All sent',
  waiting: 'Unsent work',
  silent: 'Silent',
  'needs-attention': 'Needs attention',
  'records-missing': 'Records missing',
  revoked: 'Blocked',
  wiped: 'Blocked, wiped',
})

const ACT_ON_THIS_WORDS = sentences({
  revoke: 'Sign out phone {{mark}} of {{name}}',
  allow: 'Allow phone {{mark}} of {{name}} again',
})

const ACT_ON_PHONE_WORDS = sentences({
  revoke: 'Sign out {{name}}’s phone',
  allow: 'Allow {{name}}’s phone again',
})

const ACT_WORDS = sentences({
  revoke: 'Sign out',
  allow: 'Allow again',
})

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
  /** The reference time of "ago", ms. */
  now: number
  onRevoke: (device: Device) => void
  onAllow: (device: Device) => void
  onSettle: (device: Device) => void
}

export const devicesColumns = ({ now, onRevoke, onAllow, onSettle }: Needs): readonly Column<Device>[] => [
  {
    id: 'driverName',
    title: t('Driver'),
    main: true,
    sort: 'driverName',
    cell: ({ driverID, driverName, deviceID, phonesOfDriver: devicesOfDriver }) => (
      <div>
        <Link to={officePaths.driver(driverID)}>{driverName}</Link>
        {devicesOfDriver > 1 ? (
          <Text component="div" c="dimmed" fz="sm" fw={400}>
            {t('Phone {{mark}}', { mark: markOf(deviceID) })}
          </Text>
        ) : null}
      </div>
    ),
    csv: ({ driverName }) => driverName,
  },
  {
    id: 'state',
    title: t('State'),
    cell: (device) => <StateCell device={device} onSettle={onSettle} />,
    csv: ({ state }) => t(STATE_WORDS[state]),
  },
  {
    id: 'lastSeenAt',
    title: t('Last seen'),
    sort: 'lastSeenAt',
    cell: ({ lastSeenAt }) => (
      <div>
        {agoText(lastSeenAt, now)}
        <Text component="div" c="dimmed" fz="sm" fw={400}>
          {formatDayAndTime(lastSeenAt)}
        </Text>
      </div>
    ),
    csv: ({ lastSeenAt }) => timeInFile(lastSeenAt),
  },
  {
    id: 'unsent',
    title: t('Unsent'),
    sort: 'unsent',
    cell: (device) => <UnsentCell device={device} />,
    csv: ({ unsent }) => unsent,
  },
  // A part of the unsent column, because another column would push the last one off a desk's screen.
  {
    id: 'needsAttention',
    title: t('Needs attention'),
    sort: 'needsAttention',
    optional: true,
    cell: ({ needsAttention }) => (needsAttention === 0 ? t('None') : needsAttention),
    csv: ({ needsAttention }) => needsAttention,
  },
  {
    id: 'reconciliation',
    title: t('Records'),
    cell: (device) => <Box miw="6.5rem">{reconciliationText(device)}</Box>,
    csv: (device) => reconciliationText(device),
  },
  {
    id: 'clockOffset',
    title: t('Clock'),
    sort: 'clockOffset',
    cell: ({ clockOffset, clockWarning }) => (
      <Group gap="4px 6px">
        {clockWarning ? <StateBadge tone="warn">{clockText(clockOffset)}</StateBadge> : clockText(clockOffset)}
      </Group>
    ),
    csv: ({ clockOffset }) => clockText(clockOffset),
  },
  {
    id: 'appBuild',
    title: t('Build'),
    sort: 'appBuild',
    cell: ({ appBuild }) => (
      <Text
        span
        truncate
        display="inline-block"
        maw="5.5rem"
        style={{ verticalAlign: 'bottom' }}
        title={appBuild ?? undefined}
      >
        {appBuild ?? '–'}
      </Text>
    ),
    csv: ({ appBuild }) => appBuild,
  },
  {
    id: 'deviceID',
    title: t('Phone'),
    optional: true,
    cell: ({ deviceID }) => (
      <Text span fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {deviceID}
      </Text>
    ),
    csv: ({ deviceID }) => deviceID,
  },
  {
    id: 'firstSeenAt',
    title: t('First seen'),
    sort: 'firstSeenAt',
    optional: true,
    cell: ({ firstSeenAt }) => formatDayAndTime(firstSeenAt),
    csv: ({ firstSeenAt }) => timeInFile(firstSeenAt),
  },
  {
    id: 'actions',
    title: t('Actions'),
    cell: (device) => {
      const act = device.revokedAt === null ? 'revoke' : 'allow'
      return (
        <Button
          variant="default"
          px="sm"
          aria-label={
            device.phonesOfDriver > 1
              ? t(ACT_ON_THIS_WORDS[act], { name: device.driverName, mark: markOf(device.deviceID) })
              : t(ACT_ON_PHONE_WORDS[act], { name: device.driverName })
          }
          onClick={() => (act === 'revoke' ? onRevoke : onAllow)(device)}
        >
          {t(ACT_WORDS[act])}
        </Button>
      )
    },
  },
]

/** The most urgent state, followed by "silent" where another state takes precedence over it. */
function StateCell({ device, onSettle }: { device: Device } & Pick<Needs, 'onSettle'>) {
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
    <Group gap="4px 6px">
      <StateBadge tone={TONES[state]}>{t(STATE_WORDS[state])}</StateBadge>
      {silent && state !== 'silent' ? <StateBadge tone="bad">{t('Silent')}</StateBadge> : null}
      {revokedAt === null ? null : (
        <Text span c="dimmed" fz="sm" fw={400}>
          {t('Blocked {{time}}', { time: formatDayAndTime(revokedAt) })}
        </Text>
      )}
      {wipedAt === null ? null : (
        <Text span c="dimmed" fz="sm" fw={400}>
          {t('Wiped {{time}}', { time: formatDayAndTime(wipedAt) })}
        </Text>
      )}
      {reconciliation.holes.length === 0 ? null : (
        <Button
          variant="default"
          aria-label={
            devicesOfDriver > 1
              ? t('Mark resolved: records missing from phone {{mark}} of {{name}}', {
                  name: driverName,
                  mark: markOf(deviceID),
                })
              : t('Mark resolved: records missing from {{name}}’s phone', { name: driverName })
          }
          onClick={() => onSettle(device)}
        >
          {t('Mark resolved')}
        </Button>
      )}
    </Group>
  )
}

function UnsentCell({ device: { unsent, needsAttention, oldestUnsentAt } }: { device: Device }) {
  if (unsent === 0 && needsAttention === 0) return t('None')
  return (
    <div>
      {unsent}
      {needsAttention === 0 ? null : (
        <div>{plural(needsAttention, '{{count}} needs attention', '{{count, number}} need attention')}</div>
      )}
      {oldestUnsentAt === null ? null : (
        <Text component="div" c="dimmed" fz="sm" fw={400}>
          {t('oldest {{time}}', { time: formatDayAndTime(oldestUnsentAt) })}
        </Text>
      )}
    </div>
  )
}
