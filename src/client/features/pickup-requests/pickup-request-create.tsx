import { Textarea } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { createPickupRequest } from '#contract/v1/pickup-requests.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { WeekField } from '#client/shells/week-field.tsx'
import { NO_WEEK } from '#client/shells/weeks.ts'
import { t } from '#client/ui/core/texts.ts'

/** Preselects the customer the list is filtered by, and says why a customer can't have a request. */
export function PickupRequestCreate({ onClose }: { onClose: () => void }) {
  const [params] = useSearchParams()
  return (
    <FormShell
      title={t('New pickup request')}
      endpoint={createPickupRequest}
      initial={{ customerID: params.get('customerID') ?? '', ...NO_WEEK, notes: '' }}
      required={['customerID', 'weekNumber']}
      labels={{ customerID: t('Customer'), weekNumber: t('Week'), notes: t('Notes') }}
      done={t('Pickup request added')}
      onClose={onClose}
    >
      {(form) => (
        <Fields>
          <Wide>
            <RemotePick
              description={t('A flexible or one-off customer. At least 3 letters of the name, address or Ref ID.')}
              source={customerSource}
              data-autofocus
              openOnFocus={false}
              {...form.getInputProps('customerID')}
            />
          </Wide>
          <Wide>
            <WeekField
              form={form}
              label={t('Week')}
              description={t('Added to this week’s draft or active run straight away, or when the run is generated.')}
            />
          </Wide>
          <Wide>
            <Textarea rows={2} resize="vertical" {...form.getInputProps('notes')} />
          </Wide>
        </Fields>
      )}
    </FormShell>
  )
}
