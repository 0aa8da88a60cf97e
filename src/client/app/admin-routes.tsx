import { lazy, useMemo } from 'react'
import { useTranslation } from '#client/ui/use-translation.ts'
import { Route, Routes } from 'react-router-dom'
import { importUnsent } from '#contract/v1/unsent.ts'
import type { Profile } from '#contract/v1/session.ts'
import { HomePage } from '#client/features/home/home-page.tsx'
import { homeWords } from '#client/features/home/home-words.ts'
import { MailsPage } from '#client/features/mails/mails-page.tsx'
import { mailsWords } from '#client/features/mails/mails-words.ts'
import { unsentImportWords } from '#client/features/unsent-import/unsent-import-words.ts'
import { HomeIcon } from '#client/ui/icons.tsx'
import { addWords } from './i18n.ts'
import { NotFound } from './not-found.tsx'
import { OnlineFrame } from './online-frame.tsx'
import { paths } from './paths.ts'
import { screenCall } from './sign-in.ts'

addWords('home', homeWords)
addWords('mails', mailsWords)
addWords('unsentImport', unsentImportWords)

const UnsentImportPage = lazy(async () => ({ default: (await import('#client/features/unsent-import/unsent-import-page.tsx')).UnsentImportPage }))

/** The office. Its other entries of the menu (spec 2) appear here with their screens. */
export default function AdminRoutes({ profile }: { profile: Profile }) {
  const { t } = useTranslation('app')
  const menu = useMemo(() => [{ label: t('home'), to: paths.home(), icon: <HomeIcon />, exact: true }], [t])
  return (
    <OnlineFrame profile={profile} menu={menu}>
      <Routes>
        <Route path={paths.home()} element={<HomePage timeZone={profile.config.timeZone} mailsPath={paths.mails()} importPath={paths.importUnsent()} />} />
        <Route path={paths.mails()} element={<MailsPage />} />
        <Route path={paths.importUnsent()} element={<UnsentImportPage send={(part) => screenCall(importUnsent, part)} homePath={paths.home()} timeZone={profile.config.timeZone} />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </OnlineFrame>
  )
}
