import { useState } from 'react'
import type { Run } from '#contract/v1/runs.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { RunStop } from './run-types.ts'
import type { Edit } from './use-run-edits.ts'

interface RemoveStopsProps {
  run: Run
  stops: readonly RunStop[]
  edit: Edit
  onClose: () => void
}

/** In a draft a stop is deleted; in an active run it becomes cancelled. */
export function RemoveStops({ run, stops, edit, onClose }: RemoveStopsProps) {
  const { t } = useTranslation('runPage')
  const [busy, setBusy] = useState(false)
  const words = { count: stops.length, name: stops[0]?.customer ?? '' }
  const remove = async () => {
    setBusy(true)
    await edit({ jobs: { remove: stops.map(({ assignmentID }) => assignmentID) } }, t('removing', words), {
      done: t('removed', words),
    })
    onClose()
  }
  return (
    <ConfirmAction
      opened
      question={t('removeQuestion', words)}
      cancel={t('cancel')}
      confirm={t('remove')}
      danger
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      <p>{t(run.status === 'draft' ? 'removeDraftWhy' : 'removeActiveWhy')}</p>
    </ConfirmAction>
  )
}
