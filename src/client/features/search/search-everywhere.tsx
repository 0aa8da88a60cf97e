import { useEffect, useEffectEvent } from 'react'
import type { SearchPlaces } from '#client/shells/office-feature.ts'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { t } from '#client/ui/core/texts.ts'
import { SearchPanel } from './search-panel.tsx'

interface SearchEverywhereProps {
  places: SearchPlaces
  opened: boolean
  onOpen: () => void
  onClose: () => void
}

export function SearchEverywhere({ places, opened, onOpen, onClose }: SearchEverywhereProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    if (opened) onClose()
    else onOpen()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Search everywhere')} quietTitle>
      <SearchPanel places={places} onClose={onClose} />
    </Dialog>
  )
}
