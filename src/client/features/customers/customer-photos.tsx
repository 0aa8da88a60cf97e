import { useRef, useState } from 'react'
import { Button, FileButton } from '@mantine/core'
import type { Customer } from '#contract/v1/customers.ts'
import { removeCustomerPhoto, addCustomerPhoto, signUpload } from '#contract/v1/photos.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { useCommand, type Command } from '#client/shells/use-command.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { newID } from '#domain/identifiers.ts'
import { checkPhoto } from '#domain/photo-check.ts'
import { photoType } from '#domain/photo-file.ts'
import { withoutMetadata } from '#domain/photo-metadata.ts'
import { exchange } from '#client/api/call.ts'
import facts from './photos.module.css'
import styles from './customers.module.css'

/** Access photos: add, view, delete. */
export function CustomerPhotos({
  customer: { customerID, fullName, photos },
  fetchPhoto,
}: {
  customer: Customer
  fetchPhoto: FetchPhoto
}) {
  const { t } = useTranslation('customers')
  const { maxFiles, maxUploadBytes } = useOffice().profile.config
  const command = useCommand()
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<string | null>(null)
  const again = useRef<() => void>(null)
  const add = async (file: File | null) => {
    again.current?.()
    if (file === null) return
    setWrong(null)
    if (photos.length >= maxFiles) return setWrong(t('tooManyFiles', { max: maxFiles }))
    setBusy(true)
    const why = await keepPhoto(command, customerID, file, maxUploadBytes, t('photoAdded')).finally(() =>
      setBusy(false),
    )
    if (why !== null && why !== 'told') setWrong(t(why))
  }
  return (
    <section className={facts.card}>
      <h2 className={facts.title}>{t('photos')}</h2>
      <p>{photos.length === 0 ? `${t('noPhotos')} ${t('photosWhy')}` : t('photosWhy')}</p>
      <ul className={styles.photos}>
        {photos.map(({ photoID }, at) => (
          <li key={photoID} className={styles.photo}>
            <PhotoView
              photoID={photoID}
              alt={t('photoOf', { number: at + 1, name: fullName })}
              fetchPhoto={fetchPhoto}
            />
            <Button
              variant="default"
              aria-label={t('removePhotoN', { number: at + 1 })}
              onClick={() => setRemoving(photoID)}
            >
              {t('removePhoto')}
            </Button>
          </li>
        ))}
      </ul>
      {wrong === null ? null : <Note tone="bad">{wrong}</Note>}
      <div className={facts.add}>
        <FileButton accept="image/jpeg,image/png" resetRef={again} onChange={(file) => void add(file)}>
          {(props) => (
            <Button {...props} loading={busy}>
              {t('addPhoto')}
            </Button>
          )}
        </FileButton>
        <span className={facts.how}>{t('photoHow')}</span>
      </div>
      {removing === null ? null : (
        <ConfirmCommand
          opened
          question={t('removePhotoQuestion')}
          cancel={t('cancel')}
          confirm={t('removePhoto')}
          danger
          endpoint={removeCustomerPhoto}
          input={{ customerID, photoID: removing }}
          done={t('photoRemoved')}
          onClose={() => setRemoving(null)}
          onDone={() => setRemoving(null)}
        >
          <p>{t('removePhotoWhy')}</p>
        </ConfirmCommand>
      )}
    </section>
  )
}

type NotKept = 'photoTooLarge' | 'photoWrongType' | 'photoIncomplete' | 'photoTooManyPixels' | 'uploadFailed' | 'told'

/**
 * Stores a photo with a customer: requests an upload address, uploads the bytes, then adds the photo to the customer.
 * Position and camera data are removed first (domain.md 10).
 * @param maxBytes of one photo
 * @returns the error, or null; `told`: the refusal was shown already
 */
async function keepPhoto(
  command: Command,
  customerID: string,
  file: File,
  maxBytes: number,
  done: string,
): Promise<NotKept | null> {
  if (file.size > maxBytes) return 'photoTooLarge'
  const original = await file.arrayBuffer().catch(() => null)
  if (original === null || original.byteLength === 0) return 'uploadFailed'
  const contentType = photoType(new Uint8Array(original))
  if (contentType === null) return 'photoWrongType'
  const bytes = withoutMetadata(new Uint8Array(original))
  const fault = bytes && checkPhoto(bytes).fault
  if (fault === 'photo_too_many_pixels') return 'photoTooManyPixels'
  if (bytes === null || fault !== null) return 'photoIncomplete'
  const [photoID, sha256, size] = [newID(), await hashOf(bytes), bytes.byteLength]
  const signed = await command(signUpload, { purpose: 'customer-photo', contentType, size, sha256, photoID })
  if (signed.kind !== 'ok') return 'told'
  if (!(await put(signed.value, new Blob([bytes], { type: contentType })))) return 'uploadFailed'
  const kept = await command(
    addCustomerPhoto,
    { customerID, photoID, key: signed.value.key, sha256, size },
    { done, idempotencyKey: photoID },
  )
  return kept.kind === 'ok' ? null : 'told'
}

/** The signed address contains its own proof: no token is sent. */
async function put({ url, headers }: OutputOf<typeof signUpload>, body: Blob): Promise<boolean> {
  const answer = await exchange(
    { fetch: (address, init) => fetch(address, init) },
    url,
    { method: 'PUT', headers, body, redirect: 'manual', credentials: 'omit', cache: 'no-store' },
    {},
  )
  return !('kind' in answer) && !answer.redirected && answer.status >= 200 && answer.status < 300
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
