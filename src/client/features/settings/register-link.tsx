import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useOffice } from '#client/shells/office.tsx'
import { offeredPackageSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { drawQr, QrCode } from '#client/shells/qr-code.tsx'
import styles from './settings.module.css'

/** Prints 25 modules at about 4 cm. */
const MODULE_PX = 12

export function RegisterLink() {
  const { t } = useTranslation('settings')
  const { allowRegister } = useOffice().profile.config
  const [productID, setProductID] = useState('')
  const [postcode, setPostcode] = useState('')
  const [copied, setCopied] = useState(false)
  const url = addressOf(productID, postcode)
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <section className={styles.card} aria-labelledby="register-link">
      <h2 id="register-link" className={styles.cardTitle}>
        {t('registerLink')}
      </h2>
      {allowRegister ? null : <Note tone="warn">{t('registerClosed')}</Note>}
      <div className={styles.logo}>
        <QrCode className={styles.qr} text={url} label={t('registerQr')} />
        <div className={styles.logoSide}>
          <RemotePick
            label={t('registerPackage')}
            source={offeredPackageSource}
            value={productID}
            onChange={(id) => setProductID(id ?? '')}
          />
          <TextInput
            label={t('registerPostcode')}
            inputMode="numeric"
            maxLength={4}
            value={postcode}
            onChange={({ currentTarget }) => setPostcode(currentTarget.value.replaceAll(/\D/g, ''))}
          />
          <TextInput label={t('registerAddress')} readOnly value={url} onFocus={({ target }) => target.select()} />
          <p className={styles.how}>{t('registerHow')}</p>
          <div className={styles.logo}>
            <Button variant="default" onClick={() => void copy()}>
              {t(copied ? 'registerCopied' : 'registerCopy')}
            </Button>
            <Button variant="default" onClick={() => saveQr(url)}>
              {t('registerDownload')}
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}

function addressOf(productID: string, postcode: string): string {
  const query = new URLSearchParams({ ...(productID && { package: productID }), ...(postcode && { postcode }) })
  return `${window.location.origin}/register${query.size > 0 ? `?${query}` : ''}`
}

/** As an SVG, which prints sharply at every size. */
function saveQr(url: string): void {
  const { size, path } = drawQr(url)
  const side = size * MODULE_PX
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'register-qr.svg'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
