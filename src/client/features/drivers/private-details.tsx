import { useCallback, useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Driver, revealDriver } from '#contract/v1/drivers.ts'
import { invalidateChanged } from '#client/api/query-client.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { Facts } from '#client/shells/facts.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { PRIVATE_FIELDS } from './driver-values.ts'
import styles from './driver-page.module.css'

type Revealed = OutputOf<typeof revealDriver>

const SHOWN_MS = 60_000

/** Masked values, with a button to reveal them; each reveal is written to the audit log. */
export function PrivateDetails({ driver }: { driver: Driver }) {
  const { t } = useTranslation('drivers')
  const { revealed, busy, reveal, hide } = useReveal(driver)
  const shown = revealed ?? driver
  const button =
    revealed === null ? (
      <Button variant="default" loading={busy} onClick={() => void reveal()}>
        {t('reveal')}
      </Button>
    ) : (
      <Button variant="default" onClick={hide}>
        {t('hide')}
      </Button>
    )
  return (
    <div>
      <Facts
        title={t('private')}
        right={PRIVATE_FIELDS.some((field) => driver[field] !== null) ? button : null}
        facts={PRIVATE_FIELDS.map((field) => ({ label: t(field), value: readable(shown[field]) }))}
      />
      <p className={styles.how} role="status">
        {revealed === null ? t('privateHow') : t('hidesItself')}
      </p>
    </div>
  )
}

const readable = (text: string | null) => (text !== null && isDay(text) ? formatDay(text) : text)

function useReveal({ driverID }: Driver) {
  const { call } = useOffice()
  const client = useQueryClient()
  const { t } = useTranslation('shells')
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const [busy, setBusy] = useState(false)
  const hide = useCallback(() => setRevealed(null), [])
  useEffect(() => {
    if (revealed === null) return
    const clock = setTimeout(hide, SHOWN_MS)
    return () => clearTimeout(clock)
  }, [revealed, hide])
  async function reveal(): Promise<void> {
    setBusy(true)
    // Not a query: a revealed value must not be cached.
    const answer = await call(revealDriver, { driverID }).finally(() => setBusy(false))
    if (answer.kind !== 'ok')
      return answer.kind === 'not-modified' ? undefined : showFailure(t('errorOccurred'), sentenceOf(answer, t))
    setRevealed(answer.value)
    void invalidateChanged(client, { changes: ['audit'] })
  }
  return { revealed, busy, reveal, hide }
}
