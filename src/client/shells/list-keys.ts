import { useEffect } from 'react'

/**
 * A list's keys (screens.md, "For everyone"): `/` focuses the search, `n` makes a new record; neither while the user
 * types in a field.
 */
export function useListKeys(onNew: (() => void) | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event
      if (
        ctrlKey ||
        metaKey ||
        altKey ||
        (target instanceof HTMLElement &&
          target.closest('input, textarea, select, [contenteditable], [role=dialog], dialog'))
      )
        return
      if (key === '/') document.querySelector<HTMLInputElement>('[data-slash]')?.focus()
      else if (key === 'n' && onNew !== undefined) onNew()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onNew])
}
