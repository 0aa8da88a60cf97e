import { useState } from 'react'
import { Alert, Button, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { deleteSuburb, getSuburb, updateSuburb } from '#contract/v1/suburbs.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useEdited } from '#client/shells/use-edited.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import {
  SUBURB_REQUIRED,
  SuburbFields,
  suburbCheck,
  suburbInput,
  suburbValues,
  suburbLabels,
} from './suburb-fields.tsx'

/** A suburb's fields; a new week asks about the customers who follow it (domain.md 2). */
export function SuburbEdit({ suburbID, onClose }: { suburbID: string; onClose: () => void }) {
  const labels = suburbLabels()
  const { data: suburb, latest } = useEdited(getSuburb, { suburbID }, suburbValues)
  const [deleting, setDeleting] = useState(false)
  if (suburb === undefined) return null
  return (
    <>
      <FormShell
        title={t('Edit {{name}}', { name: suburb.label })}
        endpoint={updateSuburb}
        fixed={{ suburbID }}
        initial={suburbValues(suburb)}
        required={SUBURB_REQUIRED}
        toInput={suburbInput}
        check={suburbCheck}
        editing={{ version: suburb.version, latest }}
        labels={labels}
        done={t('Suburb saved')}
        renderQuestion={({ code, count }, again) =>
          code === 'followers_undecided' ? (
            <Alert
              color="yellow"
              role="alert"
              title={plural(
                count ?? 0,
                '{{count}} customer is collected in this suburb’s week.',
                '{{count}} customers are collected in this suburb’s week.',
              )}
            >
              <p>{t('Move them to the new week too? Otherwise they keep their current week.')}</p>
              <Group>
                <Button onClick={() => again({ moveFollowers: true })}>{t('Move them too')}</Button>
                <Button variant="default" onClick={() => again({ moveFollowers: false })}>
                  {t('Keep their week')}
                </Button>
              </Group>
            </Alert>
          ) : null
        }
        onClose={onClose}
      >
        {(form) => (
          <>
            <SuburbFields form={form} />
            <Group justify="space-between">
              <Link to={`${officePaths.customers()}?suburbID=${suburbID}`}>
                {t('View customers')} ({suburb.customers})
              </Link>
              <Button variant="default" onClick={() => setDeleting(true)}>
                {t('Delete')}
              </Button>
            </Group>
          </>
        )}
      </FormShell>
      <ConfirmCommand
        opened={deleting}
        question={t('Delete {{name}}?', { name: suburb.label })}
        confirm={t('Delete')}
        danger
        endpoint={deleteSuburb}
        input={{ suburbID }}
        ifMatch={suburb.version}
        done={t('Suburb deleted')}
        onClose={() => setDeleting(false)}
        onDone={onClose}
      >
        <p>{t('Only a suburb without customers can be deleted.')}</p>
      </ConfirmCommand>
    </>
  )
}
