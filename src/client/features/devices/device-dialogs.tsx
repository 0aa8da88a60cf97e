import { allowDevice, type Device, revokeDevice, settleDevice } from '#contract/v1/devices.ts'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { markOf, rangesText } from './device-text.ts'

interface DialogProps {
  device: Device
  onClose: () => void
}

export function RevokeDialog({ device, onClose }: DialogProps) {
  const { deviceID, driverName, unsent } = device
  const { t } = useTranslation('devices')
  return (
    <ReasonDialog
      title={t('revokeTitle', { name: driverName })}
      endpoint={revokeDevice}
      fixed={{ deviceID }}
      label={t('reason')}
      done={t('revoked')}
      submit={t('revokeThis')}
      danger
      onClose={onClose}
    >
      <Which device={device} />
      <p>{t('revokeWhy')}</p>
      <p>{t('revokeShared')}</p>
      {unsent === 0 ? null : <Note tone="warn">{t('revokeUnsent', { count: unsent })}</Note>}
    </ReasonDialog>
  )
}

export function AllowDialog({ device, onClose }: DialogProps) {
  const { deviceID, driverName } = device
  const { t } = useTranslation('devices')
  return (
    <ReasonDialog
      title={t('allowTitle', { name: driverName })}
      endpoint={allowDevice}
      fixed={{ deviceID }}
      label={t('reason')}
      required={false}
      done={t('allowed')}
      submit={t('allow')}
      onClose={onClose}
    >
      <Which device={device} />
      <p>{t('allowWhy')}</p>
    </ReasonDialog>
  )
}

/** Confirms that records are lost for good. */
export function SettleDialog({ device, onClose }: DialogProps) {
  const {
    deviceID,
    driverID,
    driverName,
    reconciliation: { holes },
  } = device
  const { t } = useTranslation('devices')
  return (
    <ReasonDialog
      title={t('settleTitle', { name: driverName })}
      endpoint={settleDevice}
      fixed={{ deviceID, driverID, holes }}
      label={t('reason')}
      done={t('settled')}
      submit={t('settle')}
      onClose={onClose}
    >
      <Which device={device} />
      <Note tone="warn">{t('settleWhich', { count: holes.length, holes: rangesText(holes) })}</Note>
      <p>{t('settleWhy')}</p>
      <p>{t('settleStill')}</p>
    </ReasonDialog>
  )
}

/** Identifies one of a driver's several phones: the lost one has the oldest contact. */
function Which({ device: { deviceID, lastSeenAt, firstSeenAt } }: { device: Device }) {
  const { t } = useTranslation('devices')
  return (
    <p>
      {t('which', { mark: markOf(deviceID), last: formatDayAndTime(lastSeenAt), first: formatDayAndTime(firstSeenAt) })}
    </p>
  )
}
