import { useState } from 'react'
import { Alert, Button, Flex } from '@mantine/core'
import type { Run } from '#contract/v1/runs.ts'
import { refusals } from '#domain/refusals.ts'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { OfficeDialog } from '#client/shells/office-dialog.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { isOnTheRun } from './run-types.ts'
import type { Edit } from './run-edits.tsx'

interface AddCustomerProps {
  run: Run
  edit: Edit
  onClose: () => void
  onAdded: (assignmentID: string) => void
}

export function AddCustomer({ run, edit, onClose, onAdded }: AddCustomerProps) {
  const [customerID, setCustomerID] = useState('')
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const there = run.jobs.find((stop) => isOnTheRun(stop) && stop.customerID === customerID)
  const add = async () => {
    // This is refused without a request, in the specification's words, because the customer is on the screen.
    if (there !== undefined) return setWrong(refusals.customer_already_added.message)
    setBusy(true)
    setWrong(null)
    const answer = await edit({ jobs: { add: [customerID] } }, name || t('Customer to add'), { quiet: true }).finally(
      () => setBusy(false),
    )
    if (answer.kind === 'refused') return setWrong(sentenceOf(answer))
    if (answer.kind !== 'ok') return
    const made = answer.value.jobs.find((stop) => isOnTheRun(stop) && stop.customerID === customerID)
    showSuccess(t('{{name}} added', { name: made?.customer ?? name }))
    setCustomerID('')
    if (made !== undefined) onAdded(made.assignmentID)
  }
  return (
    <OfficeDialog onClose={onClose} title={t('Add customer')}>
      <Flex
        component="form"
        direction="column"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (customerID !== '' && !busy) void add()
        }}
      >
        {wrong === null ? null : <Alert color="red" role="alert" title={wrong} />}
        <RemotePick
          source={customerSource}
          label={t('Customer')}
          description={t(
            'At least 3 letters of the name, street or number. Added at the end of the customer’s run number.',
          )}
          data-autofocus
          value={customerID}
          onChange={(value, row) => {
            setCustomerID(value)
            setWrong(null)
            setName((row as { fullName?: string } | undefined)?.fullName ?? '')
          }}
        />
        <ActsBar>
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button type="submit" loading={busy} disabled={customerID === ''}>
            {t('Add')}
          </Button>
        </ActsBar>
      </Flex>
    </OfficeDialog>
  )
}
