import { useTranslation } from '#client/ui/use-translation.ts'
import { Note } from '#client/ui/note.tsx'

/** The browser emptied this phone: for whoever holds it, since he whose records they were may be unable to sign in for good. */
export function LostNote({ count }: { count: number }) {
  const { t } = useTranslation('session')
  return <Note tone="bad">{t('lostHere', { count })}</Note>
}
