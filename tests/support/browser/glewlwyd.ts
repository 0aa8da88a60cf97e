import { execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { freePorts } from '../free-ports.ts'

const CLIENT = { id: 'bagrun', secret: 'the client secret of the proof' }
const PAGES = '/usr/share/glewlwyd/webapp'
const SCHEMA = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'
const MODULES = '/usr/lib/glewlwyd'
/** Its page in every language; Debian installs it as a folder, whose name differs by version. */
const PAGE_SETTINGS = '/etc/glewlwyd'
const READY_MS = 30_000

interface Person {
  name: string
  password: string
}

export interface Glewlwyd {
  /** The variables with which the product uses it. */
  readonly environment: Readonly<Record<string, string>>
  addPerson(person: Person & { email: string; isVerified: boolean }): Promise<void>
  /** From now on everybody needs a code of an authenticator app there; this person has one. */
  demandCodes(person: Person, secret: string): Promise<void>
  stop(): Promise<void>
}

/** Debian's provider of OpenID Connect on its own SQLite file, with its real pages. */
export async function startGlewlwyd(origin: string): Promise<Glewlwyd> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-glewlwyd-'))
  const [port] = await freePorts(1)
  const base = `http://localhost:${port}`
  const database = path.join(folder, 'glewlwyd.db')
  execFileSync('sqlite3', [database], { input: gunzipSync(readFileSync(SCHEMA)) })
  const pages = path.join(folder, 'pages')
  // It serves no link that leads out of this folder.
  cpSync(PAGES, pages, { recursive: true, dereference: true, filter: isThere })
  copyFileSync(pageSettings(), path.join(pages, 'config.json'))
  const settings = path.join(folder, 'glewlwyd.conf')
  writeFileSync(
    settings,
    `port=${port}
external_url="${base}"
login_url="login.html"
api_prefix="api"
static_files_path="${pages}"
log_mode="file"
log_level="WARNING"
log_file="${path.join(folder, 'log')}"
session_key="GLEWLWYD2_SESSION_ID"
login_api_enabled=true
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${MODULES}/user"
client_module_path="${MODULES}/client"
user_auth_scheme_module_path="${MODULES}/scheme"
plugin_module_path="${MODULES}/plugin"
hash_algorithm="SHA512"
database = { type = "sqlite3" path = "${database}" };
static_files_mime_types = (
  { extension = ".html" mime_type = "text/html" }, { extension = ".css" mime_type = "text/css" },
  { extension = ".js" mime_type = "application/javascript" }, { extension = ".json" mime_type = "application/json" }
)
`,
  )
  const child = spawn('glewlwyd', ['--config-file', settings], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', () => child.kill('SIGKILL'))
  try {
    await answering(base)
    const admin = await signedIn(base, 'admin', 'password')
    await setUp(admin, base, origin)
    return {
      environment: {
        OIDC_ISSUER: `${base}/api/oidc`,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_NAME: 'Contoso',
      },
      async addPerson({ name, password, email, isVerified }) {
        await admin('POST', '/user?source=database', {
          username: name,
          name,
          password,
          email,
          email_verified: isVerified ? '1' : '0',
          scope: ['openid', 'email', 'g_profile'],
          enabled: true,
        })
        const person = await signedIn(base, name, password)
        await person('PUT', `/auth/grant/${CLIENT.id}`, { scope: 'openid email' })
      },
      async demandCodes({ name, password }, secret) {
        await admin('PUT', '/scope/email', {
          ...EMAIL_SCOPE,
          scheme: { codes: [{ scheme_type: 'otp', scheme_name: 'otp' }] },
          scheme_required: { codes: 1 },
        })
        const person = await signedIn(base, name, password)
        await person('POST', '/profile/scheme/register/', {
          username: name,
          scheme_type: 'otp',
          scheme_name: 'otp',
          value: { secret, type: 'TOTP', time_step_size: 30 },
        })
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Call = (method: 'POST' | 'PUT', address: string, body: unknown) => Promise<void>

const EMAIL_SCOPE = { display_name: 'Email', password_required: true, password_max_age: 0 }

/** Each property of a person that is not its own has to be declared before it is stored. */
const ONE_TEXT = { multiple: false, read: true, write: true, 'profile-read': true, 'profile-write': false }

async function setUp(admin: Call, base: string, origin: string): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await admin('PUT', '/mod/user/database', {
    display_name: 'People',
    parameters: { 'use-glewlwyd-connection': true, 'data-format': { email_verified: ONE_TEXT } },
  })
  await admin('PUT', '/mod/user/database/reset', {})
  await admin('POST', '/mod/scheme/', {
    module: 'otp',
    name: 'otp',
    display_name: 'Codes',
    expiration: 600,
    max_use: 0,
    parameters: {
      issuer: 'Contoso',
      'secret-minimum-size': 16,
      'otp-length': 6,
      'hotp-allow': false,
      'totp-allow': true,
      'totp-window': 1,
      'totp-start-offset': 0,
    },
  })
  await admin('POST', '/scope/', { name: 'email', ...EMAIL_SCOPE })
  await admin('POST', '/mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'Contoso',
    parameters: {
      iss: `${base}/api/oidc`,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: publicKey.export({ type: 'spki', format: 'pem' }),
      'access-token-duration': 3600,
      'refresh-token-duration': 3600,
      'code-duration': 600,
      'refresh-token-rolling': true,
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-token-enabled': false,
      'auth-type-id-token-enabled': false,
      'auth-type-none-enabled': false,
      'auth-type-password-enabled': false,
      'auth-type-client-enabled': false,
      'auth-type-refresh-enabled': false,
      'pkce-allowed': true,
      'pkce-required': true,
      'email-claim': 'mandatory',
      claims: [
        {
          name: 'email_verified',
          'user-property': 'email_verified',
          type: 'boolean',
          'boolean-value-true': '1',
          'boolean-value-false': '0',
          mandatory: true,
        },
      ],
    },
  })
  await admin('POST', '/client?source=database', {
    client_id: CLIENT.id,
    name: 'Bagrun',
    confidential: true,
    client_secret: CLIENT.secret,
    redirect_uri: [`${origin}/login/callback`],
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
    scope: [],
    enabled: true,
  })
}

/** The calls of one of its people, with the cookie of their session. */
async function signedIn(base: string, username: string, password: string): Promise<Call> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const answer = await fetch(`${base}/api/auth/`, { ...post, body: JSON.stringify({ username, password }) })
  if (!answer.ok) throw new Error(`${username} can't sign in to glewlwyd: ${answer.status}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (method, address, body) => {
    const headers = { 'content-type': 'application/json', cookie }
    const init = { headers, body: JSON.stringify(body) }
    const done = await fetch(`${base}/api${address}`, { ...init, method })
    if (!done.ok) throw new Error(`glewlwyd answered ${method} ${address} with ${done.status}: ${await done.text()}`)
  }
}

async function answering(base: string): Promise<void> {
  const until = Date.now() + READY_MS
  for (;;) {
    const isThere = await fetch(`${base}/config`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    if (Date.now() > until) throw new Error('glewlwyd does not answer')
    await wait(50)
  }
}

function pageSettings(): string {
  const version = readdirSync(PAGE_SETTINGS).find((name) => /^config.*\.json$/.test(name)) ?? ''
  const file = path.join(PAGE_SETTINGS, version)
  return readdirSync(PAGE_SETTINGS, { withFileTypes: true }).some((one) => one.name === version && one.isDirectory())
    ? path.join(file, 'config.json')
    : file
}

/** Links of Debian's may lead to a package that is not installed. */
const isThere = (file: string) => existsSync(file) && path.basename(file) !== 'config.json'
