import { useState } from 'react'
import { Alert, Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { deleteSuburb, getSuburb, updateSuburb } from '#contract/v1/suburbs.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useEdited } from '#client/shells/use-edited.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { SUBURB_REQUIRED, SuburbFields, suburbInput, suburbValues, useSuburbLabels } from './suburb-fields.tsx'

/** A suburb's fields; a new week asks about the customers who follow it (domain.md 2). */
export function SuburbEdit({ suburbID, onClose }: { suburbID: string; onClose: () => void }) {
  const { t } = useTranslation('suburbs')
  const labels = useSuburbLabels()
  const { data: suburb, latest } = useEdited(getSuburb, { suburbID }, suburbValues)
  const [deleting, setDeleting] = useState(false)
  if (suburb === undefined) return null
  return (
    <>
      <FormShell
        title={t('edit', { name: suburb.label })}
        endpoint={updateSuburb}
        fixed={{ suburbID }}
        initial={suburbValues(suburb)}
        required={SUBURB_REQUIRED}
        toInput={suburbInput}
        editing={{ version: suburb.version, latest }}
        labels={labels}
        done={t('saved')}
        renderQuestion={({ code, count }, again) =>
          code === 'followers_undecided' ? (
            <Alert color="yellow" role="alert" title={t('followersTitle', { count: count ?? 0 })}>
              <p>{t('followersWhy')}</p>
              <Group>
                <Button onClick={() => again({ moveFollowers: true })}>{t('followersMove')}</Button>
                <Button variant="default" onClick={() => again({ moveFollowers: false })}>
                  {t('followersStay')}
                </Button>
              </Group>
            </Alert>
          ) : null
        }
        onClose={onClose}
        onSaved={onClose}
      >
        {(form) => (
          <>
            <SuburbFields form={form} />
            <Group justify="space-between">
              <Link to={`${officePaths.customers()}?suburbID=${suburbID}`}>
                {t('seeCustomers')} ({suburb.customers})
              </Link>
              <Button variant="default" onClick={() => setDeleting(true)}>
                {t('delete')}
              </Button>
            </Group>
          </>
        )}
      </FormShell>
      <ConfirmCommand
        opened={deleting}
        question={t('deleteQuestion', { name: suburb.label })}
        cancel={t('cancel')}
        confirm={t('delete')}
        danger
        endpoint={deleteSuburb}
        input={{ suburbID }}
        ifMatch={suburb.version}
        done={t('deleted')}
        onClose={() => setDeleting(false)}
        onDone={onClose}
      >
        <p>{t('deleteWhy')}</p>
      </ConfirmCommand>
    </>
  )
}
