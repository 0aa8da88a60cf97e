import { Textarea } from '@mantine/core'
import { allowDevice, type Device, revokeDevice, settleDevice } from '#contract/v1/devices.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { Note } from '#client/ui/note.tsx'
import { formatDayAndTime } from '#client/ui/time-text.ts'
import { useTranslation } from '#client/ui/use-translation.ts'
import { markOf, rangesText } from './phone-text.ts'

interface DialogProps {
  phone: Device
  onClose: () => void
}

/** A lost phone is taken back: what that means is said before. */
export function RevokeDialog({ phone, onClose }: DialogProps) {
  const { deviceID, driverName, unsent } = phone
  const { t } = useTranslation('phones')
  return (
    <FormShell
      title={t('revokeTitle', { name: driverName })}
      as="dialog"
      endpoint={revokeDevice}
      fixed={{ deviceID }}
      initial={{ reason: '' }}
      required={['reason']}
      editing={null}
      labels={{ reason: t('reason') }}
      done={t('revoked')}
      submit={t('revoke')}
      danger
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <Which phone={phone} />
          <p>{t('revokeWhy')}</p>
          <p>{t('revokeShared')}</p>
          {unsent === 0 ? null : <Note tone="warn">{t('revokeUnsent', { count: unsent })}</Note>}
          <Textarea label={t('reason')} withAsterisk rows={2} resize="vertical" data-autofocus {...form.getInputProps('reason')} />
        </>
      )}
    </FormShell>
  )
}

export function AllowDialog({ phone, onClose }: DialogProps) {
  const { deviceID, driverName } = phone
  const { t } = useTranslation('phones')
  return (
    <FormShell
      title={t('allowTitle', { name: driverName })}
      as="dialog"
      endpoint={allowDevice}
      fixed={{ deviceID }}
      initial={{ reason: '' }}
      required={[]}
      editing={null}
      labels={{ reason: t('reason') }}
      done={t('allowed')}
      submit={t('allow')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <Which phone={phone} />
          <p>{t('allowWhy')}</p>
          <Textarea label={t('reason')} rows={2} resize="vertical" data-autofocus {...form.getInputProps('reason')} />
        </>
      )}
    </FormShell>
  )
}

/** What was lost for good is accepted as that, by somebody who has looked into it. */
export function SettleDialog({ phone: { deviceID, driverName, reconciliation: { holes } }, onClose }: DialogProps) {
  const { t } = useTranslation('phones')
  return (
    <FormShell
      title={t('settleTitle', { name: driverName })}
      as="dialog"
      endpoint={settleDevice}
      fixed={{ deviceID }}
      initial={{ reason: '' }}
      required={['reason']}
      editing={null}
      labels={{ reason: t('reason') }}
      done={t('settled')}
      submit={t('settle')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <Note tone="warn">{t('settleWhich', { count: holes.length, holes: rangesText(holes) })}</Note>
          <p>{t('settleWhy')}</p>
          <p>{t('settleStill')}</p>
          <Textarea label={t('reason')} withAsterisk rows={2} resize="vertical" data-autofocus {...form.getInputProps('reason')} />
        </>
      )}
    </FormShell>
  )
}

/** Of a driver's several phones the right one: the lost one was not seen since. */
function Which({ phone: { deviceID, lastSeenAt, firstSeenAt } }: { phone: Device }) {
  const { t } = useTranslation('phones')
  return <p>{t('which', { mark: markOf(deviceID), last: formatDayAndTime(lastSeenAt), first: formatDayAndTime(firstSeenAt) })}</p>
}
