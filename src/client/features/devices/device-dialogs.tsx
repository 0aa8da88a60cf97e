import { allowDevice, type Device, revokeDevice, settleDevice } from '#contract/v1/devices.ts'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { markOf, rangesText } from './device-text.ts'

interface DialogProps {
  device: Device
  onClose: () => void
}

export function RevokeDialog({ device, onClose }: DialogProps) {
  const { deviceID, driverName, unsent } = device
  return (
    <ReasonDialog
      title={t('Sign out {{name}}’s phone?', { name: driverName })}
      endpoint={revokeDevice}
      fixed={{ deviceID }}
      label={t('Reason')}
      done={t('Phone signed out and blocked')}
      submit={t('Sign out this phone')}
      danger
      onClose={onClose}
    >
      <Which device={device} />
      <p>
        {t(
          'The phone is blocked. When it next has signal, it sends its unsent work, then all customer data on it is wiped. The driver can sign in on another phone straight away.',
        )}
      </p>
      <p>{t('Other drivers who use this phone are signed out too.')}</p>
      {unsent === 0 ? null : (
        <Note tone="warn">
          {plural(
            unsent,
            'It still has {{count}} unsent record. If the phone never comes back, you’ll need to enter it yourself.',
            'It still has {{count, number}} unsent records. If the phone never comes back, you’ll need to enter them yourself.',
          )}
        </Note>
      )}
    </ReasonDialog>
  )
}

export function AllowDialog({ device, onClose }: DialogProps) {
  const { deviceID, driverName } = device
  return (
    <ReasonDialog
      title={t('Allow {{name}}’s phone again?', { name: driverName })}
      endpoint={allowDevice}
      fixed={{ deviceID }}
      label={t('Reason')}
      required={false}
      done={t('Phone allowed again')}
      submit={t('Allow again')}
      onClose={onClose}
    >
      <Which device={device} />
      <p>{t('The driver can sign in on it and work as before.')}</p>
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
  return (
    <ReasonDialog
      title={t('Mark {{name}}’s missing records as resolved?', { name: driverName })}
      endpoint={settleDevice}
      fixed={{ deviceID, driverID, holes }}
      label={t('Reason')}
      done={t('Missing records resolved')}
      submit={t('Mark resolved')}
      onClose={onClose}
    >
      <Which device={device} />
      <Note tone="warn">
        {plural(
          holes.length,
          'Record {{holes}} from this phone is missing.',
          'Records {{holes}} from this phone are missing.',
          { holes: rangesText(holes) },
        )}
      </Note>
      <p>
        {t(
          'Do this once you’ve asked the driver and entered what was missing. The warning here and on Home goes away, until more goes missing.',
        )}
      </p>
      <p>
        {t(
          'If the records still arrive, they’re received. This applies to every driver who used this phone and can’t be undone.',
        )}
      </p>
    </ReasonDialog>
  )
}

/** Identifies one of a driver's several phones: the lost one has the oldest contact. */
function Which({ device: { deviceID, lastSeenAt, firstSeenAt } }: { device: Device }) {
  return (
    <p>
      {t('Phone {{mark}}, last seen {{last}}, first seen {{first}}.', {
        mark: markOf(deviceID),
        last: formatDayAndTime(lastSeenAt),
        first: formatDayAndTime(firstSeenAt),
      })}
    </p>
  )
}
