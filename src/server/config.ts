import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { isEmail } from '#domain/emails.ts'
import {
  PAGE_MAX,
  PAGE_SIZE,
  PAGE_SIZE_FALLBACK,
  PASSWORD_HASH_KIB,
  PASSWORD_MAX,
  PASSWORD_MIN,
} from '#domain/limits.ts'
import { OIDC_RETURN_PATH } from '#domain/oidc.ts'
import type { OidcSettings } from './adapters/oidc/oidc-provider.ts'
import type { S3Settings } from './adapters/storage/s3-store.ts'
import { addressesOf, WrongAddress } from './db/hosts.ts'
import { LOG_LEVELS, type LogLevel } from './log.ts'
import type { FeatureConfig } from './ports.ts'

export interface ServerConfig extends FeatureConfig {
  readonly port: number
  /** undefined: every address. */
  readonly host: string | undefined
  readonly dataDir: string
  readonly backupDir: string
  /** Set: PostgreSQL is used instead of the embedded database. */
  readonly databaseUrl: string | undefined
  /** Otherwise links begin with http://localhost:PORT. */
  readonly publicUrlGiven: boolean
  readonly smtpUrl: string | undefined
  readonly s3: S3Settings | undefined
  /** undefined: card payments go to the embedded sandbox. */
  readonly stripe: { readonly secretKey: string; readonly webhookSecrets: readonly string[] } | undefined
  /** undefined: nobody signs in with a provider. */
  readonly oidc: OidcSettings | undefined
  /** undefined: generated and stored under DATA_DIR. */
  readonly secretKey: string | undefined
  readonly oldSecretKeys: readonly string[]
  /** Without a password it is chosen by a mailed link. */
  readonly firstAdmin: { readonly email: string; readonly password: string | undefined } | undefined
  /** Memory of each password's hash, in KiB. */
  readonly passwordHashKiB: number
  readonly logLevel: LogLevel
  readonly trustProxy: boolean | string
  /** DRAIN_SECONDS: how long the server answers on after a SIGTERM while `/readyz` tells proxies to ask another. */
  readonly drainSeconds: number
  readonly hstsIncludeSubDomains: boolean
  /** METRICS_PORT and METRICS_HOST; undefined: no metrics. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
}

/** An invalid value in the environment, named by the message. The start fails with it. */
export class WrongConfig extends Error {
  override readonly name = 'WrongConfig'
}

type Environment = Readonly<Record<string, string | undefined>>

const SECRET_MIN = 32

/** Each may also be in a file that `<name>_FILE` names, as container systems hand secrets over. */
const SECRETS = [
  'DATABASE_URL',
  'SECRET_KEY',
  'OLD_SECRET_KEYS',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'OIDC_CLIENT_SECRET',
] as const

/** Reads the server’s variables (`.env.example` lists them). An empty value counts as absent. Throws WrongConfig. */
export function readConfig(environment: Environment): ServerConfig {
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, secretOf(environment, name)]))
  const env = (name: string) => (name in secrets ? secrets[name] : environment[name]?.trim() || undefined)
  const port = wholeNumber('PORT', env('PORT') ?? '3000', 0, 65_535)
  const publicUrl = env('PUBLIC_URL')
  const tls = together(env, ['TLS_CERT', 'TLS_KEY'])
  const s3 = together(env, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  const databaseUrl = env('DATABASE_URL')
  const proxies = trustProxy(env('TRUST_PROXY'))
  const dataDir = path.resolve(env('DATA_DIR') ?? './data')
  return {
    port,
    host: env('HOST'),
    dataDir,
    backupDir: path.resolve(env('BACKUP_DIR') ?? path.join(dataDir, 'backups')),
    databaseUrl: given(databaseUrl, databaseAddress),
    publicUrl: publicUrl ? origin('PUBLIC_URL', publicUrl) : `${tls ? 'https' : 'http'}://localhost:${port}`,
    publicUrlGiven: publicUrl !== undefined,
    smtpUrl: given(env('SMTP_URL'), (text) =>
      address('SMTP_URL', text, ['smtp:', 'smtps:'], 'smtp://user:password@host:587'),
    ),
    s3: s3 && {
      endpoint: origin('S3_ENDPOINT', s3['S3_ENDPOINT']!),
      bucket: s3['S3_BUCKET']!,
      region: env('S3_REGION') ?? 'us-east-1',
      accessKeyId: s3['S3_ACCESS_KEY_ID']!,
      secretAccessKey: s3['S3_SECRET_ACCESS_KEY']!,
    },
    stripe: stripe(env, publicUrl),
    oidc: oidc(env, publicUrl),
    secretKey: secretKey(env('SECRET_KEY'), databaseUrl),
    oldSecretKeys: listed(env('OLD_SECRET_KEYS')).map((key) => longEnough('OLD_SECRET_KEYS', key)),
    firstAdmin: firstAdmin(env),
    passwordHashKiB: wholeNumber(
      'PASSWORD_HASH_KIB',
      env('PASSWORD_HASH_KIB') ?? String(PASSWORD_HASH_KIB),
      8,
      1_048_576,
    ),
    pageSize: pageSize(env('PAGE_SIZE')),
    allowRegister: flag('ALLOW_REGISTER', env('ALLOW_REGISTER'), true),
    allowReAssignDriver: flag('ALLOW_RE_ASSIGN_DRIVER', env('ALLOW_RE_ASSIGN_DRIVER'), true),
    pushTestOrigin: given(env('PUSH_TEST_ORIGIN'), (text) => origin('PUSH_TEST_ORIGIN', text)) ?? null,
    webhookHosts: hosts(env('WEBHOOK_HOSTS')),
    mapTiles: given(env('MAP_TILES'), (file) => path.resolve(file)),
    logLevel: oneOf('LOG_LEVEL', env('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    trustProxy: proxies,
    drainSeconds: wholeNumber('DRAIN_SECONDS', env('DRAIN_SECONDS') ?? (proxies === false ? '0' : '5'), 0, 60),
    hstsIncludeSubDomains: hstsIncludeSubDomains(
      env('HSTS_INCLUDE_SUBDOMAINS'),
      tls !== undefined || publicUrl?.startsWith('https:') === true,
    ),
    metrics: given(env('METRICS_PORT'), (text) => ({
      port: wholeNumber('METRICS_PORT', text, 0, 65_535),
      host: env('METRICS_HOST') ?? '127.0.0.1',
    })),
    tls: tls && { certFile: tls['TLS_CERT']!, keyFile: tls['TLS_KEY']! },
  }
}

type Env = (name: string) => string | undefined

/** Throws WrongConfig. */
export function secretOf(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim() || undefined
  const file = environment[`${name}_FILE`]?.trim() || undefined
  if (file === undefined) return value
  if (value !== undefined) throw new WrongConfig(`${name} and ${name}_FILE are both set: one is to be removed.`)
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    throw new WrongConfig(`${name}_FILE: the file ${file} can’t be read.`)
  }
}

function given<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text)
}

