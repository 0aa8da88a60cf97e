import { useSearchParams } from 'react-router-dom'
import { createNoPickup } from '#contract/v1/no-pickups.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { t } from '#client/ui/core/texts.ts'
import { newNoPickup, NoPickupFields, noPickupLabels } from './no-pickup-fields.tsx'

/** Preselects the customer the list is filtered by. */
export function NoPickupCreate({ onClose }: { onClose: () => void }) {
  const [params] = useSearchParams()
  return (
    <FormShell
      title={t('New no pickup')}
      endpoint={createNoPickup}
      initial={newNoPickup(params.get('customerID') ?? '')}
      required={['customerID', 'weekNumber']}
      labels={noPickupLabels()}
      done={t('No pickup added')}
      onClose={onClose}
    >
      {(form) => <NoPickupFields form={form} named={false} />}
    </FormShell>
  )
}
