import { useState } from 'react'
import { Link } from 'react-router-dom'
import { getOwnData } from '#contract/v1/own-account.ts'
import { dayOf } from '#domain/dates.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Button } from '#client/ui/core/button.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { Row, Section } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'
import { useTold } from './use-told.ts'

export function OwnDataSection() {
  const { call, saveFile, profile } = useAccess()
  const { timeZone } = profile.config
  const tell = useTold()
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    const answer = await call(getOwnData, {}).finally(() => setBusy(false))
    tell(answer)
    if (answer.kind !== 'ok') return
    const name = t('my-data-{{day}}.json', { day: dayOf(new Date(answer.value.madeAt), timeZone) })
    const saved = await saveFile(name, `${JSON.stringify(answer.value, null, 2)}\n`)
    if (saved !== null) showSuccess(t('Saved as {{name}}', { name: saved }))
  }
  return (
    <Section
      title={t('Your data')}
      how={t('One file with your details, collections, invoices, payments, requests and sign-ins.')}
    >
      <Row>
        <Button variant="default" loading={busy} onClick={() => void save()}>
          {t('Download my data')}
        </Button>
      </Row>
      <p>
        {t('For anything else we hold about you, or to correct it,')}{' '}
        <Link to={officePaths.newCase('other')}>{t('ask the office')}</Link>.
      </p>
    </Section>
  )
}
