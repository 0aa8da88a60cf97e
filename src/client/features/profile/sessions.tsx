import { useEffect, useRef, useState } from 'react'
import { endOtherSessions, endOwnSession, type OwnSession } from '#contract/v1/account.ts'
import { SESSION_IDLE_HOURS, SESSION_MAX_DAYS } from '#domain/session-limits.ts'
import type { Answer } from '#client/api/answers.ts'
import { Button } from '#client/ui/core/button.tsx'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { Line, Lines, Row, Section, Soft } from '#client/ui/core/parts.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import { useTold } from './use-told.ts'

const METHOD_WORDS = sentences({
  password: 'with password',
  'password+totp': 'with password and code',
  'password+recovery-code': 'with password and recovery code',
  passkey: 'with a passkey',
  oidc: 'with the company account',
  'oidc+mfa': 'with the company account',
  'oidc+totp': 'with the company account and code',
  'oidc+recovery-code': 'with the company account and recovery code',
  'set-up': 'with the set-up link',
})

interface SessionsProps {
  sessions: readonly OwnSession[]
  again: () => Promise<void>
}

/** Enough for the devices of one user; sign-ins that were never ended would fill the page. */
const SHOWN_FIRST = 3

/** The open sessions of this user, this one first. */
export function Sessions({ sessions, again }: SessionsProps) {
  const { call, profile } = useAccess()
  const tell = useTold()
  const idleHours = SESSION_IDLE_HOURS[profile.role]
  const how =
    idleHours < 48
      ? t('A sign-in ends after {{idle}} hours without use, and after {{days}} days at the latest.', {
          idle: idleHours,
          days: SESSION_MAX_DAYS,
        })
      : t('A sign-in ends after {{idle}} days without use, and after {{days}} days at the latest.', {
          idle: idleHours / 24,
          days: SESSION_MAX_DAYS,
        })
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
  const nameOf = ({ device }: OwnSession) => device ?? t('Unknown device')

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
    <Section title={t('Where you’re signed in')} how={how}>
      <Lines ref={list}>
        {(all ? ordered : ordered.slice(0, SHOWN_FIRST)).map((one) => (
          <OneSession key={one.sessionID} session={one} name={nameOf(one)} onEnd={() => setAsking(one)} />
        ))}
      </Lines>
      {sessions.length > 1 ? (
        <Row>
          {all || sessions.length <= SHOWN_FIRST ? null : (
            <Button variant="default" onClick={() => setAll(true)}>
              {t('Show all {{count}}', { count: sessions.length })}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsking('others')}>
            {t('Sign out everywhere else')}
          </Button>
        </Row>
      ) : null}
      <ConfirmAction
        opened={asking === 'others'}
        question={t('Sign out everywhere else?')}
        confirm={t('Sign out everywhere else')}
        busy={busy}
        onCancel={close}
        onConfirm={() =>
          void end(call(endOtherSessions, {}), ({ ended }) =>
            plural(ended, '{{count}} other device signed out', '{{count}} other devices signed out'),
          )
        }
      >
        <p>{t('You stay signed in on this device only. Unsent work stays on a driver’s phone.')}</p>
      </ConfirmAction>
      {asking === null || asking === 'others' ? null : (
        <ConfirmAction
          opened
          question={t('Sign out {{device}}?', { device: nameOf(asking) })}
          confirm={t('Sign out')}
          busy={busy}
          onCancel={close}
          onConfirm={() =>
            void end(call(endOwnSession, { sessionID: asking.sessionID }), () =>
              t('{{device}} signed out', { device: nameOf(asking) }),
            )
          }
        >
          <p>{t('It needs to sign in again. Unsent work stays on a driver’s phone.')}</p>
        </ConfirmAction>
      )}
    </Section>
  )
}

function OneSession({ session, name, onEnd }: { session: OwnSession; name: string; onEnd: () => void }) {
  const { current, method, createdAt, lastSeenAt } = session
  const since = formatDayAndTime(createdAt)
  return (
    <Line>
      <div>
        <p>
          <strong>{name}</strong> {current ? <StateBadge tone="good">{t('This device')}</StateBadge> : null}
        </p>
        <Soft>
          {t('Signed in {{time}}', { time: since })}
          {method === null ? null : ` ${t(METHOD_WORDS[method])}`}
        </Soft>
        {current ? null : <Soft>{t('Last seen {{time}}', { time: formatDayAndTime(lastSeenAt) })}</Soft>}
      </div>
      {current ? null : (
        <Row>
          <Button
            variant="default"
            aria-label={t('Sign out {{device}}, signed in {{time}}', { device: name, time: since })}
            onClick={onEnd}
          >
            {t('Sign out')}
          </Button>
        </Row>
      )}
    </Line>
  )
}
