import { useState } from 'react'
import { startAuthentication } from '@simplewebauthn/browser'
import { signIn } from '#contract/v1/session.ts'
import { signInOptions, signInWithPasskey } from '#contract/v1/second-factor.ts'
import { CodeStep } from '#client/features/session/code-step.tsx'
import { PasskeySignIn } from '#client/features/session/passkey-sign-in.tsx'
import { screenCall, signInBy } from './sign-in.ts'

interface Credentials {
  email: string
  password: string
}

interface SignInByCodeProps {
  given: Credentials
  onBack: () => void
  /** The account has passkeys and no authenticator app. */
  recoveryOnly: boolean
}

/** Asks for an authenticator's code or a recovery code, after the correct password. */
export default function SignInByCode({ given, onBack, recoveryOnly }: SignInByCodeProps) {
  const send = (code: string) => signInBy(signIn, { ...given, code })
  return <CodeStep send={send} onBack={onBack} recoveryOnly={recoveryOnly} />
}

interface SignInByPasskeyProps {
  /** The account that was tried requires a passkey or a recovery code. */
  needed: boolean
  onRecoveryCode: () => void
}

export function SignInByPasskey({ needed, onRecoveryCode }: SignInByPasskeyProps) {
  const [supported] = useState(() => typeof PublicKeyCredential === 'function')
  return (
    <PasskeySignIn
      supported={supported}
      needed={needed}
      askOptions={() => screenCall(signInOptions, {})}
      askBrowser={(options) => startAuthentication({ optionsJSON: options as never })}
      send={(response) => signInBy(signInWithPasskey, { response })}
      onRecoveryCode={onRecoveryCode}
    />
  )
}