/** Variables that are only valid together. */
function together(env: Env, names: readonly string[]): Record<string, string> | undefined {
  const missing = names.filter((name) => env(name) === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    throw new WrongConfig(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: ${names.join(', ')} are set together.`,
    )
  return Object.fromEntries(names.map((name) => [name, env(name)!]))
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new WrongConfig(`${name} has to be a whole number from ${min} to ${max}.`)
  return value
}

/** The spec: "falls back to 10 if unparsable". */
function pageSize(text: string | undefined): number {
  if (text === undefined) return PAGE_SIZE
  const value = Number(text)
  return /^\d+$/.test(text) && value >= 1 && value <= PAGE_MAX ? value : PAGE_SIZE_FALLBACK
}

function flag(name: string, text: string | undefined, usual: boolean): boolean {
  if (text === undefined) return usual
  if (/^(true|1|yes|on)$/i.test(text)) return true
  if (/^(false|0|no|off)$/i.test(text)) return false
  throw new WrongConfig(`${name} has to be true or false.`)
}

function oneOf<const T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const value = allowed.find((one) => one === text.toLowerCase())
  if (value === undefined) throw new WrongConfig(`${name} has to be one of ${allowed.join(', ')}.`)
  return value
}

/** One host, or several with commas between them. The value may contain a password, so no message repeats it. */
function databaseAddress(text: string): string {
  try {
    addressesOf(text)
  } catch (error) {
    if (!(error instanceof WrongAddress)) throw error
    throw new WrongConfig(
      `DATABASE_URL has to be an address such as postgres://user:password@host/database. ${error.message}`,
    )
  }
  return text
}

