import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import styles from './profile-page.module.css'
import { useCopy } from './use-copy.ts'

/** Shown once: a tap outside or Escape does not close the dialog, only the confirmation that they are saved. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { email, business } = useAccess().profile
  const copy = useCopy()
  const whose = t('codesPrinted', { email: email ?? '', business: business.name })
  const text = `${whose}\n\n${codes.join('\n')}\n`
  return (
    <Dialog opened onClose={() => undefined} title={t('codesTitle')}>
      <div className={styles.dialog}>
        <p className={styles.screenOnly}>{t('codesWhy')}</p>
        <p className={styles.paperOnly}>{whose}</p>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles.threeActs}>
          <Button variant="default" onClick={() => copy(text)}>
            {t('copy')}
          </Button>
          <Button variant="default" onClick={() => download(t('codesFile'), text)}>
            {t('download')}
          </Button>
          <Button variant="default" onClick={() => window.print()}>
            {t('print')}
          </Button>
        </div>
        <Button onClick={onClose}>{t('codesSaved')}</Button>
      </div>
    </Dialog>
  )
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
