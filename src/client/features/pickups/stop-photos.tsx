import { MAX_FILES } from '#domain/limits.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { PhotoSource } from '#client/photo/camera.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { t } from '#client/ui/core/texts.ts'
import { Photo, type FetchPhoto } from './photo.tsx'
import type { Stop } from './stops.ts'
import styles from './stop-page.module.css'

interface StopPhotosProps {
  stop: Stop
  device: Device
  fetchPhoto: FetchPhoto
  onPhoto: (stop: Stop, source: PhotoSource) => void
}

export function StopPhotos({ stop, device, fetchPhoto, onPhoto }: StopPhotosProps) {
  return (
    <>
      {stop.accessPhotos.length === 0 ? null : (
        <section className={styles.part} aria-labelledby="access-photos">
          <h2 id="access-photos">{t('How to get in')}</h2>
          <div className={styles.photos}>
            {stop.accessPhotos.map(({ photoID }, at) => (
              <Photo
                key={photoID}
                device={device}
                photoID={photoID}
                remote
                fetchPhoto={fetchPhoto}
                text={t('Access photo {{number}}', { number: at + 1 })}
              />
            ))}
          </div>
        </section>
      )}
      <section className={styles.part} aria-labelledby="photos">
        <h2 id="photos">
          {t('Photos')} {stop.photosShown.length}/{MAX_FILES}
        </h2>
        {stop.photosShown.length === 0 ? <p className={styles.hint}>{t('No photos yet.')}</p> : null}
        <div className={styles.photos}>
          {stop.photosShown.map((photo) => (
            <Photo
              key={photo.photoID}
              device={device}
              photoID={photo.photoID}
              remote={photo.url !== undefined}
              fetchPhoto={fetchPhoto}
              text={
                photo.takenAt === null
                  ? t('Photo')
                  : t('Photo taken {{time}}', { time: formatDayAndTime(photo.takenAt) })
              }
            />
          ))}
        </div>
        <div className={styles.pair}>
          <button type="button" className={styles.action} onClick={() => onPhoto(stop, 'camera')}>
            {t('Take a photo')}
          </button>
          <button type="button" className={styles.action} onClick={() => onPhoto(stop, 'gallery')}>
            {t('Choose photo')}
          </button>
        </div>
      </section>
    </>
  )
}
