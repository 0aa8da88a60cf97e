import { useState } from 'react'
import { Textarea, TextInput } from '@mantine/core'
import type { Customer } from '#contract/v1/customers.ts'
import type { ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import { createNoPickup, deleteNoPickup } from '#contract/v1/no-pickups.ts'
import { createPickupRequest } from '#contract/v1/pickup-requests.ts'
import { showWeekOf } from '#domain/dates.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { WeekField } from '#client/shells/week-field.tsx'
import { NO_WEEK } from '#client/shells/weeks.ts'
import { Note } from '#client/ui/core/note.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

interface WeekDialogProps {
  customer: Customer
  week: ScheduledWeek
  onClose: () => void
}

/** After the cut-off it explains the consequences. */
export function NoPickupDialog({
  customer: { customerID, fullName },
  week: { yearNumber, monthNumber, weekNumber, from, cutoff },
  onClose,
}: WeekDialogProps) {
  const { t } = useTranslation('customers')
  const [late] = useState(() => Date.now() >= Date.parse(cutoff))
  return (
    <FormShell
      title={t('noPickupTitle', { name: fullName, week: showWeekOf(from) })}
      as="dialog"
      endpoint={createNoPickup}
      fixed={{ customerID, yearNumber, monthNumber, weekNumber }}
      initial={{ reason: '' }}
      required={[]}
      editing={null}
      labels={{ reason: t('reason') }}
      done={t('noPickupDone')}
      submit={t('noPickup')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          {late ? (
            <Note tone="warn">{t('noPickupLate', { time: formatDayAndTime(cutoff) })}</Note>
          ) : (
            <p>{t('noPickupWhy')}</p>
          )}
          <TextInput label={t('reason')} data-autofocus {...form.getInputProps('reason')} />
        </>
      )}
    </FormShell>
  )
}

export function TakeBackQuestion({
  customer: { fullName },
  week: { noPickupID = '', from },
  onClose,
}: WeekDialogProps) {
  const { t } = useTranslation('customers')
  return (
    <ConfirmCommand
      opened
      question={t('takeBackQuestion', { name: fullName, week: showWeekOf(from) })}
      cancel={t('cancel')}
      confirm={t('takeBack')}
      endpoint={deleteNoPickup}
      input={{ noPickupID }}
      done={t('noPickupWithdrawn')}
      onClose={onClose}
      onDone={onClose}
    >
      <p>{t('takeBackWhy')}</p>
    </ConfirmCommand>
  )
}

export function AskPickupDialog({
  customer: { customerID, fullName },
  onClose,
}: {
  customer: Customer
  onClose: () => void
}) {
  const { t } = useTranslation('customers')
  return (
    <FormShell
      title={t('askPickupTitle', { name: fullName })}
      as="dialog"
      endpoint={createPickupRequest}
      fixed={{ customerID }}
      initial={{ ...NO_WEEK, notes: '' }}
      required={['weekNumber']}
      editing={null}
      labels={{ weekNumber: t('collectionWeek'), notes: t('notes') }}
      done={t('askedPickup')}
      submit={t('askPickup')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <>
          <WeekField form={form} label={t('collectionWeek')} />
          <Textarea label={t('notes')} rows={2} resize="vertical" {...form.getInputProps('notes')} />
        </>
      )}
    </FormShell>
  )
}
