import { TextInput } from '@mantine/core'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { WeekField } from '#client/shells/week-field.tsx'
import { NO_WEEK, type WeekValues } from '#client/shells/weeks.ts'
import { t } from '#client/ui/core/texts.ts'
import type { NoPickup } from './no-pickups-columns.tsx'

export type NoPickupValues = WeekValues & { customerID: string; reason: string }

export const newNoPickup = (customerID: string): NoPickupValues => ({ ...NO_WEEK, customerID, reason: '' })

export const noPickupValues = ({
  customerID,
  yearNumber,
  monthNumber,
  weekNumber,
  reason,
}: NoPickup): NoPickupValues => ({ customerID, yearNumber, monthNumber, weekNumber, reason: reason ?? '' })

export function noPickupLabels() {
  return {
    customerID: t('Customer'),
    yearNumber: t('Week'),
    monthNumber: t('Week'),
    weekNumber: t('Week'),
    reason: t('Reason'),
  }
}

/** @param named the title names the customer already */
export function NoPickupFields({ form, named }: { form: Form<NoPickupValues>; named: boolean }) {
  return (
    <Fields>
      {named ? null : (
        <Wide>
          <RemotePick
            description={t('At least 3 letters of the name, address or Ref ID.')}
            source={customerSource}
            data-autofocus
            openOnFocus={false}
            {...form.getInputProps('customerID')}
          />
        </Wide>
      )}
      <Wide>
        <WeekField form={form} label={t('Week')} description={t('The week to skip.')} />
      </Wide>
      <Wide>
        <TextInput {...form.getInputProps('reason')} />
      </Wide>
    </Fields>
  )
}
