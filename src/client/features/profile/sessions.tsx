import { useEffect, useRef, useState } from 'react'
import { endOtherSessions, endOwnSession, type OwnSession } from '#contract/v1/account.ts'
import { SESSION_IDLE_HOURS, SESSION_MAX_DAYS } from '#domain/session-limits.ts'
import type { Answer } from '#client/api/answers.ts'
import { Button } from '#client/ui/core/button.tsx'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import { Section } from './section.tsx'
import { useTold } from './use-told.ts'
import styles from './profile-page.module.css'

interface SessionsProps {
  sessions: readonly OwnSession[]
  again: () => Promise<void>
}

/** Enough for the devices of one user; sign-ins that were never ended would fill the page. */
const SHOWN_FIRST = 3

/** The open sessions of this user, this one first. */
export function Sessions({ sessions, again }: SessionsProps) {
  const { t } = useTranslation('profile')
  const { call, profile } = useAccess()
  const tell = useTold()
  const idleHours = SESSION_IDLE_HOURS[profile.role]
  const how =
    idleHours < 48
      ? t('sessionsHowHours', { idle: idleHours, days: SESSION_MAX_DAYS })
      : t('sessionsHowDays', { idle: idleHours / 24, days: SESSION_MAX_DAYS })
  const [asking, setAsking] = useState<OwnSession | 'others' | null>(null)
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The button that had the focus is gone, so the first added row gets it.
  useEffect(() => {
    if (all) list.current?.children[SHOWN_FIRST]?.querySelector('button')?.focus()
  }, [all])
  const [busy, setBusy] = useState(false)
  const close = () => setAsking(null)
  const ordered = [...sessions].sort(
    (a, b) => Number(b.current) - Number(a.current) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  )
  const nameOf = ({ device }: OwnSession) => device ?? t('unknownDevice')

  async function end<T>(waiting: Promise<Answer<T>>, words: (value: T) => string): Promise<void> {
    setBusy(true)
    const answer = await waiting.finally(() => setBusy(false))
    close()
    tell(answer)
    if (answer.kind === 'ok') showSuccess(words(answer.value))
    // The list is asked for again also after a refusal, because it may be outdated.
    await again()
  }

  return (
    <Section title={t('sessions')} how={how}>
      <ul ref={list} className={styles.list}>
        {(all ? ordered : ordered.slice(0, SHOWN_FIRST)).map((one) => (
          <Row key={one.sessionID} session={one} name={nameOf(one)} onEnd={() => setAsking(one)} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div className={styles.acts}>
          {all || sessions.length <= SHOWN_FIRST ? null : (
            <Button variant="default" onClick={() => setAll(true)}>
              {t('showAllSessions', { count: sessions.length })}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsking('others')}>
            {t('signOutOthers')}
          </Button>
        </div>
      ) : null}
      <ConfirmAction
        opened={asking === 'others'}
        question={t('signOutOthersQuestion')}
        cancel={t('cancel')}
        confirm={t('signOutOthers')}
        busy={busy}
        onCancel={close}
        onConfirm={() => void end(call(endOtherSessions, {}), ({ ended }) => t('signedOutOthers', { count: ended }))}
      >
        <p>{t('signOutOthersWhy')}</p>
      </ConfirmAction>
      {asking === null || asking === 'others' ? null : (
        <ConfirmAction
          opened
          question={t('signOutQuestion', { device: nameOf(asking) })}
          cancel={t('cancel')}
          confirm={t('signOut')}
          busy={busy}
          onCancel={close}
          onConfirm={() =>
            void end(call(endOwnSession, { sessionID: asking.sessionID }), () =>
              t('signedOut', { device: nameOf(asking) }),
            )
          }
        >
          <p>{t('signOutWhy')}</p>
        </ConfirmAction>
      )}
    </Section>
  )
}

function Row({ session, name, onEnd }: { session: OwnSession; name: string; onEnd: () => void }) {
  const { t } = useTranslation('profile')
  const { current, method, createdAt, lastSeenAt } = session
  const since = formatDayAndTime(createdAt)
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <p className={styles.name}>
          {name} {current ? <StateBadge tone="good">{t('thisDevice')}</StateBadge> : null}
        </p>
        <p className={styles.soft}>
          {t('signedInOn', { time: since })}
          {method === null ? null : ` ${t(`method.${method}`)}`}
        </p>
        {current ? null : <p className={styles.soft}>{t('lastSeen', { time: formatDayAndTime(lastSeenAt) })}</p>}
      </div>
      {current ? null : (
        <div className={styles.rowActs}>
          <Button variant="default" aria-label={t('signOutOf', { device: name, time: since })} onClick={onEnd}>
            {t('signOut')}
          </Button>
        </div>
      )}
    </li>
  )
}
