declare const __APP_BUILD__: string

/** Identifies this build; sent with every record and shown to the office. */
export const appBuild: string = __APP_BUILD__
