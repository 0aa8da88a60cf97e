import { Icon, type Size } from '../core/icons.tsx'

/** It has a file of its own to keep it out of a driver's first load. */
export const SearchIcon = (props: Size) => (
  <Icon {...props}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
)
