import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is a phone's. Known at the first paint, so that nothing moves after it. */
export const useNarrow = (): boolean => useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
