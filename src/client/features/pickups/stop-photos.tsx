import { useEffect, useState } from 'react'
import { useTranslation } from '#client/ui/use-translation.ts'
import { MAX_FILES } from '#domain/limits.ts'
import type { Phone } from '#client/offline/phone.ts'
import type { PhotoSource } from '#client/photo/camera.ts'
import { formatDayAndTime } from '#client/ui/time-text.ts'
import { useLocalPhoto } from './pickups-data.ts'
import type { Stop } from './stops.ts'
import styles from './stop-page.module.css'

/** A photo the office has, by the signed-in driver's own right; null when it can't be had now. */
export type FetchPhoto = (photoID: string) => Promise<Blob | null>

interface StopPhotosProps {
  stop: Stop
  phone: Phone
  fetchPhoto: FetchPhoto
  onPhoto: (stop: Stop, source: PhotoSource) => void
}

/** How to get in, and what it looked like: photos on this phone from their bytes, the others from the office. */
export function StopPhotos({ stop, phone, fetchPhoto, onPhoto }: StopPhotosProps) {
  const { t } = useTranslation('pickups')
  return (
    <>
      {stop.accessPhotos.length === 0 ? null : (
        <section className={styles.part} aria-labelledby="access-photos">
          <h2 id="access-photos">{t('accessPhotosTitle')}</h2>
          <div className={styles.photos}>
            {stop.accessPhotos.map(({ photoID }, at) => (
              <Photo key={photoID} phone={phone} photoID={photoID} remote fetchPhoto={fetchPhoto} text={t('accessPhotoOf', { number: at + 1 })} />
            ))}
          </div>
        </section>
      )}
      <section className={styles.part} aria-labelledby="photos">
        <h2 id="photos">
          {t('photosTitle')} {stop.photosShown.length}/{MAX_FILES}
        </h2>
        {stop.photosShown.length === 0 ? <p className={styles.hint}>{t('noPhotos')}</p> : null}
        <div className={styles.photos}>
          {stop.photosShown.map((photo) => (
            <Photo
              key={photo.photoID}
              phone={phone}
              photoID={photo.photoID}
              remote={photo.url !== undefined}
              fetchPhoto={fetchPhoto}
              text={photo.takenAt === null ? t('historyPhoto') : t('photoTakenAt', { time: formatDayAndTime(photo.takenAt) })}
            />
          ))}
        </div>
        <div className={styles.pair}>
          <button type="button" className={styles.action} onClick={() => onPhoto(stop, 'camera')}>
            {t('takePhoto')}
          </button>
          <button type="button" className={styles.action} onClick={() => onPhoto(stop, 'gallery')}>
            {t('photoFromGallery')}
          </button>
        </div>
      </section>
    </>
  )
}

interface PhotoProps {
  phone: Phone
  photoID: string
  /** The office has it too. */
  remote: boolean
  fetchPhoto: FetchPhoto
  text: string
}

function Photo({ phone, photoID, remote, fetchPhoto, text }: PhotoProps) {
  const { t } = useTranslation('pickups')
  const local = useLocalPhoto(phone, photoID)
  const [fetched, setFetched] = useState<string | null>(null)
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
  return (
    <figure className={styles.photo}>
      {address ? <img src={address} alt={text} /> : <span className={styles.noPhoto}>{local === undefined ? '' : t('photoOnline')}</span>}
      <figcaption className={styles.hint}>{text}</figcaption>
    </figure>
  )
}
