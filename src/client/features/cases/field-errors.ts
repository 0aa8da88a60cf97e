type Errors = Readonly<Record<string, string>>

/** A field that is typed in again has no error until the form is sent. */
export const without =
  (field: string) =>
  (errors: Errors): Errors =>
    Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field))
