import { deviceStorage } from '#client/api/browser-storage.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { InstallIcon } from '#client/ui/core/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/core/notice-bar.tsx'
import { t } from '#client/ui/core/texts.ts'
import { promptInstall, useInstallWay } from './install.ts'

const InstallSteps = lazy(() => import('./install-steps.tsx'))

const REFUSED = 'rr-home-screen-no'

/**
 * Offers customers to install the app, until they answer once. It appears at the foot after the page was scrolled or
 * used, because it would cover what the visit is for.
 */
export function CustomerInstallNotice({ name }: { name: string }) {
  const way = useInstallWay()
  const [answered, setAnswered] = useState(() => deviceStorage.getItem(REFUSED) !== null)
  const [steps, setSteps] = useState(false)
  const used = useUsed()
  if (way === 'none' || answered || !used) return null
  const dismiss = () => {
    deviceStorage.setItem(REFUSED, '1')
    setAnswered(true)
  }
  return (
    <>
      <NoticeBar
        short
        tone="good"
        icon={<InstallIcon />}
        actions={
          <>
            <NoticeButton onClick={() => (way === 'ios' ? setSteps(true) : void promptInstall())}>
              {t(way === 'ios' ? 'Show how' : 'Add')}
            </NoticeButton>
            <NoticeButton quiet onClick={dismiss}>
              {t('No, thanks')}
            </NoticeButton>
          </>
        }
      >
        {t('Add to Home Screen?')}
      </NoticeBar>
      {steps ? (
        <Suspense fallback={null}>
          <InstallSteps
            opened
            onClose={() => setSteps(false)}
            name={name}
            why={t('See your next collection with one tap, and get notifications.')}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/**
 * Whether this visit has scrolled or clicked. Only a complete click counts, because the notice moves what is below it.
 */
function useUsed(): boolean {
  const [used, setUsed] = useState(false)
  useEffect(() => {
    const seen = new AbortController()
    const use = () => {
      setUsed(true)
      seen.abort()
    }
    for (const kind of ['scroll', 'click']) window.addEventListener(kind, use, { passive: true, signal: seen.signal })
    return () => seen.abort()
  }, [])
  return used
}
