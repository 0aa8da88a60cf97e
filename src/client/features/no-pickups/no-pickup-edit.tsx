import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { deleteNoPickup, getNoPickup, updateNoPickup } from '#contract/v1/no-pickups.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useEdited } from '#client/shells/use-edited.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { NoPickupFields, noPickupValues, useNoPickupLabels } from './no-pickup-fields.tsx'

export function NoPickupEdit({ noPickupID, onClose }: { noPickupID: string; onClose: () => void }) {
  const { t } = useTranslation('noPickups')
  const labels = useNoPickupLabels()
  const { data: noPickup, latest } = useEdited(getNoPickup, { noPickupID }, noPickupValues)
  const [deleting, setDeleting] = useState(false)
  if (noPickup === undefined) return null
  const { customer, customerID, late, version } = noPickup
  return (
    <>
      <FormShell
        title={t('edit', { name: customer })}
        endpoint={updateNoPickup}
        fixed={{ noPickupID }}
        initial={noPickupValues(noPickup)}
        required={['weekNumber']}
        toInput={({ yearNumber, monthNumber, weekNumber, reason }) => ({ yearNumber, monthNumber, weekNumber, reason })}
        editing={{ version, latest }}
        labels={labels}
        done={t('saved')}
        onClose={onClose}
        onSaved={onClose}
      >
        {(form) => (
          <>
            {late ? <Note tone="warn">{t('lateHow')}</Note> : null}
            <NoPickupFields form={form} named />
            <Group justify="space-between">
              <Link to={officePaths.customer(customerID, 'collections')}>{t('toCustomer')}</Link>
              <Button variant="default" onClick={() => setDeleting(true)}>
                {t('delete')}
              </Button>
            </Group>
          </>
        )}
      </FormShell>
      <ConfirmCommand
        opened={deleting}
        question={t('deleteQuestion', { name: customer })}
        cancel={t('cancel')}
        confirm={t('delete')}
        danger
        endpoint={deleteNoPickup}
        input={{ noPickupID }}
        ifMatch={version}
        done={t('deleted')}
        onClose={() => setDeleting(false)}
        onDone={onClose}
      >
        <p>{t('deleteWhy')}</p>
      </ConfirmCommand>
    </>
  )
}
