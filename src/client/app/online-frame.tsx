import { Suspense, lazy, useEffect, useLayoutEffect, useState, type ComponentProps, type ReactNode } from 'react'
import '#client/ui/office/office.css'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import type { Profile } from '#contract/v1/session.ts'
import { createQueryClient, forgetFailures, forgetLookUps, persistOptions } from '#client/api/query-client.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { appBuild } from './build.ts'
import { session, useSession } from './session.ts'
import { Shell, type MenuEntry } from './shell.tsx'
import { screenCall } from './sign-in.ts'
import { UpdateNotice } from './update-notice.tsx'
import { useFreshProfile } from './use-fresh-profile.ts'

const Logout = lazy(() => import('./logout.tsx'))

interface OnlineFrameProps {
  profile: Profile
  menu: readonly MenuEntry[]
  more?: ComponentProps<typeof Shell>['more']
  /** Shown while there is no notice about a new version. */
  notice?: ReactNode
  /** See Logout. */
  beforeLogout?: () => Promise<void>
  /** Above the menu: the office's search. */
  tools?: (close: () => void) => ReactNode
  children: ReactNode
}

/** The frame of screens that need a connection: React Query with its small cache on this device. */
export function OnlineFrame({ profile, menu, more, notice = null, beforeLogout, tools, children }: OnlineFrameProps) {
  const { token } = useSession()
  const [leaving, setLeaving] = useState(false)
  const [client] = useState(() =>
    createQueryClient({ call: screenCall, onRefused: (message) => showFailure(t('An error occurred.'), message) }),
  )
  const [persist] = useState(() => persistOptions(profile.userID, appBuild))
  // A customer's pages fetch the profile themselves.
  useFreshProfile(profile.role === 'CUSTOMER' ? null : token)
  // However the session ends, no data of these screens stays on the device.
  useEffect(() => session.subscribe(() => session.state().token === null && forgetLookUps(client)), [client])
  useOnlineRoom()
  return (
    <PersistQueryClientProvider client={client} persistOptions={persist}>
      <Shell
        profile={profile}
        menu={menu}
        more={more}
        tools={tools}
        onLogout={() => setLeaving(true)}
        onRetry={() => forgetFailures(client)}
        notices={<UpdateNotice idle otherwise={notice} />}
      >
        {children}
        {leaving ? (
          <Suspense fallback={null}>
            <Logout opened onClose={() => setLeaving(false)} before={beforeLogout} />
          </Suspense>
        ) : null}
      </Shell>
    </PersistQueryClientProvider>
  )
}

/** Sets the attribute that office.css depends on; a driver who signs in on the same page must not have it. */
function useOnlineRoom(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['room'] = 'online'
    return () => void delete document.documentElement.dataset['room']
  }, [])
}
