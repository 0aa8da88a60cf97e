import { useRef } from 'react'
import { Button, FileButton, Flex } from '@mantine/core'
import { useOffice } from '#client/shells/office.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { PHOTO_PROBLEM_WORDS } from '#client/shells/photo-problems.ts'
import { Soft, Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import styles from './cases.module.css'
import type { CasePhotos } from './use-case-photos.ts'

export function PhotosField({ photos: { chosen, wrong, add, remove } }: { photos: CasePhotos }) {
  const { maxFiles } = useOffice().profile.config
  // Lets the same file be chosen again after it was removed.
  const again = useRef<() => void>(null)
  return (
    <Stack role="group" aria-label={t('Photos')}>
      <div>
        <strong>{t('Photos')}</strong>
        <Soft>{t('jpg or png, up to {{max}}. Max file size: 20 MB', { max: maxFiles })}</Soft>
      </div>
      {chosen.length === 0 ? null : (
        <Flex component="ul" wrap="wrap" gap={8} mt={10}>
          {chosen.map(({ photoID, url }, at) => (
            <Flex key={photoID} component="li" direction="column" gap={4} align="start">
              <img src={url} alt={t('Photo {{number}}', { number: at + 1 })} className={styles.preview} />
              <Button variant="default" onClick={() => remove(photoID)}>
                {t('Remove photo {{number}}', { number: at + 1 })}
              </Button>
            </Flex>
          ))}
        </Flex>
      )}
      {wrong === null ? null : <Note tone="bad">{t(PHOTO_PROBLEM_WORDS[wrong], { max: maxFiles })}</Note>}
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
              {t('Add photo')}
            </Button>
          )}
        </FileButton>
      </div>
    </Stack>
  )
}
