import { Textarea } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { createPickupRequest } from '#contract/v1/pickup-requests.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { WeekField } from '#client/shells/week-field.tsx'
import { NO_WEEK } from '#client/shells/weeks.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** Preselects the customer the list is filtered by, and says why a customer can't have a request. */
export function PickupRequestCreate({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('pickupRequests')
  const [params] = useSearchParams()
  return (
    <FormShell
      title={t('new')}
      endpoint={createPickupRequest}
      fixed={{}}
      initial={{ customerID: params.get('customerID') ?? '', ...NO_WEEK, notes: '' }}
      required={['customerID', 'weekNumber']}
      editing={null}
      labels={{ customerID: t('customer'), weekNumber: t('week'), notes: t('notes') }}
      done={t('created')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => (
        <Fields>
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
          <Wide>
            <WeekField form={form} label={t('week')} description={t('weekHow')} />
          </Wide>
          <Wide>
            <Textarea label={t('notes')} rows={2} resize="vertical" {...form.getInputProps('notes')} />
          </Wide>
        </Fields>
      )}
    </FormShell>
  )
}
