import { useSearchParams } from 'react-router-dom'
import { createNoPickup } from '#contract/v1/no-pickups.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { newNoPickup, NoPickupFields, useNoPickupLabels } from './no-pickup-fields.tsx'

/** Preselects the customer the list is filtered by. */
export function NoPickupCreate({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('noPickups')
  const [params] = useSearchParams()
  return (
    <FormShell
      title={t('new')}
      endpoint={createNoPickup}
      fixed={{}}
      initial={newNoPickup(params.get('customerID') ?? '')}
      required={['customerID', 'weekNumber']}
      editing={null}
      labels={useNoPickupLabels()}
      done={t('created')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => <NoPickupFields form={form} named={false} />}
    </FormShell>
  )
}
