import { deviceStorage } from '#client/api/browser-storage.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { addWords } from '#client/ui/core/i18n.ts'
import { InstallIcon } from '#client/ui/core/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/core/notice-bar.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { customerInstallWords } from './customer-install-words.ts'
import { promptInstall, useInstallWay } from './install.ts'

addWords('customerInstall', customerInstallWords)

const InstallSteps = lazy(() => import('./install-steps.tsx'))

const REFUSED = 'rr-home-screen-no'

/**
 * Offers customers to install the app, until they answer once. It appears at the foot after the page was scrolled or
 * used, because it would cover what the visit is for.
 */
export function CustomerInstallNotice({ name }: { name: string }) {
  const { t } = useTranslation('customerInstall')
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
              {t(way === 'ios' ? 'how' : 'add')}
            </NoticeButton>
            <NoticeButton quiet onClick={dismiss}>
              {t('notNow')}
            </NoticeButton>
          </>
        }
      >
        {t('offer')}
      </NoticeBar>
      {steps ? (
        <Suspense fallback={null}>
          <InstallSteps opened onClose={() => setSteps(false)} name={name} why={t('why')} />
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
