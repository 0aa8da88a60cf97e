import { type ReactNode, useState } from 'react'
import { Route, Routes, useParams } from 'react-router-dom'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { NotYours, useOwnDepot } from '#client/shells/role.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { t } from '#client/ui/core/texts.ts'
import { ApiTokenCreate, type MadeToken, NewTokenShown } from './api-token-create.tsx'
import { ApiTokensPage } from './api-tokens-page.tsx'
import { AuditPage } from './audit-page.tsx'
import { CalendarPage } from './calendar-page.tsx'
import { DepotsRoutes } from './depots-routes.tsx'
import { GroupPage } from './group-page.tsx'
import { SettingsFrame, SettingsIndex } from './settings-frame.tsx'
import { SourcesPage } from './sources-page.tsx'
import { SystemPage } from './system-page.tsx'
import { TemplatesPage } from './templates-page.tsx'
import { UserCreate, UserEdit } from './user-drawers.tsx'
import { UsersPage } from './users-page.tsx'
import { settingsPaths } from './settings-paths.ts'
import { WebhooksRoutes } from './webhooks-routes.tsx'

/** @param mails a feature of its own, shown like the other parts */
export default function SettingsRoutes({ mails = null }: { mails?: ReactNode }) {
  const inMails = (
    <SettingsFrame part="mails" title={t('Emails')}>
      {mails}
    </SettingsFrame>
  )
  if (useOwnDepot() !== null)
    return (
      <Routes>
        <Route index element={<SettingsIndex />} />
        <Route path="mails" element={inMails} />
        <Route path="sources" element={<SourcesPage />} />
        <Route path="*" element={<NotOfADepot />} />
      </Routes>
    )
  return (
    <Routes>
      <Route index element={<SettingsIndex />} />
      {(['business', 'prices', 'invoices', 'collections', 'register', 'security'] as const).map((part) => (
        // Each part is another form; the key resets its state.
        <Route key={part} path={part} element={<GroupPage key={part} part={part} />} />
      ))}
      <Route path="templates" element={<TemplatesPage />} />
      <Route path="calendar" element={<CalendarPage />} />
      <Route path="mails" element={inMails} />
      <Route path="audit" element={<AuditPage />} />
      <Route path="system" element={<SystemPage />} />
      <Route path="sources" element={<SourcesPage />} />
      <Route path="depots/*" element={<DepotsRoutes />} />
      <Route path="users/*" element={<Users />} />
      <Route path="api-tokens/*" element={<ApiTokens />} />
      <Route path="webhooks/*" element={<WebhooksRoutes />} />
      <Route path="*" element={<NoPart />} />
    </Routes>
  )
}

/** Drawers open over the list. */
function Users() {
  const close = useBackToList(settingsPaths.users())
  return (
    <>
      <UsersPage />
      <Routes>
        <Route path="new" element={<UserCreate onClose={close} />} />
        <Route path=":adminID" element={<EditUser onClose={close} />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  )
}

function ApiTokens() {
  const close = useBackToList(settingsPaths.apiTokens())
  const [made, setMade] = useState<MadeToken | null>(null)
  const show = (token: MadeToken) => {
    setMade(token)
    close()
  }
  return (
    <>
      <ApiTokensPage />
      <Routes>
        <Route path="new" element={<ApiTokenCreate onClose={close} onMade={show} />} />
        <Route path="*" element={null} />
      </Routes>
      {made === null ? null : <NewTokenShown made={made} onClose={() => setMade(null)} />}
    </>
  )
}

function EditUser({ onClose }: { onClose: () => void }) {
  const { adminID = '' } = useParams()
  return <UserEdit key={adminID} adminID={adminID} onClose={onClose} />
}

/** The other parts are about the whole firm. */
function NotOfADepot() {
  return (
    <>
      <PageHeader title={t('Settings')} />
      <PageContent>
        <NotYours />
      </PageContent>
    </>
  )
}

function NoPart() {
  return (
    <>
      <PageHeader title={t('Settings')} />
      <PageContent>
        <p>{t('This settings page doesn’t exist.')}</p>
      </PageContent>
    </>
  )
}
