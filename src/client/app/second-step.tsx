import { useState } from 'react'
import { startAuthentication } from '@simplewebauthn/browser'
import { signIn } from '#contract/v1/session.ts'
import { signInOptions, signInWithPasskey } from '#contract/v1/second-factor.ts'
import { CodeStep } from '#client/features/session/code-step.tsx'
import { PasskeySignIn } from '#client/features/session/passkey-sign-in.tsx'
import { secondStepWords } from '#client/features/session/second-step-words.ts'
import { addWords } from './i18n.ts'
import { screenCall, signInBy } from './sign-in.ts'

addWords('secondStep', secondStepWords)

interface Credentials {
  email: string
  password: string
}

/** The code of an authenticator app, after the password was right. */
export default function SignInByCode({ given, onBack }: { given: Credentials; onBack: () => void }) {
  return <CodeStep send={(code) => signInBy(signIn, { ...given, code })} onBack={onBack} />
}

/** @param needed the account that was tried signs in by nothing else */
export function SignInByPasskey({ needed }: { needed: boolean }) {
  const [supported] = useState(() => typeof PublicKeyCredential === 'function')
  return (
    <PasskeySignIn
      supported={supported}
      needed={needed}
      askOptions={() => screenCall(signInOptions, {})}
      askBrowser={(options) => startAuthentication({ optionsJSON: options as never })}
      send={(response) => signInBy(signInWithPasskey, { response })}
    />
  )
}
