/** The page that the provider leads back to; the operator names it to the provider, behind PUBLIC_URL. */
export const OIDC_RETURN_PATH = '/login/callback'
