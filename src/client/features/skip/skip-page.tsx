import { type ReactNode, useState } from 'react'
import type { SkipLink } from '#contract/v1/skip-links.ts'
import { showLongDay } from '#domain/clock-words.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import type { Answer } from '#client/api/answers.ts'
import { LinkNotOpen } from '#client/shells/link-not-open.tsx'
import { linkShown, useSignedLink } from '#client/shells/use-signed-link.ts'
import { Button } from '#client/ui/core/button.tsx'
import { CentredPage } from '#client/ui/core/centred-page.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

interface SkipPageProps {
  firm: { name: string; logoUrl: string | null }
  token: string
  /** Reads only, because mail scanners open the page too, and run its scripts. */
  look: (token: string) => Promise<Answer<SkipLink>>
  skip: (token: string) => Promise<Answer<SkipLink>>
  login: ReactNode
}

/** /skip/:token: skips a collection week by the link of a reminder, without signing in. */
export function SkipPage({ firm, token, look, skip, login }: SkipPageProps) {
  const { t } = useTranslation('skip')
  const { shown, setShown, busy, setBusy, lookAgain } = useSignedLink(token, look)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function press(): Promise<void> {
    setBusy(true)
    setTrouble(null)
    const next = linkShown(await skip(token))
    setBusy(false)
    // On an error that can be retried the question stays visible.
    if (next.kind === 'offline') setTrouble(t('offlineWhy'))
    else if (next.kind === 'busy') setTrouble(next.message)
    else setShown(next)
  }

  if (shown?.kind !== 'ok')
    return (
      <LinkNotOpen firm={firm} shown={shown} busy={busy} t={t} title={t('title')} onAgain={() => void lookAgain()} />
    )
  return <Open link={shown.value} busy={busy} trouble={trouble} onSkip={() => void press()} login={login} />
}

interface OpenProps {
  link: SkipLink
  busy: boolean
  trouble: string | null
  onSkip: () => void
  login: ReactNode
}

function Open({ link, busy, trouble, onSkip, login }: OpenProps) {
  const { t } = useTranslation('skip')
  const { businessName: name, logoUrl, phone, firstName, fromDate, cutoff, state, justNow } = link
  const week = { from: showLongDay(fromDate), cutoff }
  if (state === 'open')
    return (
      <CentredPage name={name} logoUrl={logoUrl} title={t('title')}>
        <p>{t('hello', { name: firstName })}</p>
        <p>{t('open', week)}</p>
        {/* The element is rendered empty from the start, so that a screen reader announces text added later. */}
        <div role="alert">{trouble === null ? null : <Note tone="bad">{trouble}</Note>}</div>
        <Button loading={busy} onClick={onSkip}>
          {t('skip')}
        </Button>
      </CentredPage>
    )
  if (state === 'skipped')
    return (
      <CentredPage name={name} logoUrl={logoUrl} title={t('skippedTitle')}>
        <Note tone="good">{t(justNow ? 'done' : 'already', week)}</Note>
        <p>{t('undo', week)}</p>
        {login}
      </CentredPage>
    )
  return (
    <CentredPage name={name} logoUrl={logoUrl} title={t('tooLateTitle')}>
      <Note tone="warn">{t('tooLate', week)}</Note>
      <p>{phone === '' ? t('callUs') : t('call', { phone: showPhone(phone) })}</p>
    </CentredPage>
  )
}
