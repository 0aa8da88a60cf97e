import { Dialog } from '#client/ui/core/dialog.tsx'
import type { StopDraft } from '#client/offline/store/records.ts'
import { showDollars } from '#domain/money.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Mark } from './marking.ts'
import { markText } from './stop-words.ts'
import type { Stop } from './stops.ts'

interface ExtraQuestionProps {
  /** Null: closed. */
  mark: Mark | null
  serviceType: Stop['serviceType']
  stopDraft: StopDraft
  onMark: (mark: Mark, stopDraft: StopDraft) => void
  onClose: () => void
}

/** Asks whether an extra that was typed before is charged where nothing was collected. */
export function ExtraQuestion({ mark, serviceType, stopDraft, onMark, onClose }: ExtraQuestionProps) {
  const amount = showDollars(stopDraft.extraAmount ?? 0)
  return (
    <Dialog
      opened={mark !== null}
      onClose={onClose}
      title={
        mark === null ? '' : t('{{outcome}}: extra {{amount}} too?', { outcome: markText(mark, serviceType), amount })
      }
      from="sheet"
    >
      <Stack>
        {[true, false].map((isWith) => (
          <Button
            key={String(isWith)}
            variant="plain"
            onClick={() => {
              if (mark !== null) onMark(mark, isWith ? stopDraft : withoutExtra(stopDraft))
              onClose()
            }}
          >
            {t(isWith ? 'With the extra' : 'Without the extra')}
          </Button>
        ))}
      </Stack>
    </Dialog>
  )
}

export const withoutExtra = ({ notes }: StopDraft): StopDraft => (notes === undefined ? {} : { notes })
