import { type ReactNode, useState, useCallback, useEffect, useRef } from 'react'
import { listSessions } from '#contract/v1/account.ts'
import { getSecondFactor } from '#contract/v1/second-factor.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { OfflineNotice } from '#client/ui/core/offline-notice.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { AccessProvider, type Access, useAccess } from './access.tsx'
import { ChangePassword } from './change-password.tsx'
import { OwnDetails } from './own-details.tsx'
import { SecondStep } from './second-step.tsx'
import { Sessions } from './sessions.tsx'
import styles from './profile-page.module.css'

interface ProfilePageProps {
  access: Access
  /** At the right end of the header: a driver's status chip. */
  right?: ReactNode
  /** Sections of other features on a customer's page. */
  ofCustomer?: ReactNode
}

/**
 * /profile of every role, built from the plain elements: a driver's app contains neither Mantine nor React Query. It
 * needs a connection and is in no driver's precache.
 */
export function ProfilePage({ access, right, ofCustomer }: ProfilePageProps) {
  const { t } = useTranslation('profile')
  return (
    <>
      <PageHeader title={t('title')} right={right} />
      <PageContent>
        <div className={styles.page}>
          <AccessProvider access={access}>
            {access.profile.role === 'CUSTOMER' ? <OfCustomer more={ofCustomer} /> : <OfStaff />}
          </AccessProvider>
        </div>
      </PageContent>
    </>
  )
}

function OfCustomer({ more }: { more: ReactNode }) {
  const sessions = useAsked(listSessions)
  return (
    <>
      <Told trouble={sessions.trouble} />
      <OwnDetails />
      <ChangePassword onChanged={sessions.again} />
      {more}
      {sessions.value === undefined ? null : <Sessions sessions={sessions.value.items} again={sessions.again} />}
    </>
  )
}

function OfStaff() {
  const { t } = useTranslation('profile')
  const { profile } = useAccess()
  const sessions = useAsked(listSessions)
  const factor = useAsked(getSecondFactor)
  const missing = profile.secondFactorMissing === true
  // Stays first after it is set up: if it moved, the recovery codes it shows would be lost.
  const [isFirst, setFirst] = useState(missing)
  if (missing && !isFirst) setFirst(true)
  const secondStep = factor.value === undefined ? null : <SecondStep factor={factor.value} again={factor.again} />
  return (
    <>
      <Told trouble={sessions.trouble ?? factor.trouble} />
      {missing ? (
        <Note tone="warn">
          <h2 className={styles.noteTitle}>{t('missingTitle')}</h2>
          <p className={styles.noteText}>{t('missingWhy')}</p>
        </Note>
      ) : null}
      {isFirst ? secondStep : null}
      <OwnDetails />
      <ChangePassword onChanged={sessions.again} />
      {/* Both at once, so that nothing moves afterwards. If one fails, the other is still shown. */}
      {sessions.value === undefined || (factor.value === undefined && factor.trouble === null) ? null : (
        <>
          {isFirst ? null : secondStep}
          <Sessions sessions={sessions.value.items} again={sessions.again} />
        </>
      )}
    </>
  )
}

function Told({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation('profile')
  if (trouble === null) return null
  const words =
    trouble === 'no-signal'
      ? ([t('notNow'), t('comesBack')] as const)
      : ([t('serverFailed'), t('serverFailedHow')] as const)
  return <OfflineNotice title={words[0]} why={words[1]} />
}

/** Retry interval while there is no answer, ms. */
const ASK_AGAIN_MS = 8000
const NOTHING = {}

type Trouble = 'no-signal' | 'server' | null

interface Asked<T> {
  value: T | undefined
  trouble: Trouble
  again: () => Promise<void>
}

/**
 * One query of this page. It is repeated when the window gets the focus, because another tab or device may have changed
 * the answer. Not by React Query, which no driver's screen loads.
 */
function useAsked<E extends Endpoint>(endpoint: E): Asked<OutputOf<E>> {
  const { call } = useAccess()
  const [value, setValue] = useState<OutputOf<E>>()
  const [trouble, setTrouble] = useState<Trouble>(null)
  const latest = useRef(0)

  const again = useCallback(async () => {
    const mine = ++latest.current
    const answer = await call(endpoint, NOTHING as CallOf<E>)
    // An earlier answer that arrives late must not replace a newer one.
    if (mine !== latest.current) return
    if (answer.kind === 'ok') setValue(answer.value)
    setTrouble(
      answer.kind === 'ok' || answer.kind === 'not-modified'
        ? null
        : answer.kind === 'refused'
          ? 'server'
          : 'no-signal',
    )
  }, [call, endpoint])

  useEffect(() => {
    const ask = () => void again()
    // After the first render: sections that need no answer are shown at once.
    const first = setTimeout(ask)
    window.addEventListener('focus', ask)
    window.addEventListener('online', ask)
    return () => {
      clearTimeout(first)
      latest.current += 1
      window.removeEventListener('focus', ask)
      window.removeEventListener('online', ask)
    }
  }, [again])

  useEffect(() => {
    if (trouble === null) return
    const clock = setInterval(() => void again(), ASK_AGAIN_MS)
    return () => clearInterval(clock)
  }, [trouble, again])

  return { value, trouble, again }
}
