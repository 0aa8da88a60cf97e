import { useEffect, useState } from 'react'

/**
 * A form is closed by a change of address, not by a close event: this returns the focus to the element that opened it.
 */
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
