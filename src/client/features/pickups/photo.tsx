import { useEffect, useState } from 'react'
import type { Device } from '#client/offline/store/device.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useLocalPhoto } from './pickups-data.ts'
import type { Stop } from './stops.ts'
import styles from './stop-page.module.css'

/** Fetches a photo of the office with the driver's rights; null when it can't be fetched now. */
export type FetchPhoto = (photoID: string) => Promise<Blob | null>

interface PhotoProps {
  device: Device
  photoID: string
  /** The office has it too. */
  remote: boolean
  fetchPhoto: FetchPhoto
  text: string
  /** As wide as the container; otherwise a tap enlarges it. */
  large?: boolean
}

export function Photo({ device, photoID, remote, fetchPhoto, text, large = false }: PhotoProps) {
  const local = useLocalPhoto(device, photoID)
  const [fetched, setFetched] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const ask = local === null && remote

  useEffect(() => {
    if (!ask) return undefined
    let made: string | null = null
    let gone = false
    void fetchPhoto(photoID).then((photo) => {
      if (gone || photo === null) return
      made = URL.createObjectURL(photo)
      setFetched(made)
    })
    return () => {
      gone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [ask, photoID, fetchPhoto])

  const address = local ?? fetched
  const close = () => setOpened(false)
  return (
    <figure>
      {!address ? (
        <span className={styles.noPhoto}>
          {local === undefined ? '' : t('The photo will load when you have signal')}
        </span>
      ) : large ? (
        <img src={address} alt={text} className={styles.large} />
      ) : (
        <button type="button" className={styles.opens} onClick={() => setOpened(true)}>
          <img src={address} alt={text} />
        </button>
      )}
      <Soft as="figcaption">{text}</Soft>
      {address ? (
        <Dialog opened={opened} onClose={close} title={text}>
          <img src={address} alt={text} className={styles.large} />
          <Button variant="plain" onClick={close}>
            {t('Close')}
          </Button>
        </Dialog>
      ) : null}
    </figure>
  )
}

interface AccessPhotosProps {
  /** Null: closed. */
  stop: Stop | null
  device: Device
  fetchPhoto: FetchPhoto
  onClose: () => void
}

export function AccessPhotos({ stop, device, fetchPhoto, onClose }: AccessPhotosProps) {
  return (
    <Dialog opened={stop !== null} onClose={onClose} title={t('How to get in')}>
      {stop?.accessPhotos.map(({ photoID }, at) => (
        <Photo
          key={photoID}
          device={device}
          photoID={photoID}
          remote
          fetchPhoto={fetchPhoto}
          text={t('Access photo {{number}}', { number: at + 1 })}
          large
        />
      ))}
      <Button variant="plain" onClick={onClose}>
        {t('Close')}
      </Button>
    </Dialog>
  )
}
