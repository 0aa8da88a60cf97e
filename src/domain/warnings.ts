/** Something unusual that is allowed: sent in a 2xx answer as `warnings: [{code, message}]` (api.md, "Warnings"). */
export interface Warning {
  code: string
  message: string
}
