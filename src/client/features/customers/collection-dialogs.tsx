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
import { t } from '#client/ui/core/texts.ts'

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
  const [late] = useState(() => Date.now() >= Date.parse(cutoff))
  return (
    <FormShell
      title={t('No pickup: {{name}}, {{week}}', { name: fullName, week: showWeekOf(from) })}
      as="dialog"
      endpoint={createNoPickup}
      fixed={{ customerID, yearNumber, monthNumber, weekNumber }}
      initial={{ reason: '' }}
      labels={{ reason: t('Reason') }}
      done={t('No pickup added')}
      submit={t('No pickup')}
      onClose={onClose}
    >
      {(form) => (
        <>
          {late ? (
            <Note tone="warn">
              {t(
                'The cut-off was {{time}}, so this is late: the driver sees “Customer cancelled”. If the driver has already been there, you decide.',
                { time: formatDayAndTime(cutoff) },
              )}
            </Note>
          ) : (
            <p>{t('No charge: the stop moves to the customer’s next collection.')}</p>
          )}
          <TextInput data-autofocus {...form.getInputProps('reason')} />
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
  return (
    <ConfirmCommand
      opened
      question={t('Withdraw {{name}}’s no pickup, {{week}}?', { name: fullName, week: showWeekOf(from) })}
      confirm={t('Withdraw')}
      endpoint={deleteNoPickup}
      input={{ noPickupID }}
      done={t('No pickup withdrawn')}
      onClose={onClose}
    >
      <p>{t('The customer is collected this week after all. In an active run the stop goes to the end.')}</p>
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
  return (
    <FormShell
      title={t('Request a pickup: {{name}}', { name: fullName })}
      as="dialog"
      endpoint={createPickupRequest}
      fixed={{ customerID }}
      initial={{ ...NO_WEEK, notes: '' }}
      required={['weekNumber']}
      labels={{ weekNumber: t('Week'), notes: t('Notes') }}
      done={t('Pickup requested')}
      submit={t('Request pickup')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <WeekField form={form} label={t('Week')} />
          <Textarea rows={2} resize="vertical" {...form.getInputProps('notes')} />
        </>
      )}
    </FormShell>
  )
}
