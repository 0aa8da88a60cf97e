import type { ReactNode } from 'react'
import { Box, Card, Flex, Group } from '@mantine/core'
import type { CaseMessage } from '#contract/v1/cases.ts'
import { type FetchPhoto, PhotoView } from '#client/shells/photo-view.tsx'
import styles from './cases.module.css'

interface CaseThreadProps {
  label: string
  messages: readonly CaseMessage[]
  /** Who wrote it, and how, in the reader's words. */
  headOf: (message: CaseMessage) => ReactNode
  /** What is said before the text, such as that the customer disagrees. */
  statedIn: (message: CaseMessage) => string | null
  /** The text about a credit, AUD. */
  creditIn: (dollars: number) => string
  /** Whether the message is indented. */
  isReply: (message: CaseMessage) => boolean
  photoOf: (number: number, ofDriver: boolean) => string
  fetchPhoto: FetchPhoto
}

export function CaseThread({
  label,
  messages,
  headOf,
  statedIn,
  creditIn,
  isReply,
  photoOf,
  fetchPhoto,
}: CaseThreadProps) {
  return (
    <Flex component="ol" direction="column" aria-label={label}>
      {messages.map((message) => (
        <Card
          key={message.messageID}
          component="li"
          maw="46rem"
          style={{ gap: 6 }}
          className={isReply(message) ? styles.reply : undefined}
        >
          <Group align="baseline" gap="2px 10px" fz="sm" c="dimmed" className={styles.said}>
            {headOf(message)}
          </Group>
          <Words text={statedIn(message)} />
          <Words text={message.text} />
          <Words text={message.credit && creditIn(message.credit.amount)} />
          <Photos photos={message.photos} nameOf={(number) => photoOf(number, false)} fetchPhoto={fetchPhoto} />
          <Photos
            photos={message.record?.photos ?? []}
            nameOf={(number) => photoOf(number, true)}
            fetchPhoto={fetchPhoto}
          />
        </Card>
      ))}
    </Flex>
  )
}

function Words({ text }: { text: string | null }) {
  return text === null || text === '' ? null : <p className={styles.words}>{text}</p>
}

interface PhotosProps {
  photos: CaseMessage['photos']
  nameOf: (number: number) => string
  fetchPhoto: FetchPhoto
}

export function Photos({ photos, nameOf, fetchPhoto }: PhotosProps) {
  if (photos.length === 0) return null
  return (
    <Flex component="ul" wrap="wrap" gap={8} mt={10}>
      {photos.map(({ photoID }, at) => (
        <Box key={photoID} component="li" w="10rem" maw="100%">
          <PhotoView photoID={photoID} alt={nameOf(at + 1)} fetchPhoto={fetchPhoto} />
        </Box>
      ))}
    </Flex>
  )
}
