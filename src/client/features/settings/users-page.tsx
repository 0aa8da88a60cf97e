import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { officeUserOf } from '#contract/office-access.ts'
import { type Admin, listAdmins } from '#contract/v1/admins.ts'
import { useDepotColumn } from '#client/shells/depots.tsx'
import { plainColumn } from '#client/shells/plain-column.ts'
import { CreateButton, ListScreen } from '#client/shells/list-screen.tsx'
import { useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { OFFICE_ROLE_WORDS } from '#client/shells/role.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { formatDayAndTime, timeInFile } from '#client/ui/core/time-text.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { settingsPaths } from './settings-paths.ts'

/** /settings/users: the admins, who may sign in to the office. */
export function UsersPage() {
  const { profile } = useOffice()
  const create = { label: t('New user'), to: settingsPaths.newUser() }
  const hasMailServer = useHasMailServer()
  const ofDepot = useDepotColumn({ title: t('Sees'), none: t('Every depot') })
  const columns = useMemo(() => usersColumns(profile.userID, profile.config.timeZone, ofDepot), [profile, ofDepot])
  return (
    <SettingsFrame part="users" title={t('Users')} actions={<CreateButton {...create} />}>
      <ListScreen
        inside
        name="users"
        title={t('Users')}
        endpoint={listAdmins}
        columns={columns}
        keyOf={({ adminID }) => adminID}
        nameOf={({ fullName }) => fullName}
        counted={(count) => plural(count, '{{count}} user', '{{count, number}} users')}
        search={t('Name or email')}
        create={create}
        empty={{
          title: t('No users yet'),
          how: t(
            hasMailServer
              ? 'Add a colleague. They’ll get an email to choose a password.'
              : 'Add a colleague. The link to choose a password is kept under Settings, Emails.',
          ),
        }}
      />
    </SettingsFrame>
  )
}

const usersColumns = (me: string, timeZone: string, ofDepot: readonly Column<Admin>[]): readonly Column<Admin>[] => [
  {
    id: 'fullName',
    title: t('Name'),
    main: true,
    sort: 'fullName',
    cell: ({ adminID, fullName }) => (
      <>
        <Link className={rowLink} to={settingsPaths.user(adminID)}>
          {fullName}
        </Link>
        {adminID === me ? ` (${t('This is you')})` : ''}
      </>
    ),
    csv: ({ fullName }) => fullName,
  },
  plainColumn('email', t('Email'), { sort: true }),
  {
    id: 'officeRole',
    title: t('Role'),
    cell: (user) => t(OFFICE_ROLE_WORDS[officeUserOf(user).officeRole]),
    csv: (user) => t(OFFICE_ROLE_WORDS[officeUserOf(user).officeRole]),
  },
  ...ofDepot,
  {
    id: 'state',
    title: t('State'),
    cell: ({ invited }) => (
      <StateBadge tone={invited ? 'warn' : 'good'}>{invited ? t('Invited') : t('Active')}</StateBadge>
    ),
    csv: ({ invited }) => (invited ? t('Invited') : t('Active')),
  },
  {
    id: 'lastSeenAt',
    title: t('Last seen'),
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? t('Not recently') : formatDayAndTime(lastSeenAt)),
    csv: ({ lastSeenAt }) => lastSeenAt && timeInFile(lastSeenAt),
  },
  createdAtColumn(t('Added'), timeZone),
]
