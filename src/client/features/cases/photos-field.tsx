import { useRef } from 'react'
import { Button, FileButton } from '@mantine/core'
import { useOffice } from '#client/shells/office.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './cases.module.css'
import type { CasePhotos } from './use-case-photos.ts'

export function PhotosField({ photos: { chosen, wrong, add, remove } }: { photos: CasePhotos }) {
  const { t } = useTranslation('ownCases')
  const { maxFiles } = useOffice().profile.config
  // Lets the same file be chosen again after it was removed.
  const again = useRef<() => void>(null)
  return (
    <div className={styles.section} role="group" aria-label={t('photos')}>
      <div>
        <strong>{t('photos')}</strong>
        <div className={styles.soft}>{t('photosHow', { max: maxFiles })}</div>
      </div>
      {chosen.length === 0 ? null : (
        <ul className={styles.photos}>
          {chosen.map(({ photoID, url }, at) => (
            <li key={photoID} className={styles.chosen}>
              <img src={url} alt={t('photoN', { number: at + 1 })} className={styles.preview} />
              <Button variant="default" onClick={() => remove(photoID)}>
                {t('removePhoto', { number: at + 1 })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {wrong === null ? null : <Note tone="bad">{t(wrong, { max: maxFiles })}</Note>}
      <div>
        <FileButton
          multiple
          accept="image/jpeg,image/png"
          resetRef={again}
          onChange={(files) => {
            again.current?.()
            void add(files)
          }}
        >
          {(props) => (
            <Button {...props} variant="default">
              {t('addPhoto')}
            </Button>
          )}
        </FileButton>
      </div>
    </div>
  )
}
