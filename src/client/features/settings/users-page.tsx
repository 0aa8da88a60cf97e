import { useMemo } from 'react'
import { Badge, Button } from '@mantine/core'
import type { Translate } from '#client/ui/core/i18n.ts'
import { Link, useNavigate } from 'react-router-dom'
import { type Admin, listAdmins } from '#contract/v1/admins.ts'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { settingsPaths } from './settings-paths.ts'
import styles from './settings.module.css'

/** /settings/users: the admins, who may sign in to the office. */
export function UsersPage() {
  const { t } = useTranslation('settings')
  const { profile } = useOffice()
  const navigate = useNavigate()
  const columns = useMemo(() => usersColumns(t, profile.userID, profile.config.timeZone), [t, profile])
  const add = (
    <Button component={Link} to={settingsPaths.newUser()}>
      {t('users.new')}
    </Button>
  )
  return (
    <SettingsFrame part="users" title={t('part.users')} actions={add}>
      <ListScreen
        inside
        name="users"
        title={t('part.users')}
        endpoint={listAdmins}
        columns={columns}
        keyOf={({ adminID }) => adminID}
        nameOf={({ fullName }) => fullName}
        counted={(count) => t('users.counted', { count })}
        search={t('users.searchHow')}
        onNew={() => navigate(settingsPaths.newUser())}
        empty={{ title: t('users.empty'), how: t('users.emptyHow'), action: add }}
      />
    </SettingsFrame>
  )
}

const usersColumns = (t: Translate<'settings'>, me: string, timeZone: string): readonly Column<Admin>[] => [
  {
    id: 'fullName',
    title: t('users.fullName'),
    main: true,
    sort: 'fullName',
    cell: ({ adminID, fullName }) => (
      <>
        <Link className={rowLink} to={settingsPaths.user(adminID)}>
          {fullName}
        </Link>
        {adminID === me ? ` (${t('users.you')})` : ''}
      </>
    ),
    csv: ({ fullName }) => fullName,
  },
  { id: 'email', title: t('users.email'), sort: 'email', cell: ({ email }) => email, csv: ({ email }) => email },
  {
    id: 'state',
    title: t('users.state'),
    cell: ({ invited }) => (
      <Badge tt="none" size="lg" className={invited ? styles.invited : styles.active}>
        {invited ? t('users.invited') : t('users.active')}
      </Badge>
    ),
    csv: ({ invited }) => (invited ? t('users.invited') : t('users.active')),
  },
  {
    id: 'lastSeenAt',
    title: t('users.lastSeen'),
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? t('users.never') : formatDayAndTime(lastSeenAt)),
    csv: ({ lastSeenAt }) => lastSeenAt,
  },
  createdAtColumn(t('users.createdAt'), timeZone),
]
