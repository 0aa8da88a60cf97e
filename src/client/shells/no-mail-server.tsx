import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Note } from '#client/ui/core/note.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { useOffice } from './office.tsx'
import { officePaths } from './office-paths.ts'

/** Whether emails are sent; without a mail server they are kept. Undefined: the server wasn't asked yet. */
export const useMailServer = (): boolean | undefined => useOffice().profile.config.mailServer
/** The same, where nothing is said until it is known. */
export const useHasMailServer = (): boolean => useMailServer() !== false

const SAID = sentences({
  before: 'Nothing will be sent: no mail server is set up.',
  with: 'No email goes out with this: no mail server is set up.',
  after: 'Not sent: no mail server is set up.',
  afterReminder: 'Reminder not sent: no mail server is set up.',
})

interface NoMailServerProps {
  /**
   * Before an act that only sends, "Nothing will be sent"; before one that does something else too, "No email goes out";
   * after it, "Not sent", or "Reminder not sent" where the paper itself was.
   */
  when: keyof typeof SAID
  /** Prints what was to be sent. */
  print?: ReactNode
}

/** Nothing where a mail server is set. Customers’ home page loads this file, and not Mantine. */
export function NoMailServer({ when, print }: NoMailServerProps) {
  if (useHasMailServer()) return null
  return (
    <div style={{ marginBlock: 8 }}>
      <Note tone="warn">
        <span style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 12px', alignItems: 'center' }}>
          <NoMailServerWords when={when} />
          {print}
        </span>
      </Note>
    </div>
  )
}

/** The same without a frame, for one line of a page. The caller knows that there is no mail server. */
export const NoMailServerWords = ({ when }: Pick<NoMailServerProps, 'when'>) => (
  <>
    <strong>{t(SAID[when])}</strong>
    <Link to={officePaths.mails()}>{t('Set one up')}</Link>
  </>
)

interface AccountNoticeProps {
  /** The account's email before the change; '': none. */
  before: string
  email: string
  password?: string
}

/** Says in a form that changes an account that its previous address is told of a new email or password. */
export function AccountNotice({ before, email, password = '' }: AccountNoticeProps) {
  return before !== '' && (email.trim() !== before || password !== '') ? <NoMailServer when="with" /> : null
}
