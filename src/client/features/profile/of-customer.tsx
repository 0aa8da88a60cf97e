import type { ReactNode } from 'react'
import { listSessions } from '#contract/v1/account.ts'
import { getCalendarFeed } from '#contract/v1/calendar-feeds.ts'
import { getOwnAccount } from '#contract/v1/own-account.ts'
import { Columns } from '#client/ui/core/columns.tsx'
import { CalendarFeedSection } from './calendar-feed.tsx'
import { ChangePassword } from './change-password.tsx'
import { CloseAccount } from './close-account.tsx'
import { OwnContact } from './own-contact.tsx'
import { OwnDataSection } from './own-data.tsx'
import { OwnDetails } from './own-details.tsx'
import { OwnEmails } from './own-emails.tsx'
import { Sessions } from './sessions.tsx'
import { Told } from './told.tsx'
import { useLoaded } from './use-loaded.ts'

/** @param more sections of other features */
export default function OfCustomer({ more }: { more: ReactNode }) {
  const sessions = useLoaded(listSessions)
  const account = useLoaded(getOwnAccount)
  const feed = useLoaded(getCalendarFeed)
  const queries = [sessions, account, feed]
  const trouble = queries.map((one) => one.trouble).find((one) => one !== null) ?? null
  // The sections are shown together, so that nothing moves. If one fails, the others are still shown.
  const settled = queries.every((one) => one.value !== undefined || one.trouble !== null)
  return (
    <>
      <Told trouble={trouble} />
      <Columns
        first={
          <>
            <OwnDetails />
            {!settled || account.value === undefined ? null : (
              <>
                <OwnContact account={account.value} again={account.again} />
                <OwnEmails account={account.value} again={account.again} />
              </>
            )}
            {!settled || feed.value === undefined ? null : (
              <CalendarFeedSection feed={feed.value.feed} again={feed.again} />
            )}
            {/* It is loaded after the others, and is last so that it moves none of them. */}
            {settled ? more : null}
          </>
        }
        second={
          settled ? (
            <>
              <ChangePassword onChanged={sessions.again} />
              {sessions.value === undefined ? null : (
                <Sessions sessions={sessions.value.items} again={sessions.again} />
              )}
              <OwnDataSection />
              {account.value === undefined ? null : <CloseAccount account={account.value} />}
            </>
          ) : null
        }
      />
    </>
  )
}
