import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { deleteNoPickup, getNoPickup, updateNoPickup } from '#contract/v1/no-pickups.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useEdited } from '#client/shells/use-edited.ts'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { NoPickupFields, noPickupValues, noPickupLabels } from './no-pickup-fields.tsx'

export function NoPickupEdit({ noPickupID, onClose }: { noPickupID: string; onClose: () => void }) {
  const labels = noPickupLabels()
  const { data: noPickup, latest } = useEdited(getNoPickup, { noPickupID }, noPickupValues)
  const [deleting, setDeleting] = useState(false)
  if (noPickup === undefined) return null
  const { customer, customerID, late, version } = noPickup
  return (
    <>
      <FormShell
        title={t('No pickup: {{name}}', { name: customer })}
        endpoint={updateNoPickup}
        fixed={{ noPickupID }}
        initial={noPickupValues(noPickup)}
        required={['weekNumber']}
        toInput={({ yearNumber, monthNumber, weekNumber, reason }) => ({ yearNumber, monthNumber, weekNumber, reason })}
        editing={{ version, latest }}
        labels={labels}
        done={t('No pickup saved')}
        onClose={onClose}
      >
        {(form) => (
          <>
            {late ? (
              <Note tone="warn">
                {t(
                  'After the cut-off: the driver sees “Customer cancelled”. If the driver has already been there, you decide.',
                )}
              </Note>
            ) : null}
            <NoPickupFields form={form} named />
            <Group justify="space-between">
              <Link to={officePaths.customer(customerID, 'collections')}>{t('View customer')}</Link>
              <Button variant="default" onClick={() => setDeleting(true)}>
                {t('Withdraw')}
              </Button>
            </Group>
          </>
        )}
      </FormShell>
      <ConfirmCommand
        opened={deleting}
        question={t('Withdraw {{name}}’s no pickup?', { name: customer })}
        confirm={t('Withdraw')}
        danger
        endpoint={deleteNoPickup}
        input={{ noPickupID }}
        ifMatch={version}
        done={t('No pickup withdrawn')}
        onClose={() => setDeleting(false)}
        onDone={onClose}
      >
        <p>{t('The customer is collected this week after all. In an active run the stop goes to the end.')}</p>
      </ConfirmCommand>
    </>
  )
}
