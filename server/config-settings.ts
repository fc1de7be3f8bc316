/** Every setting of the console, as the table in the README lists them. */
import { connectors, settingsOf } from '../connectors/registry.ts'

export type Setting = {
  name: string
  /** As the table in the README words it; undefined when there is none. */
  default: string | undefined
  /** Its value never appears in a message or a log. */
  secret: boolean
  description: string
}

/** The table of settings in the README is tested against this one. */
export const settings = [
  setting('HOST', '127.0.0.1', 'Address to listen on; `0.0.0.0` for every network of the machine.'),
  setting('PORT', '3000', 'Port of the console.'),
  setting(
    'WORKER_PORT',
    undefined,
    'Port of `/metrics`, `/healthz` and `/readyz` of a process with `--role worker`, on HOST; unset: none.',
  ),
  setting('SANDBOX_PORT', '4000', 'Port of the marketplace sandbox (demo only).'),
  setting('DATA_DIR', './data', 'Folder for the embedded database and the generated key.'),
  secret('DATABASE_URL', 'PostgreSQL to use; unset: an embedded one in the demo. Required in production.'),
  secret(
    'SECRET_KEY',
    'Encrypts channel credentials: 64 hex digits, or 32 characters or more. Required in production.',
  ),
  secret(
    'SECRET_KEY_OLD',
    'Keys from before, comma between: they still open what they sealed, until `npm run rotate-secret` has run.',
  ),
  setting(
    'PUBLIC_URL',
    'http://HOST:PORT',
    'Address under which browsers and marketplaces reach the console.',
  ),
  setting(
    'TRUSTED_PROXIES',
    undefined,
    'Addresses or ranges (`10.0.0.0/8`), comma between, of the proxies whose `X-Forwarded-For` says who calls; unset: nobody is believed.',
  ),
  setting('LOG_LEVEL', 'info', 'trace, debug, info, warn, error, fatal or silent.'),
  setting('WORKER_CONCURRENCY', '8', 'Jobs that one worker runs at a time.'),
  setting('DB_POOL', '20', 'Connections to the database per process.'),
  setting(
    'CALLS_PER_SECOND',
    undefined,
    'Calls per second and shop to a channel; unset: what each channel is known to take.',
  ),
  // Each channel says itself what it needs; the address that it pushes to is one of ours.
  ...settingsOf().map((each) => ({ ...each, default: each.default, secret: each.secret ?? false })),
  ...connectors
    .filter(({ webhooks }) => webhooks)
    .map(({ code, name }) =>
      setting(
        pushSetting(code),
        `PUBLIC_URL/hooks/${code}`,
        `Address that ${name} pushes to, exactly as entered there.`,
      ),
    ),
]

export function pushSetting(code: string): string {
  return `${code.toUpperCase().replaceAll('-', '_')}_PUSH_URL`
}

function setting(name: string, standard: string | undefined, description: string): Setting {
  return { name, default: standard, secret: false, description }
}

function secret(name: string, description: string): Setting {
  return { name, default: undefined, secret: true, description }
}
