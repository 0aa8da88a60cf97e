import { Box, type BoxProps } from '@mantine/core'

interface DotProps extends BoxProps {
  colour: string
  size?: number
}

/** A coloured point beside words that say the same. */
export const Dot = ({ colour, size = 9, ...rest }: DotProps) => (
  <Box
    component="i"
    display="inline-block"
    flex="none"
    w={size}
    h={size}
    bg={colour}
    bdrs="50%"
    aria-hidden="true"
    {...rest}
  />
)
