export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly body: { readonly error: Readonly<Record<string, string>> }

  constructor(
    status: number,
    error: { readonly message: string; readonly type?: string; readonly code?: string; readonly param?: string },
  ) {
    super(error.message)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', ...error } }
  }
}

/** The object that the address names does not exist. */
export const missing = (what: string, id: string) =>
  new ApiError(404, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param: 'id' })

export const invalid = (param: string, message: string, code = 'parameter_invalid') =>
  new ApiError(400, { code, message, param })

/** The object that a field names does not exist. */
export const unknown = (param: string, id: string) => invalid(param, `No such ${param}: '${id}'`, 'resource_missing')

/** Refuses fields that the sandbox does not understand, as Stripe does. */
export function refuseOthers(form: object, known: readonly string[]): void {
  const other = Object.keys(form).find((name) => !known.includes(name))
  if (other !== undefined) throw invalid(other, `Received unknown parameter: ${other}`, 'parameter_unknown')
}
