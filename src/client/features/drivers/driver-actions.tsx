import { useState } from 'react'
import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { deleteDriver, type Driver, inviteDriver, getDriver, updateDriver } from '#contract/v1/drivers.ts'
import { resetSecondFactor } from '#contract/v1/second-factor.ts'
import { employmentHasEnded } from '#domain/drivers.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useLatest } from '#client/shells/use-edited.ts'

interface DriverActionsProps {
  driver: Driver
  today: string
  editPath: string
  onDeleted: () => void
}

type Asking = 'invite' | 'reset-factor' | 'end' | 'delete' | 'has-history' | null

export function DriverActions({ driver, today, editPath, onDeleted }: DriverActionsProps) {
  const { t } = useTranslation('drivers')
  const [asking, setAsking] = useState<Asking>(null)
  const { driverID, version, fullName: name } = driver
  const close = () => setAsking(null)
  const mayBeInvited = driver.invited && !employmentHasEnded(driver.employmentEndDate, today)
  return (
    <>
      <Button component={Link} to={editPath}>
        {t('edit')}
      </Button>
      {mayBeInvited ? (
        <Button variant="default" onClick={() => setAsking('invite')}>
          {t('invite')}
        </Button>
      ) : null}
      <MoreActs
        acts={[
          { label: t('resetFactor'), onClick: () => setAsking('reset-factor') },
          { label: t('end'), onClick: () => setAsking('end') },
          { label: t('delete'), danger: true, onClick: () => setAsking('delete') },
        ]}
      />
      <ConfirmCommand
        opened={asking === 'invite'}
        question={t('inviteQuestion', { name })}
        cancel={t('cancel')}
        confirm={t('invite')}
        endpoint={inviteDriver}
        input={{ driverID }}
        done={t('inviteDone')}
        mails
        onClose={close}
        onDone={close}
      >
        <p>{t('inviteWhy', { email: driver.email })}</p>
      </ConfirmCommand>
      <ConfirmCommand
        opened={asking === 'reset-factor'}
        question={t('resetFactorQuestion', { name })}
        cancel={t('cancel')}
        confirm={t('resetFactor')}
        danger
        endpoint={resetSecondFactor}
        input={{ userID: driverID }}
        done={t('factorReset')}
        otherwise={{ wrong_state: () => showFailure(t('errorOccurred'), t('noFactor', { name })) }}
        onClose={close}
        onDone={close}
      >
        <p>{t('resetFactorWhy', { name })}</p>
      </ConfirmCommand>
      <ConfirmCommand
        opened={asking === 'delete'}
        question={t('deleteQuestion', { name })}
        cancel={t('cancel')}
        confirm={t('delete')}
        danger
        endpoint={deleteDriver}
        input={{ driverID }}
        ifMatch={version}
        done={t('deleted')}
        otherwise={{ driver_has_history: () => setAsking('has-history') }}
        onClose={close}
        onDone={onDeleted}
      >
        <p>{t('deleteWhy')}</p>
      </ConfirmCommand>
      <ConfirmAction
        opened={asking === 'has-history'}
        question={t('hasHistory', { name })}
        cancel={t('cancel')}
        confirm={t('end')}
        busy={false}
        onCancel={close}
        onConfirm={() => setAsking('end')}
      >
        <p>{t('hasHistoryWhy')}</p>
      </ConfirmAction>
      {asking === 'end' ? <DriverEnd driver={driver} today={today} onClose={close} /> : null}
    </>
  )
}

const values = ({ employmentEndDate }: Driver) => ({ employmentEndDate: employmentEndDate ?? '' })

/** Sets a last day, because a driver with recorded work can't be deleted. */
function DriverEnd({ driver, today, onClose }: { driver: Driver; today: string; onClose: () => void }) {
  const { t } = useTranslation('drivers')
  const latest = useLatest(getDriver, { driverID: driver.driverID }, values)
  return (
    <FormShell
      as="dialog"
      title={t('endTitle', { name: driver.fullName })}
      endpoint={updateDriver}
      fixed={{ driverID: driver.driverID }}
      initial={values(driver)}
      required={['employmentEndDate']}
      editing={{ version: driver.version, latest }}
      labels={{ employmentEndDate: t('endDate') }}
      done={t('endDone')}
      submit={t('end')}
      danger
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <Text>{t('endWhy')}</Text>
          <Group align="end" wrap="nowrap">
            <DayInput
              label={t('endDate')}
              required
              minDate={driver.employmentStartDate}
              {...form.getInputProps('employmentEndDate')}
            />
            <Button variant="default" flex="none" onClick={() => form.setFieldValue('employmentEndDate', today)}>
              {t('today')}
            </Button>
          </Group>
        </>
      )}
    </FormShell>
  )
}
