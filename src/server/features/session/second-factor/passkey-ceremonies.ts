import type { AuthenticatorTransport, WebAuthnCredential } from '@simplewebauthn/server'
import type { InputOf } from '#contract/endpoint.ts'
import type { addPasskey, signInWithPasskey } from '#contract/v1/second-factor.ts'
import { CHALLENGE_MS } from './passkey-challenges.ts'
import type { Site } from './passkey-site.ts'
import type { PasskeyRow } from './second-factor-reads.ts'

/**
 * The two WebAuthn ceremonies, registration and sign-in, with discoverable passkeys and user verification, without
 * attestation. The library takes a third of a second to load, so it is loaded when a passkey is first used.
 */
const library = () => import('@simplewebauthn/server')

/** ES256, EdDSA, RS256 (COSE). */
const ALGORITHMS = [-7, -8, -257]

export type Registration = InputOf<typeof addPasskey>['response']
export type Authentication = InputOf<typeof signInWithPasskey>['response']

export interface Registering {
  readonly userID: string
  readonly userName: string
  readonly fullName: string
  readonly businessName: string
  /** The person's passkeys: an authenticator registers only once. */
  readonly passkeys: readonly PasskeyRow[]
}

export async function registrationOptions(
  { rpID }: Site,
  { userID, userName, fullName, businessName, passkeys }: Registering,
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpID,
    rpName: businessName,
    userID: handleOf(userID),
    userName,
    userDisplayName: fullName,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: passkeys.map((one) => ({ id: one.credentialID, transports: transportsOf(one) })),
  })
}

export async function authenticationOptions({ rpID }: Site) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({ rpID, timeout: CHALLENGE_MS, userVerification: 'required' })
}

export interface MadePasskey {
  readonly credentialID: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly synced: boolean
}

/** The new passkey, verified for this challenge and this site; null: not valid. */
export async function verifyRegistration(
  { origin, rpID }: Site,
  response: Registration,
  challenge: string,
): Promise<MadePasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    // Certificates contain addresses that the library would fetch. None were requested, and browsers remove them.
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url')),
    )
    const format = attestation.get('fmt')
    if (format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined)) return null
    const { verified, registrationInfo: made } = await verifyRegistrationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        response: {
          clientDataJSON: response.response.clientDataJSON,
          attestationObject: response.response.attestationObject,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || made.credential.id !== response.id) return null
    const { id, publicKey, counter } = made.credential
    return { credentialID: id, publicKey: Buffer.from(publicKey), counter, synced: made.credentialBackedUp }
  } catch {
    return null
  }
}

/** The authenticator's new counter; null: the answer is not valid for this passkey, challenge and site. */
export async function verifyAuthentication(
  { origin, rpID }: Site,
  response: Authentication,
  challenge: string,
  passkey: PasskeyRow,
): Promise<{ counter: number; synced: boolean } | null> {
  if (response.response.userHandle !== Buffer.from(handleOf(passkey.userID)).toString('base64url')) return null
  const { verifyAuthenticationResponse } = await library()
  const { clientDataJSON, authenticatorData, signature } = response.response
  try {
    const credential: WebAuthnCredential = {
      id: passkey.credentialID,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
    }
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: response.id,
        rawId: response.rawId,
        type: response.type,
        response: { clientDataJSON, authenticatorData, signature, userHandle: response.response.userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential,
      requireUserVerification: true,
    })
    return verified ? { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp } : null
  } catch {
    return null
  }
}

/** The user's id as bytes, which the passkey stores; no personal data. */
function handleOf(userID: string) {
  return new Uint8Array(Buffer.from(userID.replaceAll('-', ''), 'hex'))
}

function transportsOf({ transports }: PasskeyRow): AuthenticatorTransport[] {
  return Array.isArray(transports) ? (transports as AuthenticatorTransport[]) : []
}
