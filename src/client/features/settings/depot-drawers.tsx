import { useState } from 'react'
import { Button, Group, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createDepot, deleteDepot, type Depot, listDepots, updateDepot } from '#contract/v1/depots.ts'
import { pairProblem, pairText, readPoint } from '#domain/place.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { Fields, Wide } from '#client/shells/form-parts.tsx'
import { type Form, FormShell } from '#client/shells/form-shell.tsx'
import { t } from '#client/ui/core/texts.ts'

/** The place is a pasted pair; empty: none. */
type DepotValues = { name: string; place: string }

const NEW_DEPOT: DepotValues = { name: '', place: '' }
const valuesOf = ({ name, place }: Depot): DepotValues => ({ name, place: place === null ? '' : pairText(place) })

function useDepotForm() {
  return {
    required: ['name'] as const,
    // The check has refused a text without a pair by then.
    toInput: ({ name, place }: DepotValues) => ({ name, place: readPoint(place) }),
    check: ({ place }: DepotValues): Record<string, string> => {
      const problem = place.trim() === '' ? null : pairProblem(place)
      return problem === null ? {} : { place: problem }
    },
    labels: { name: t('Name'), place: t('Place (latitude, longitude)') },
  }
}

function DepotFields({ form }: { form: Form<DepotValues> }) {
  return (
    <Fields>
      <Wide>
        <TextInput data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      </Wide>
      <Wide>
        <TextInput
          description={t(
            'Where its runs start. Paste it from a map, or leave blank for the depot under Settings, Collections.',
          )}
          {...form.getInputProps('place')}
        />
      </Wide>
    </Fields>
  )
}

export function DepotCreate({ onClose }: { onClose: () => void }) {
  return (
    <FormShell
      {...useDepotForm()}
      title={t('New depot')}
      endpoint={createDepot}
      initial={NEW_DEPOT}
      done={t('Depot added')}
      onClose={onClose}
    >
      {(form) => <DepotFields form={form} />}
    </FormShell>
  )
}

export function DepotEdit({ depotID, onClose }: { depotID: string; onClose: () => void }) {
  const rules = useDepotForm()
  const client = useQueryClient()
  const { data } = useQuery(ask(listDepots, {}))
  const [deleting, setDeleting] = useState(false)
  const depot = data?.items.find((each) => each.depotID === depotID)
  if (depot === undefined) return null
  const latest = async () => {
    const { items } = await client.fetchQuery({ ...ask(listDepots, {}), staleTime: 0 })
    const now = items.find((each) => each.depotID === depotID)
    return now === undefined ? null : { version: now.version, values: valuesOf(now) }
  }
  return (
    <>
      <FormShell
        {...rules}
        title={t('Edit {{name}}', { name: depot.name })}
        endpoint={updateDepot}
        fixed={{ depotID }}
        initial={valuesOf(depot)}
        editing={{ version: depot.version, latest }}
        done={t('Depot saved')}
        onClose={onClose}
      >
        {(form) => (
          <>
            <DepotFields form={form} />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setDeleting(true)}>
                {t('Delete')}
              </Button>
            </Group>
          </>
        )}
      </FormShell>
      <ConfirmCommand
        opened={deleting}
        question={t('Delete {{name}}?', { name: depot.name })}
        confirm={t('Delete')}
        danger
        endpoint={deleteDepot}
        input={{ depotID }}
        ifMatch={depot.version}
        done={t('Depot deleted')}
        onClose={() => setDeleting(false)}
        onDone={onClose}
      >
        <p>{t('Only a depot without suburbs, drivers, runs and users can be deleted.')}</p>
      </ConfirmCommand>
    </>
  )
}
