import { useState } from 'react'
import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addDue, previewDue } from '#contract/v1/runs-plan.ts'
import { byKey } from '#domain/by-key.ts'
import { ask } from '#client/api/query-client.ts'
import { ActDialog } from '#client/shells/act-dialog.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { runDays } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { LeftOutList, PlannedStops } from '../generate/planned-lists.tsx'
import { type ActRun, useCommandPreview } from './run-act.ts'

/** Renders nothing when no customer became due since the draft was generated. */
export function DueSince({ run }: { run: ActRun }) {
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...ask(previewDue, { runOrderID: run.runOrderID }), throwOnError: false })
  const due = data?.stops.length ?? 0
  return (
    <>
      {due === 0 ? null : (
        <Note tone="warn">
          <span>
            {plural(
              due,
              '{{count}} more customer is due this week.',
              '{{count, number}} more customers are due this week.',
            )}
          </span>
          <Button variant="default" onClick={() => setOpened(true)}>
            {t('Review and add')}
          </Button>
        </Note>
      )}
      {opened ? <AddDue run={run} onClose={() => setOpened(false)} /> : null}
    </>
  )
}

function AddDue({ run, onClose }: { run: ActRun; onClose: () => void }) {
  const { runOrderID } = run
  const today = useToday()
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const { data: plan, failed, again } = useCommandPreview(previewDue, { runOrderID, leftOut: 'true' }, busy)
  const stops = plan?.stops ?? []
  const rounds = [...byKey(stops, ({ runNumber }) => runNumber)]
  const add = async () => {
    setBusy(true)
    const customerIDs = stops.map(({ customerID }) => customerID)
    const answer = await command(addDue, { runOrderID, customerIDs }, { done: t('Customers added') }).finally(() =>
      setBusy(false),
    )
    if (answer.kind === 'ok') onClose()
  }
  return (
    <ActDialog
      endpoint={addDue}
      title={t('Add customers to the run for {{days}}?', { days: runDays(run, today) })}
      why={t(
        'They became due after this draft was generated. Each goes next to its nearest neighbour; the other stops keep their order.',
      )}
      confirm={plural(stops.length, 'Add {{count}} customer', 'Add {{count, number}} customers')}
      wrong={plan?.cannot ?? null}
      failed={failed}
      loading={plan === undefined}
      busy={busy}
      disabled={stops.length === 0}
      onAgain={again}
      onClose={onClose}
      onConfirm={() => void add()}
    >
      {rounds.map(([runNumber, inRound]) => (
        <section key={runNumber}>
          <Title order={3} size="h4">
            {t('Run {{round}} · {{driver}}', { round: runNumber, driver: inRound[0]?.driver ?? t('No driver') })} ·{' '}
            {plural(inRound.length, '{{count}} stop', '{{count, number}} stops')}
          </Title>
          <PlannedStops
            stops={inRound}
            label={t('Run {{round}} · {{driver}}', { round: runNumber, driver: inRound[0]?.driver ?? t('No driver') })}
          />
        </section>
      ))}
      {plan === undefined ? null : <LeftOutList leftOut={plan.leftOut} />}
    </ActDialog>
  )
}
