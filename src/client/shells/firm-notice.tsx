import { Note } from '#client/ui/core/note.tsx'

export function FirmNotice({ text }: { text: string }) {
  return (
    <aside aria-label="Notice">
      <Note tone="warn" role="none">
        {text}
      </Note>
    </aside>
  )
}
