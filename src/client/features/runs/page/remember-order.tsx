import { setRunNumbers } from '#contract/v1/customers.ts'
import type { Run } from '#contract/v1/runs.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { inOrder, isOnTheRun } from './run-types.ts'

/** Stores each stop's round and place with its customer, for future runs. */
export function RememberOrder({ run, onClose }: { run: Run; onClose: () => void }) {
  const { t } = useTranslation('runPage')
  const customers = placesOf(run)
  return (
    <ConfirmCommand
      opened
      question={t('rememberQuestion')}
      cancel={t('cancel')}
      confirm={t('remember')}
      endpoint={setRunNumbers}
      input={{ customers }}
      done={t('remembered')}
      onClose={onClose}
      onDone={onClose}
    >
      <p>{t('rememberWhy', { count: customers.length })}</p>
    </ConfirmCommand>
  )
}

function placesOf(run: Run) {
  const places = new Map<number, number>()
  return inOrder(run.jobs.filter(isOnTheRun)).map(({ customerID, runNumber }) => {
    const stopOrder = (places.get(runNumber) ?? 0) + 1
    places.set(runNumber, stopOrder)
    return { customerID, runNumber, stopOrder }
  })
}
