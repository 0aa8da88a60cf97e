import { MAX_FILES } from '#domain/limits.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { PhotoSource } from '#client/photo/camera.ts'
import { photosRecorded, photoWords } from '#client/shells/photo-words.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Section, Soft, Tiles } from '#client/ui/core/parts.tsx'
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
  const recorded = photosRecorded(stop.history)
  const captionOf = ({ photoID, takenAt }: Stop['photosShown'][number]) => {
    const photo = photoWords(photoID, recorded)
    return takenAt === null ? photo : t('{{photo}} taken {{time}}', { photo, time: formatDayAndTime(takenAt) })
  }
  return (
    <>
      {stop.accessPhotos.length === 0 ? null : (
        <Section title={t('How to get in')}>
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
        </Section>
      )}
      <Section title={`${t('Photos')} ${stop.photosShown.length}/${MAX_FILES}`}>
        {stop.photosShown.length === 0 ? <Soft>{t('No photos yet.')}</Soft> : null}
        <div className={styles.photos}>
          {stop.photosShown.map((photo) => (
            <Photo
              key={photo.photoID}
              device={device}
              photoID={photo.photoID}
              remote={photo.url !== undefined}
              fetchPhoto={fetchPhoto}
              text={captionOf(photo)}
            />
          ))}
        </div>
        <Tiles>
          <Button variant="plain" onClick={() => onPhoto(stop, 'camera')}>
            {t('Take a photo')}
          </Button>
          <Button variant="plain" onClick={() => onPhoto(stop, 'gallery')}>
            {t('Choose photo')}
          </Button>
        </Tiles>
      </Section>
    </>
  )
}
