export const settingsPaths = {
  index: () => '/settings',
  part: (part: string) => `/settings/${part}`,
  users: () => '/settings/users',
  newUser: () => '/settings/users/new',
  user: (adminID: string) => `/settings/users/${adminID}`,
} as const
