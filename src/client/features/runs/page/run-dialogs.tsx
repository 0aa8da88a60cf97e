import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import type { Run } from '#contract/v1/runs.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { ShiftStops } from '../acts/shift-stops.tsx'
import { AddCustomer } from './add-customer.tsx'
import { ChangeDriver } from './change-driver.tsx'
import { ChangePrice } from './change-price.tsx'
import { MoveStops, RemoveStops } from './move-stops.tsx'
import type { Place } from './order-stops.ts'
import { PastOrder, RememberOrder } from './order-dialogs.tsx'
import type { StopQuestion } from './row-context.ts'
import type { Edit } from './run-edits.tsx'
import type { DriverQuestion } from './use-stop-acts.ts'

/** Loaded when it is asked for. */
const ShortestOrder = lazy(async () => ({ default: (await import('../route/shortest-order.tsx')).ShortestOrder }))

const DivideRun = lazy(async () => ({ default: (await import('../route/divide-run.tsx')).DivideRun }))

export type PageQuestion = 'add' | 'past' | 'shortest' | 'divide' | 'remember'
export type Question =
  | { readonly kind: PageQuestion }
  | { readonly kind: 'price'; readonly ids: readonly string[]; readonly amount: number }
  | ({ readonly kind: 'driver' } & DriverQuestion)
  | { readonly kind: StopQuestion; readonly ids: readonly string[] }

interface RunDialogsProps {
  run: Run
  question: Question | null
  edit: Edit
  onMove: (assignmentIDs: readonly string[], place: Place) => void
  onAdded: (assignmentID: string) => void
  onDone: () => void
  onClose: () => void
}

export function RunDialogs({ run, question, edit, onMove, onAdded, onDone, onClose }: RunDialogsProps) {
  if (question === null) return null
  switch (question.kind) {
    case 'add':
      return <AddCustomer run={run} edit={edit} onClose={onClose} onAdded={onAdded} />
    case 'past':
      return <PastOrder run={run} edit={edit} onClose={onClose} />
    case 'shortest':
      return (
        <Suspense fallback={null}>
          <ShortestOrder run={run} edit={edit} onClose={onClose} />
        </Suspense>
      )
    case 'divide':
      return (
        <Suspense fallback={null}>
          <DivideRun run={run} edit={edit} onClose={onClose} />
        </Suspense>
      )
    case 'remember':
      return <RememberOrder run={run} onClose={onClose} />
  }
  const named = new Set(question.ids)
  const stops = run.jobs.filter(({ assignmentID }) => named.has(assignmentID))
  if (stops.length === 0) return <TakenOff onClose={onClose} />
  if (question.kind === 'price')
    return <ChangePrice stop={stops[0]!} amount={question.amount} edit={edit} onClose={onClose} />
  if (question.kind === 'driver') return <ChangeDriver {...question} recorded={stops} onClose={onClose} />
  if (question.kind === 'move') return <MoveStops run={run} stops={stops} onMove={onMove} onClose={onClose} />
  if (question.kind === 'remove') return <RemoveStops run={run} stops={stops} edit={edit} onClose={onClose} />
  return <ShiftStops runOrderID={run.runOrderID} stops={stops} onClose={onClose} onDone={onDone} />
}

/** Another user removed the stops of the dialog, which closes with a notice. */
function TakenOff({ onClose }: { onClose: () => void }) {
  const tell = useEffectEvent(() => {
    showFailure(t('No longer on this run'), t('Someone else removed it. The run is up to date now.'))
    onClose()
  })
  useEffect(() => tell(), [])
  return null
}
