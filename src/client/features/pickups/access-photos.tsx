import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Device } from '#client/offline/device.ts'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { Photo, type FetchPhoto } from './photo.tsx'
import type { Stop } from './stops.ts'
import styles from './stop-page.module.css'

interface AccessPhotosProps {
  /** Null: closed. */
  stop: Stop | null
  device: Device
  fetchPhoto: FetchPhoto
  onClose: () => void
}

/** Access photos in full size, one tap from the next stop. */
export function AccessPhotos({ stop, device, fetchPhoto, onClose }: AccessPhotosProps) {
  const { t } = useTranslation('pickups')
  return (
    <Dialog opened={stop !== null} onClose={onClose} title={t('accessPhotosTitle')}>
      {stop?.accessPhotos.map(({ photoID }, at) => (
        <Photo
          key={photoID}
          device={device}
          photoID={photoID}
          remote
          fetchPhoto={fetchPhoto}
          text={t('accessPhotoOf', { number: at + 1 })}
          large
        />
      ))}
      <button type="button" className={`${styles.action} ${styles.close}`} onClick={onClose}>
        {t('close')}
      </button>
    </Dialog>
  )
}
