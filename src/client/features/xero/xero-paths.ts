const BASE = '/reports/xero'

export const xeroPaths = {
  home: () => BASE,
  export: (exportID: string) => `${BASE}/${exportID}`,
} as const
