import { TextInput } from '@mantine/core'
import type { Form } from '#client/shells/form-shell.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { WeekField } from '#client/shells/week-field.tsx'
import { NO_WEEK, type WeekValues } from '#client/shells/weeks.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
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

export function useNoPickupLabels() {
  const { t } = useTranslation('noPickups')
  return {
    customerID: t('customer'),
    yearNumber: t('week'),
    monthNumber: t('week'),
    weekNumber: t('week'),
    reason: t('reason'),
  }
}

/** @param named the title names the customer already */
export function NoPickupFields({ form, named }: { form: Form<NoPickupValues>; named: boolean }) {
  const { t } = useTranslation('noPickups')
  return (
    <Fields>
      {named ? null : (
        <Wide>
          <RemotePick
            label={t('customer')}
            description={t('customerHow')}
            source={customerSource}
            required
            data-autofocus
            openOnFocus={false}
            {...form.getInputProps('customerID')}
          />
        </Wide>
      )}
      <Wide>
        <WeekField form={form} label={t('week')} description={t('weekHow')} />
      </Wide>
      <Wide>
        <TextInput label={t('reason')} {...form.getInputProps('reason')} />
      </Wide>
    </Fields>
  )
}
