import type { ComponentPropsWithoutRef } from 'react'
import { Flex, type FlexProps } from '@mantine/core'
import styles from './tiles.module.css'

interface TilesProps extends FlexProps, Omit<ComponentPropsWithoutRef<'div'>, keyof FlexProps> {
  component?: 'div' | 'dl' | 'ol' | 'section' | 'ul'
  /** The smallest width of one. */
  min: string
  /** Fewer than fit share the whole width. */
  fit?: boolean
}

/** Lays its children out in as many equal columns as fit. */
export function Tiles({ component = 'div', min, fit = false, style, ...rest }: TilesProps) {
  return (
    <Flex
      component={component as 'div'}
      display="grid"
      className={styles.tiles}
      style={[{ '--tile': min, ...(fit && { '--tiles': 'auto-fit' }) }, style]}
      {...rest}
    />
  )
}
