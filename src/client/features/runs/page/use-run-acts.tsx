import { useMemo, useState } from 'react'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { type Question, RunDialogs } from './run-dialogs.tsx'
import { useSelection } from './use-selection.ts'
import { useStopActs } from './use-stop-acts.ts'

/** The acts on a run's stops with their selection and dialogs, for the run's page and its map. */
export function useRunActs({
  run,
  edits,
  drivers,
  laidOut,
}: Pick<Parameters<typeof useStopActs>[0], 'run' | 'edits' | 'drivers' | 'laidOut'>) {
  const [question, setQuestion] = useState<Question | null>(null)
  const shownIDs = useMemo(() => laidOut.shown.map(({ assignmentID }) => assignmentID), [laidOut])
  const selection = useSelection(shownIDs)
  const acts = useStopActs({
    run,
    edits,
    drivers,
    selection,
    laidOut,
    ask: (kind, ids) => setQuestion({ kind, ids }),
    askDriver: (driver) => setQuestion({ kind: 'driver', ...driver }),
    askPrice: (assignmentID, amount) => setQuestion({ kind: 'price', ids: [assignmentID], amount }),
  })
  const guard = useUnsavedGuard(edits.stuck.length > 0)
  const dialogs = (
    <>
      <RunDialogs
        run={run}
        question={question}
        edit={edits.edit}
        onMove={acts.move}
        onAdded={acts.find}
        onDone={selection.clear}
        onClose={() => setQuestion(null)}
      />
      {guard.question}
    </>
  )
  return { acts, selection, ask: setQuestion, dialogs }
}
