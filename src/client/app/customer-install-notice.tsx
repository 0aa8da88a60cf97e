import { lazy, Suspense, useState } from 'react'
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
 * Offers customers to add the app to the Home Screen. They lose nothing without it, so that it is offered until they
 * answer once; on an iPhone the section of notifications says how as well.
 */
export function CustomerInstallNotice({ name }: { name: string }) {
  const { t } = useTranslation('customerInstall')
  const way = useInstallWay()
  const [answered, setAnswered] = useState(() => localStorage.getItem(REFUSED) !== null)
  const [steps, setSteps] = useState(false)
  if (way === 'none' || answered) return null
  const dismiss = () => {
    localStorage.setItem(REFUSED, '1')
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