/** The value may contain a password, so the message never repeats it. */
function address(name: string, text: string, protocols: readonly string[], example: string): string {
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol))
    throw new WrongConfig(`${name} has to be an address such as ${example}.`)
  return text
}

/** The parts of a value between commas. */
const listed = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** The hosts of WEBHOOK_HOSTS, written as a URL names them: with the port unless it is the scheme's own. */
function hosts(text: string | undefined): string[] {
  const all = listed(text?.toLowerCase())
  const wrong = all.find((host) => !URL.canParse(`http://${host}`) || new URL(`http://${host}`).host !== host)
  if (wrong !== undefined)
    throw new WrongConfig(`WEBHOOK_HOSTS has to name hosts such as books.lan:8080, separated by commas, not ${wrong}.`)
  return all
}

function origin(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const plain =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username
  if (!plain) throw new WrongConfig(`${name} has to be an address without a path, such as https://rounds.example.`)
  return url.origin
}

function secretKey(text: string | undefined, databaseUrl: string | undefined): string | undefined {
  if (text === undefined && databaseUrl !== undefined) {
    throw new WrongConfig(
      'SECRET_KEY is missing: with DATABASE_URL it has to be set, because several servers may share the database.',
    )
  }
  return given(text, (key) => longEnough('SECRET_KEY', key))
}

function longEnough(name: string, key: string): string {
  if (key.length < SECRET_MIN)
    throw new WrongConfig(
      `${name} has to have at least ${SECRET_MIN} characters; \`openssl rand -base64 32\` makes one.`,
    )
  return key
}

function firstAdmin(env: Env): ServerConfig['firstAdmin'] {
  const email = env('ADMIN_EMAIL')
  const password = env('ADMIN_PASSWORD')
  if (email === undefined && password === undefined) return undefined
  if (email === undefined)
    throw new WrongConfig('ADMIN_EMAIL is missing: ADMIN_PASSWORD is the password of that account.')
  if (!isEmail(email)) throw new WrongConfig('ADMIN_EMAIL has to be an email address.')
  if (password === undefined && env('SMTP_URL') === undefined)
    throw new WrongConfig(
      'ADMIN_PASSWORD is missing. Without one a link to choose it is mailed to ADMIN_EMAIL, which needs SMTP_URL.',
    )
  if (password !== undefined && (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX)) {
    throw new WrongConfig(`ADMIN_PASSWORD has to have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`)
  }
  return { email, password }
}

