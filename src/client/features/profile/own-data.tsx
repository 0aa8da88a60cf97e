import { useState } from 'react'
import { Link } from 'react-router-dom'
import { getOwnData } from '#contract/v1/own-account.ts'
import { dayOf } from '#domain/dates.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Button } from '#client/ui/core/button.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import styles from './profile-page.module.css'
import { Section } from './section.tsx'
import { useTold } from './use-told.ts'

export function OwnDataSection() {
  const { t } = useTranslation('ownAccount')
  const { call, saveFile, profile } = useAccess()
  const { timeZone } = profile.config
  const tell = useTold()
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    const answer = await call(getOwnData, {}).finally(() => setBusy(false))
    tell(answer)
    if (answer.kind !== 'ok') return
    const name = t('dataFile', { day: dayOf(new Date(answer.value.madeAt), timeZone) })
    const saved = await saveFile(name, `${JSON.stringify(answer.value, null, 2)}\n`)
    if (saved !== null) showSuccess(t('dataSaved', { name: saved }))
  }
  return (
    <Section title={t('data')} how={t('dataHow')}>
      <div className={styles.acts}>
        <Button variant="default" loading={busy} onClick={() => void save()}>
          {t('dataDownload')}
        </Button>
      </div>
      <p>
        {t('dataRest')}{' '}
        <Link className={styles.link} to={officePaths.newCase('other')}>
          {t('askOffice')}
        </Link>
        .
      </p>
    </Section>
  )
}
