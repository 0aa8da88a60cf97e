import { useEffect } from 'react'
import { useMailServer } from './no-mail-server.tsx'
import { useOffice } from './office.tsx'

/**
 * Fetches the profile again where an answer says otherwise about the mail server, because the server was restarted with
 * another setting: the profile tells every screen whether emails are sent.
 */
export function useServerInProfile(isSet: boolean | undefined): void {
  const { refreshProfile } = useOffice()
  const before = useMailServer()
  useEffect(() => {
    if (isSet !== undefined && before !== undefined && isSet !== before) void refreshProfile?.()
  }, [isSet, before, refreshProfile])
}
