import { useState } from 'react'
import { Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Run } from '#contract/v1/runs.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { updateRun } from '#contract/v1/runs-office.ts'
import { listPastRuns } from '#contract/v1/runs-plan.ts'
import { runOfAnswer } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { ask } from '#client/api/query-client.ts'
import { ActDialog } from '#client/shells/act-dialog.tsx'
import { setRunNumbers } from '#contract/v1/customers.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { isOnTheRun, inOrder } from './run-types.ts'
import type { Edit } from './run-edits.tsx'

type PastRun = OutputOf<typeof listPastRuns>['items'][number]

/** Copies the order in which a past run was driven. */
export function PastOrder({ run, edit, onClose }: { run: Run; edit: Edit; onClose: () => void }) {
  const { data } = useQuery(ask(listPastRuns, { runOrderID: run.runOrderID }))
  const today = useToday()
  const [chosen, setChosen] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const past = data?.items ?? []
  const value = chosen ?? past[0]?.runOrderID ?? ''
  const nameOf = (one: Pick<PastRun, 'readableID' | 'runWeek'> | undefined) =>
    one === undefined ? '' : runOfAnswer({ runOrder: one.readableID, runWeek: one.runWeek }, today)!
  const take = async () => {
    const name = nameOf(past.find(({ runOrderID }) => runOrderID === value))
    setBusy(true)
    const answer = await edit({ jobs: { orderFrom: value } }, t('Order of {{run}}', { run: name }), {
      done: t('Order copied from {{run}}', { run: name }),
    }).finally(() => setBusy(false))
    if (answer.kind === 'ok') onClose()
  }
  return (
    <ActDialog
      endpoint={updateRun}
      title={t('As driven last time')}
      size="lg"
      why={t(
        'Uses the order the stops were actually driven in. Customers who weren’t in that run go next to their nearest neighbour.',
      )}
      confirm={t('Use this order')}
      loading={data === undefined}
      busy={busy}
      disabled={value === ''}
      onClose={onClose}
      onConfirm={() => void take()}
    >
      {past.length === 0 ? (
        <Text c="dimmed">{t('No past run has customers of this one yet.')}</Text>
      ) : (
        <Radio.Group value={value} onChange={setChosen} aria-label={t('Past runs')}>
          <Stack gap="xs" mah="50vh" style={{ overflowY: 'auto' }}>
            {past.map(({ runOrderID, met, ...named }) => (
              <Radio
                key={runOrderID}
                {...(runOrderID === value && { 'data-autofocus': true })}
                value={runOrderID}
                label={nameOf(named)}
                description={plural(met, '{{count}} of {{of}} customers', '{{count}} of {{of}} customers', {
                  of: run.jobs.filter(isOnTheRun).length,
                })}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </ActDialog>
  )
}

/** Stores each stop's round and place with its customer, for future runs. */
export function RememberOrder({ run, onClose }: { run: Run; onClose: () => void }) {
  const customers = placesOf(run)
  return (
    <ConfirmCommand
      opened
      question={t('Save this order for future runs?')}
      confirm={t('Save order for future runs')}
      endpoint={setRunNumbers}
      input={{ customers }}
      done={t('Order saved for future runs')}
      onClose={onClose}
    >
      <p>
        {plural(
          customers.length,
          'Sets run number and stop order for {{count}} customer. Existing runs don’t change.',
          'Sets run number and stop order for {{count, number}} customers. Existing runs don’t change.',
        )}
      </p>
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
