import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button, FileButton } from '@mantine/core'
import { Wrong } from './wrong.tsx'
import { t } from '#client/ui/core/texts.ts'
import styles from './drop-file.module.css'

interface DropFileProps {
  accept: string
  busy?: boolean
  wrong: string | null
  onFile: (file: File) => void
  children?: ReactNode
}

export function DropFile({ accept, busy = false, wrong, onFile, children }: DropFileProps) {
  const [isOver, setOver] = useState(false)
  const forget = useRef<() => void>(null)
  const take = (file: File | null | undefined) => {
    if (file) onFile(file)
    // Lets the same file be chosen again, for example after it was corrected.
    forget.current?.()
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <>
      <div
        className={styles.drop}
        data-over={isOver}
        onDragOver={over}
        onDragEnter={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <span>{t('Drop the file here, or')}</span>
        <FileButton onChange={take} resetRef={forget} accept={accept}>
          {(props) => (
            <Button {...props} loading={busy}>
              {t('Choose file')}
            </Button>
          )}
        </FileButton>
        {children}
      </div>
      <Wrong>{wrong}</Wrong>
    </>
  )
}
