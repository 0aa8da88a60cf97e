import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Note } from '#client/ui/core/note.tsx'

/**
 * The browser deleted this phone's data. Any user of the phone is told, because the driver of the lost records may be
 * unable to sign in.
 */
export function LostNote({ count }: { count: number }) {
  const { t } = useTranslation('session')
  return <Note tone="bad">{t('lostHere', { count })}</Note>
}
