import { useRef, useState } from 'react'
import { Button, Card, FileButton, Flex, Group, Text, Title } from '@mantine/core'
import type { Customer } from '#contract/v1/customers.ts'
import { removeCustomerPhoto, addCustomerPhoto, signUpload } from '#contract/v1/photos.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import { useCommand, type Command } from '#client/shells/use-command.ts'
import { Note } from '#client/ui/core/note.tsx'
import { type PhotoError, preparePhoto, putPhoto } from '#client/shells/upload-photo.ts'
import { newID } from '#domain/identifiers.ts'
import { PHOTO_PROBLEM_WORDS } from '#client/shells/photo-problems.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { t } from '#client/ui/core/texts.ts'

export function CustomerPhotos({
  customer: { customerID, fullName, photos },
  fetchPhoto,
}: {
  customer: Customer
  fetchPhoto: FetchPhoto
}) {
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
    if (photos.length >= maxFiles)
      return setWrong(t('Too many files. The maximum number of files is {{max}}.', { max: maxFiles }))
    setBusy(true)
    const why = await storePhoto(command, customerID, file, maxUploadBytes, t('Photo added')).finally(() =>
      setBusy(false),
    )
    if (why !== null && why !== 'told') setWrong(t(PHOTO_PROBLEM_WORDS[why]))
  }
  return (
    <Card component="section">
      <Title order={2} size="h4">
        {t('Photos')}
      </Title>
      <p>
        {photos.length === 0
          ? `${t('No photos yet.')} ${t('Show the driver where it stands and how to get in.')}`
          : t('Show the driver where it stands and how to get in.')}
      </p>
      <Tiles component="ul" min="12rem">
        {photos.map(({ photoID }, at) => (
          <Flex key={photoID} component="li" direction="column" gap="xs">
            <PhotoView
              photoID={photoID}
              alt={t('Photo {{number}} of {{name}}', { number: at + 1, name: fullName })}
              fetchPhoto={fetchPhoto}
            />
            <Button
              variant="default"
              aria-label={t('Remove photo {{number}}', { number: at + 1 })}
              onClick={() => setRemoving(photoID)}
            >
              {t('Remove')}
            </Button>
          </Flex>
        ))}
      </Tiles>
      {wrong === null ? null : <Note tone="bad">{wrong}</Note>}
      <Group mt="sm">
        <FileButton accept="image/jpeg,image/png" resetRef={again} onChange={(file) => void add(file)}>
          {(props) => (
            <Button {...props} loading={busy}>
              {t('Add photo')}
            </Button>
          )}
        </FileButton>
        <Text span c="dimmed">
          {t('jpg, jpeg or png. Max file size: 20 MB')}
        </Text>
      </Group>
      {removing === null ? null : (
        <ConfirmCommand
          opened
          question={t('Remove this photo?')}
          confirm={t('Remove')}
          danger
          endpoint={removeCustomerPhoto}
          input={{ customerID, photoID: removing }}
          done={t('Photo removed')}
          onClose={() => setRemoving(null)}
        >
          <p>{t('Drivers won’t see it any more.')}</p>
        </ConfirmCommand>
      )}
    </Card>
  )
}

/**
 * Requests an upload address, uploads the bytes, then adds the photo to the customer.
 * @param maxBytes of one photo
 * @returns the error, or null; `told`: the refusal was shown already
 */
async function storePhoto(
  command: Command,
  customerID: string,
  file: File,
  maxBytes: number,
  done: string,
): Promise<PhotoError | 'told' | null> {
  const photo = await preparePhoto(file, maxBytes)
  if (typeof photo === 'string') return photo
  const { contentType, sha256, size } = photo
  const photoID = newID()
  const signed = await command(signUpload, { purpose: 'customer-photo', contentType, size, sha256, photoID })
  if (signed.kind !== 'ok') return 'told'
  if (!(await putPhoto(signed.value, photo))) return 'uploadFailed'
  const stored = await command(
    addCustomerPhoto,
    { customerID, photoID, key: signed.value.key, sha256, size },
    { done, idempotencyKey: photoID },
  )
  return stored.kind === 'ok' ? null : 'told'
}
