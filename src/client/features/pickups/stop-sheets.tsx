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
      along={stop === null ? {} : work.alongOf(stop)}
      onAlong={(along) => stop && work.setAlong(stop, along)}
      onMark={work.mark}
      onNote={work.note}
      onPhoto={work.takePhoto}
      onOpen={onOpen}
      onClose={work.closeMore}
    />
  )
}
