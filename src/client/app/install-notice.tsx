import { lazy, Suspense, useState } from 'react'
import { InstallIcon } from '#client/ui/core/icons.tsx'
import { NoticeBar, NoticeButton } from '#client/ui/core/notice-bar.tsx'
import { t } from '#client/ui/core/texts.ts'
import { promptInstall, putOff, useInstallWay, wasPutOff } from './install.ts'

const InstallSteps = lazy(() => import('./install-steps.tsx'))

/**
 * Offers to install the app, in a Safari tab before anything is recorded: the tab's storage is deleted after 7 days and
 * not shared with the installed app (offline.md, "Install").
 */
export function InstallNotice({ name }: { name: string }) {
  const way = useInstallWay()
  const [later, setLater] = useState(wasPutOff)
  const [steps, setSteps] = useState(false)
  if (way === 'none' || later) return null
  const notNow = () => {
    putOff()
    setLater(true)
  }
  return (
    <NoticeBar
      short
      tone={way === 'ios' ? 'warn' : 'good'}
      icon={<InstallIcon />}
      actions={
        <>
          <NoticeButton onClick={() => (way === 'ios' ? setSteps(true) : void promptInstall())}>
            {t(way === 'ios' ? 'Show how' : 'Install')}
          </NoticeButton>
          <NoticeButton quiet onClick={notNow}>
            {t('Later')}
          </NoticeButton>
        </>
      }
    >
      {way === 'ios' ? t('Install the app or you could lose work.') : t('Install this app so it keeps your work.')}
      {steps ? (
        <Suspense fallback={null}>
          <InstallSteps opened onClose={() => setSteps(false)} name={name} />
        </Suspense>
      ) : null}
    </NoticeBar>
  )
}
