declare const __APP_BUILD__: string

/** Which build this is, as sent with every record and shown to the office. */
export const appBuild: string = __APP_BUILD__
