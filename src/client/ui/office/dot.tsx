import { Box } from '@mantine/core'

/** A coloured point beside words that say the same. */
export const Dot = ({ colour, size = 9 }: { colour: string; size?: number }) => (
  <Box component="i" display="inline-block" flex="none" w={size} h={size} bg={colour} bdrs="50%" aria-hidden="true" />
)
