import { useEffect, useState } from 'react'
import { t } from '#client/ui/core/texts.ts'
import styles from './photo-view.module.css'

/** Fetches a photo of the office; null when it can't be fetched now. */
export type FetchPhoto = (photoID: string) => Promise<Blob | null>

/**
 * A small preview that opens the whole photo in its own tab. Photos are private: the blob address is valid in this page
 * only.
 */
export function PhotoView({ photoID, alt, fetchPhoto }: { photoID: string; alt: string; fetchPhoto: FetchPhoto }) {
  const [url, setUrl] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    let gone = false
    let made: string | undefined
    void fetchPhoto(photoID).then((blob) => {
      if (gone) return
      made = blob === null ? undefined : URL.createObjectURL(blob)
      setUrl(made ?? null)
    })
    return () => {
      gone = true
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [photoID, fetchPhoto])
  if (url === undefined || url === null)
    return <span className={styles.empty}>{url === null ? t('The photo can’t be shown right now.') : ''}</span>
  return (
    <a href={url} target="_blank" rel="noreferrer" className={styles.photo}>
      <img src={url} alt={alt} />
    </a>
  )
}
