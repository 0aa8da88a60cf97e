import { useState } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addDue, previewDue } from '#contract/v1/runs-plan.ts'
import { byKey } from '#domain/by-key.ts'
import { ask } from '#client/api/query-client.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { runDays } from '#domain/run-name.ts'
import { useToday } from '#client/shells/today.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { LeftOutList, PlannedStops } from '../generate/planned-lists.tsx'
import { ActDialog, type ActRun, useCommandPreview } from './act-dialog.tsx'
import styles from './acts.module.css'

/** Renders nothing when no customer became due since the draft was generated. */
export function DueSince({ run }: { run: ActRun }) {
  const { t } = useTranslation('acts')
  const [opened, setOpened] = useState(false)
  const { data } = useQuery({ ...ask(previewDue, { runOrderID: run.runOrderID }), throwOnError: false })
  const due = data?.stops.length ?? 0
  return (
    <>
      {due === 0 ? null : (
        <Note tone="warn">
          <span>{t('dueSince', { count: due })}</span>
          <Button variant="default" onClick={() => setOpened(true)} className={styles.again}>
            {t('reviewDue')}
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
  const { t } = useTranslation('acts')
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const { data: plan, failed, again } = useCommandPreview(previewDue, { runOrderID, leftOut: 'true' }, busy)
  const stops = plan?.stops ?? []
  const rounds = [...byKey(stops, ({ runNumber }) => runNumber)]
  const add = async () => {
    setBusy(true)
    const customerIDs = stops.map(({ customerID }) => customerID)
    const answer = await command(addDue, { runOrderID, customerIDs }, { done: t('dueAdded') }).finally(() =>
      setBusy(false),
    )
    if (answer.kind === 'ok') onClose()
  }
  return (
    <ActDialog
      title={t('addDueQuestion', { days: runDays(run, today) })}
      why={t('addDueWhy')}
      confirm={t('addDue', { count: stops.length })}
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
          <h3 className={styles.heading}>
            {t('dueRound', { round: runNumber, driver: inRound[0]?.driver ?? t('noDriver') })} ·{' '}
            {t('stops', { count: inRound.length })}
          </h3>
          <PlannedStops
            stops={inRound}
            label={t('dueRound', { round: runNumber, driver: inRound[0]?.driver ?? t('noDriver') })}
          />
        </section>
      ))}
      {plan === undefined ? null : <LeftOutList leftOut={plan.leftOut} />}
    </ActDialog>
  )
}
