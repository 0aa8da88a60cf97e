export const settingsPaths = {
  index: () => '/settings',
  part: (part: string) => `/settings/${part}`,
  depots: () => '/settings/depots',
  newDepot: () => '/settings/depots/new',
  depot: (depotID: string) => `/settings/depots/${depotID}`,
  users: () => '/settings/users',
  newUser: () => '/settings/users/new',
  user: (adminID: string) => `/settings/users/${adminID}`,
  apiTokens: () => '/settings/api-tokens',
  newApiToken: () => '/settings/api-tokens/new',
  newWebhook: () => '/settings/webhooks/new',
  webhook: (webhookID: string) => `/settings/webhooks/${webhookID}`,
} as const
