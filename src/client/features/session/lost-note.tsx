import { Note } from '#client/ui/core/note.tsx'
import { plural } from '#client/ui/core/texts.ts'

/**
 * The browser deleted this phone's data. Any user of the phone is told, because the driver of the lost records may be
 * unable to sign in.
 */
export function LostNote({ count }: { count: number }) {
  return (
    <Note tone="bad">
      {plural(
        count,
        'At least {{count}} outcome, note or photo on this phone that wasn’t sent may be lost: tell the office.',
        'At least {{count}} outcomes, notes or photos on this phone that weren’t sent may be lost: tell the office.',
      )}
    </Note>
  )
}