/** Reads both keys or neither. The messages never repeat them. */
function stripe(env: Env, publicUrl: string | undefined): ServerConfig['stripe'] {
  const both = together(env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
  if (both === undefined) return undefined
  const secretKey = both['STRIPE_SECRET_KEY']!
  if (!/^[sr]k_(live|test)_\w+$/.test(secretKey))
    throw new WrongConfig(
      'STRIPE_SECRET_KEY has to be a secret or restricted key: it begins with sk_live_, sk_test_, rk_live_ or rk_test_.',
    )
  const webhookSecrets = both['STRIPE_WEBHOOK_SECRET']!.split(',').map((secret) => secret.trim())
  if (webhookSecrets.length > 2 || !webhookSecrets.every((secret) => /^whsec_[^\s]+$/.test(secret)))
    throw new WrongConfig(
      'STRIPE_WEBHOOK_SECRET has to be the signing secret of the webhook, which begins with whsec_, or the new and the old one with a comma between them.',
    )
  if (secretKey.includes('_live_') && !publicUrl?.startsWith('https:'))
    throw new WrongConfig(
      'STRIPE_SECRET_KEY is a live key, which needs a PUBLIC_URL that begins with https://: Stripe sends its webhooks there.',
    )
  return { secretKey, webhookSecrets }
}

const OIDC_NAME_MAX = 40

/** OIDC_ISSUER, with whose provider admins may sign in. The messages never repeat the secret. */
function oidc(env: Env, publicUrl: string | undefined): ServerConfig['oidc'] {
  const set = together(env, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'])
  const passwordAdmin = env('OIDC_PASSWORD_ADMIN')
  if (set === undefined) {
    if (passwordAdmin !== undefined) throw new WrongConfig('OIDC_PASSWORD_ADMIN needs OIDC_ISSUER.')
    return undefined
  }
  if (publicUrl === undefined)
    throw new WrongConfig('PUBLIC_URL is missing: the provider of OIDC_ISSUER leads back to it.')
  const name = set['OIDC_NAME']!
  if (name.length > OIDC_NAME_MAX) throw new WrongConfig(`OIDC_NAME has to have at most ${OIDC_NAME_MAX} characters.`)
  if (passwordAdmin !== undefined && !isEmail(passwordAdmin))
    throw new WrongConfig('OIDC_PASSWORD_ADMIN has to be an email address.')
  return {
    issuer: issuer(set['OIDC_ISSUER']!),
    clientID: set['OIDC_CLIENT_ID']!,
    clientSecret: set['OIDC_CLIENT_SECRET']!,
    name,
    redirectUri: `${origin('PUBLIC_URL', publicUrl)}${OIDC_RETURN_PATH}`,
    secondFactors: listed(env('OIDC_SECOND_FACTOR')),
    verifiedClaim: env('OIDC_VERIFIED_CLAIM') ?? 'email_verified',
    passwordAdmin: passwordAdmin ?? null,
  }
}

/**
 * As the provider writes it in its tokens. http only on this machine, because whoever is between could sign in as
 * anybody.
 */
function issuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  if (url === null || !isSafe || url.search || url.hash || url.username)
    throw new WrongConfig('OIDC_ISSUER has to be an address such as https://login.example/realm.')
  // Any firm's administrator could name this firm's emails there.
  if (url.hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)(\/|$)/.test(url.pathname))
    throw new WrongConfig('OIDC_ISSUER has to name your own tenant: https://login.microsoftonline.com/TENANT/v2.0.')
  return text
}

/** `true`, `false`, or the proxies' addresses, as `10.0.0.1,10.0.0.0/8` or `loopback`. */
function trustProxy(text: string | undefined): boolean | string {
  if (text === undefined || /^(true|false)$/i.test(text)) return text?.toLowerCase() === 'true'
  if (!text.split(',').every((one) => isProxy(one.trim())))
    throw new WrongConfig('TRUST_PROXY has to be true, false, or the addresses of the proxies, such as 10.0.0.0/8.')
  return text
}

/** Without TLS the HSTS header is not sent; an operator who sets this option expects it, so it is refused. */
function hstsIncludeSubDomains(text: string | undefined, secure: boolean): boolean {
  const wanted = flag('HSTS_INCLUDE_SUBDOMAINS', text, false)
  if (wanted && !secure)
    throw new WrongConfig('HSTS_INCLUDE_SUBDOMAINS needs TLS_CERT, or a PUBLIC_URL that begins with https://.')
  return wanted
}

/** A name that the HTTP library knows, an address, or a network as an address with its prefix length in bits. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
