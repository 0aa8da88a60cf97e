import { useMemo } from 'react'
import { useTranslation } from '#client/ui/use-translation.ts'
import { Route, Routes } from 'react-router-dom'
import type { Profile } from '#contract/v1/session.ts'
import { HomePage } from '#client/features/home/home-page.tsx'
import { homeWords } from '#client/features/home/home-words.ts'
import { MailsPage } from '#client/features/mails/mails-page.tsx'
import { mailsWords } from '#client/features/mails/mails-words.ts'
import { HomeIcon } from '#client/ui/icons.tsx'
import { addWords } from './i18n.ts'
import { NotFound } from './not-found.tsx'
import { OnlineFrame } from './online-frame.tsx'
import { paths } from './paths.ts'

addWords('home', homeWords)
addWords('mails', mailsWords)

/** The office. Its other entries of the menu (spec 2) appear here with their screens. */
export default function AdminRoutes({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app')
  const menu = useMemo(() => [{ label: t('home'), to: paths.home(), icon: <HomeIcon />, exact: true }], [t])
  return (
    <OnlineFrame profile={profile} menu={menu}>
      <Routes>
        <Route path={paths.home()} element={<HomePage timeZone={profile.config.timeZone} mailsPath={paths.mails()} />} />
        <Route path={paths.mails()} element={<MailsPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </OnlineFrame>
  )
}
