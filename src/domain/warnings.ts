/** What is allowed after a word: it travels in a 2xx answer as `warnings: [{code, message}]` (api.md, "Warnings"). */
export interface Warning {
  code: string
  message: string
}
