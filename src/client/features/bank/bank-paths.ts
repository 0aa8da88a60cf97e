export const bankPaths = {
  lines: () => '/bank/lines',
  linesToCheck: () => '/bank/lines?state=waiting',
  linesOn: (day: string) => `/bank/lines?state=clearing&from=${day}&to=${day}`,
  linesOf: (bankFileID: string) => `/bank/lines?bankFileID=${bankFileID}`,
} as const
