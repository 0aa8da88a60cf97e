export const searchWords = {
  open: 'Search everywhere',
} as const
