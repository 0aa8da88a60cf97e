import { useState } from 'react'
import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { deleteDriver, type Driver, inviteDriver, getDriver, updateDriver } from '#contract/v1/drivers.ts'
import { resetSecondFactor } from '#contract/v1/second-factor.ts'
import { employmentHasEnded } from '#domain/drivers.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { DayInput } from '#client/shells/day-input.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { t } from '#client/ui/core/texts.ts'

interface DriverActionsProps {
  driver: Driver
  today: string
  editPath: string
  onDeleted: () => void
}

type Asking = 'invite' | 'reset-factor' | 'end' | 'delete' | 'has-history' | null

export function DriverActions({ driver, today, editPath, onDeleted }: DriverActionsProps) {
  const [asking, setAsking] = useState<Asking>(null)
  const { driverID, version, fullName: name } = driver
  const hasMailServer = useHasMailServer()
  const close = () => setAsking(null)
  const mayBeInvited = driver.invited && !employmentHasEnded(driver.employmentEndDate, today)
  return (
    <>
      <Button component={Link} to={editPath}>
        {t('Edit')}
      </Button>
      {mayBeInvited ? (
        <Button variant="default" onClick={() => setAsking('invite')}>
          {t('Resend invitation')}
        </Button>
      ) : null}
      <MoreActs
        acts={[
          { label: t('Reset second step'), onClick: () => setAsking('reset-factor') },
          { label: t('End employment'), onClick: () => setAsking('end') },
          { label: t('Delete'), danger: true, onClick: () => setAsking('delete') },
        ]}
      />
      <ConfirmCommand
        opened={asking === 'invite'}
        question={t('Invite {{name}} again?', { name })}
        confirm={t('Resend invitation')}
        endpoint={inviteDriver}
        input={{ driverID }}
        done={t('Sending the invitation')}
        mails
        onClose={close}
      >
        <p>
          {hasMailServer
            ? t('A new email goes to {{email}}. The earlier link stops working.', { email: driver.email })
            : t('The new link is kept under Settings, Emails. The earlier one stops working.')}
        </p>
      </ConfirmCommand>
      <ConfirmCommand
        opened={asking === 'reset-factor'}
        question={t('Reset {{name}}’s second step?', { name })}
        confirm={t('Reset second step')}
        danger
        endpoint={resetSecondFactor}
        input={{ userID: driverID }}
        done={t('Second step reset')}
        otherwise={{
          wrong_state: () => showFailure(t('An error occurred.'), t('{{name}} has no second step.', { name })),
        }}
        onClose={close}
      >
        <p>
          {t(
            'For a lost phone. {{name}}’s passkeys, authenticator app and recovery codes stop working, and they’re signed out everywhere; unsent work stays on the phone. After that the password alone is enough, so make sure it’s really {{name}} asking.',
            { name },
          )}
          {hasMailServer ? ` ${t('They’re told by email.')}` : null}
        </p>
        <NoMailServer when="with" />
      </ConfirmCommand>
      <ConfirmCommand
        opened={asking === 'delete'}
        question={t('Delete {{name}}?', { name })}
        confirm={t('Delete')}
        danger
        endpoint={deleteDriver}
        input={{ driverID }}
        ifMatch={version}
        done={t('Driver deleted')}
        otherwise={{ driver_has_history: () => setAsking('has-history') }}
        onClose={close}
        onDone={onDeleted}
      >
        <p>{t('Only a driver who has never worked can be deleted.')}</p>
      </ConfirmCommand>
      <ConfirmAction
        opened={asking === 'has-history'}
        question={t('{{name}} has worked', { name })}
        confirm={t('End employment')}
        busy={false}
        onCancel={close}
        onConfirm={() => setAsking('end')}
      >
        <p>{t('A driver with pickups and incomes can’t be deleted. End the employment instead.')}</p>
      </ConfirmAction>
      {asking === 'end' ? <DriverEnd driver={driver} today={today} onClose={close} /> : null}
    </>
  )
}

const values = ({ employmentEndDate }: Driver) => ({ employmentEndDate: employmentEndDate ?? '' })

/** Sets a last day, because a driver with recorded work can't be deleted. */
function DriverEnd({ driver, today, onClose }: { driver: Driver; today: string; onClose: () => void }) {
  const latest = useLatest(getDriver, { driverID: driver.driverID }, values)
  return (
    <FormShell
      as="dialog"
      title={t('End {{name}}’s employment', { name: driver.fullName })}
      endpoint={updateDriver}
      fixed={{ driverID: driver.driverID }}
      initial={values(driver)}
      required={['employmentEndDate']}
      editing={{ version: driver.version, latest }}
      labels={{ employmentEndDate: t('Last day') }}
      done={t('End of employment saved')}
      submit={t('End employment')}
      danger
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>
            {t(
              'Pickups and incomes stay. After the last day the driver can’t sign in; unsent work on the phone is still received.',
            )}
          </Text>
          <Group align="end" wrap="nowrap">
            <DayInput minDate={driver.employmentStartDate} {...form.getInputProps('employmentEndDate')} />
            <Button variant="default" flex="none" onClick={() => form.setFieldValue('employmentEndDate', today)}>
              {t('Today')}
            </Button>
          </Group>
        </>
      )}
    </FormShell>
  )
}
