import { useEffect, useState } from 'react'

/** Returns the focus to the element that opened a form, which is closed by a change of address. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
          before.focus()
      })
    },
    [before],
  )
}
