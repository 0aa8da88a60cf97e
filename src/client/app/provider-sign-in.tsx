import { useLocation } from 'react-router-dom'
import { beginOidc } from '#contract/v1/oidc.ts'
import { ProviderSignIn } from '#client/features/session/provider-sign-in.tsx'
import { keepCameFrom } from './came-from.ts'
import { screenCall } from './sign-in.ts'

/** The button of the firm's provider; remembers the address that led to the login, because the page is left. */
export function SignInByProvider({ name }: { name: string }) {
  const { state } = useLocation()
  return (
    <ProviderSignIn
      name={name}
      ask={() => screenCall(beginOidc, {})}
      onGo={(url) => {
        keepCameFrom(state)
        window.location.assign(url)
      }}
    />
  )
}
