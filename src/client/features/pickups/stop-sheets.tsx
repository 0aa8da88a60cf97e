import { MoreSheet } from './more-sheet.tsx'
import type { StopWork } from './stop-work.ts'
import type { Stop } from './stops.ts'

/** The sheet that "More" opens. */
export function StopSheets({
  work,
  stops,
  onOpen,
}: {
  work: StopWork
  stops: readonly Stop[]
  onOpen?: (stop: Stop) => void
}) {
  const stop = stops.find(({ assignmentID }) => assignmentID === work.moreID) ?? null
  return (
    <MoreSheet
      stop={stop}
      failure={work.marking.failure}
      stopDraft={stop === null ? {} : work.stopDraftOf(stop)}
      onStopDraft={(stopDraft) => stop && work.setStopDraft(stop, stopDraft)}
      onMark={work.mark}
      onNote={work.note}
      onPhoto={work.takePhoto}
      onOpen={onOpen}
      onClose={work.closeMore}
    />
  )
}
