import { useEffect, useRef, useState, type ReactNode } from 'react'
import { guardBack } from '#client/ui/core/back-guard.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { t } from '#client/ui/core/texts.ts'

/**
 * Asks before typed values are lost by a link, Back, or closing the tab. Our router has no blocker
 * (docs/decisions/phone.md), so this listens to clicks and Back before the router does.
 * @returns `ask` for the form's own ways out, and the question to render
 */
export function useUnsavedGuard(dirty: boolean): { ask: (leave: () => void) => void; question: ReactNode } {
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const free = useRef(false)
  useEffect(() => {
    if (!dirty) return
    free.current = false
    let stepping = false
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!free.current) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (
        free.current ||
        link === null ||
        link.target === '_blank' ||
        event.ctrlKey ||
        event.metaKey ||
        event.button !== 0
      )
        return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => () => link.click())
    }
    const onBack = (event: PopStateEvent) => {
      if (free.current) return
      event.stopImmediatePropagation()
      // The popstate of our own step forward, which restores the current page.
      if (stepping) {
        stepping = false
        return
      }
      stepping = true
      history.forward()
      setLeave(() => () => history.back())
    }
    addEventListener('beforeunload', onUnload)
    addEventListener('click', onClick, true)
    guardBack(onBack)
    return () => {
      removeEventListener('beforeunload', onUnload)
      removeEventListener('click', onClick, true)
      guardBack(null)
    }
  }, [dirty])
  const question = (
    <ConfirmAction
      opened={leave !== null}
      question={t('Leave without saving?')}
      confirm={t('Leave')}
      busy={false}
      danger
      onCancel={() => setLeave(null)}
      onConfirm={() => {
        const go = leave
        setLeave(null)
        free.current = true
        go?.()
      }}
    >
      <p>{t('You have unsaved changes.')}</p>
    </ConfirmAction>
  )
  const ask = (way: () => void): void => {
    if (!dirty) way()
    // The question is opened in a later task, because the Esc that asked for it would also close it.
    else if (leave === null) setTimeout(() => setLeave(() => way))
  }
  return { ask, question }
}
