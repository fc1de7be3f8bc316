/** Every setting of the console, as the table in the README lists them. */
import { couriers } from '../../connectors/couriers/registry.ts'
import { connectors, settingsOf } from '../../connectors/registry.ts'

export type Setting = {
  name: string
  /** Default in the words of the README's table; undefined if there is none. */
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
  setting(
    'METRICS_PORT',
    undefined,
    'Port of `/metrics`, `/healthz` and `/readyz` of a process with `--role web` or `all`, on HOST; unset: it has no `/metrics`.',
  ),
  setting(
    'DEMO_PAGE_URL',
    undefined,
    'Page on which one plays the channels, as a link of the console; `npm start` sets it. Refused in production.',
  ),
  secret(
    'DEMO_ACCOUNTS',
    'Accounts that the sign-in page offers to everybody, with their passwords: `email=password`, comma between; `npm start` sets it. Refused in production.',
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
  secret(
    'SMTP_URL',
    'Mail server, such as `smtps://user:password@mail.example:465`. Unset: the demo shows mails to the owner, production sends none.',
  ),
  setting(
    'MAIL_FROM',
    'no-reply@ the host of PUBLIC_URL',
    'Sender of mails: an address, or a name with the address in angle brackets.',
  ),
  setting(
    'SMS_HOOK_URL',
    undefined,
    'Where text messages to buyers go: each is a POST of `{"id", "to": "+60…", "text"}`, taken when answered with 2xx. Unset: buyers get the code of a self delivery by mail, if their address is known.',
  ),
  secret('SMS_HOOK_TOKEN', 'Sent to `SMS_HOOK_URL` as `Authorization: Bearer …`.'),
  setting(
    'SSO_ISSUER',
    undefined,
    'Address of the OpenID Connect provider at which owners of a central home sign in; unset: none. Needs `https` in production.',
  ),
  setting(
    'SSO_CLIENT_ID',
    undefined,
    'What the provider of SSO_ISSUER knows the console by. Its redirect address is PUBLIC_URL/sso/authorization.',
  ),
  secret('SSO_CLIENT_SECRET', 'The secret that the provider gave with it; unset: a public client.'),
  setting(
    'SSO_HOME_URL',
    undefined,
    'Page of the central home, which the product switcher and the errors of a sign-in lead to.',
  ),
  setting(
    'SSO_PLAN_CLAIM',
    'plan',
    'Claim, in the ID token or the userinfo, in which the central home tells the plan of an owner who signs in.',
  ),
  setting(
    'PRODUCT_WEB_URL',
    undefined,
    'Address of the Web product in the product switcher; unset: it is not there.',
  ),
  setting(
    'PRODUCT_CRM_URL',
    undefined,
    'Address of the CRM product in the product switcher; unset: it is not there.',
  ),
  setting(
    'PRODUCT_COOKIES',
    'web=web_access,pos=pos_access,crm=crm_access',
    'Cookies of the parent domain that say whether somebody may open a product: `0`, `false`, `no` or `none` hides it.',
  ),
  setting('SUPPORT_EMAIL', undefined, 'Whom owners ask about their plan; unset: nobody is named.'),
  setting(
    'BILLING_URL',
    undefined,
    'Page of the central home on which owners buy and renew plans, opened with `plan` and `period`; unset: no way there.',
  ),
  setting(
    'BACKUP_TO',
    undefined,
    'Where a backup of every account goes each day: a folder with its whole path, or `s3://bucket/folder`; unset: none is made.',
  ),
  setting('BACKUP_AT', '03:00 UTC', 'When, as hour and time zone, such as `03:00 Asia/Tokyo`.'),
  setting('BACKUP_KEEP_DAILY', '7', 'How many of the newest backups of each account are kept.'),
  setting('BACKUP_KEEP_WEEKLY', '4', 'For how many weeks the newest backup of the week is kept besides.'),
  setting(
    'BACKUP_S3_ENDPOINT',
    undefined,
    'Address of the storage for `s3://`, such as `https://s3.ap-northeast-1.amazonaws.com`.',
  ),
  setting('BACKUP_S3_REGION', 'us-east-1', 'Its region.'),
  setting('BACKUP_S3_KEY_ID', undefined, 'Id of the access key for it.'),
  secret('BACKUP_S3_SECRET', 'The secret of that key.'),
  setting(
    'AI_BASE_URL',
    undefined,
    'Endpoint of a language model that speaks the chat completions of OpenAI, such as `https://api.openai.com/v1` or `http://127.0.0.1:11434/v1`; with AI_API_KEY and AI_MODEL it helps to write templates. Unset: off.',
  ),
  secret('AI_API_KEY', 'Key of AI_BASE_URL; any text for an endpoint that asks for none.'),
  setting('AI_MODEL', undefined, 'Model that AI_BASE_URL is asked for.'),
  setting('AI_TIMEOUT_SECONDS', '30', 'Longest wait for an answer of AI_BASE_URL.'),
  setting('AI_DAILY_LIMIT', '200', 'Suggestions that one account may ask for on a day (UTC).'),
  setting('LOG_LEVEL', 'info', 'trace, debug, info, warn, error, fatal or silent.'),
  setting('WORKER_CONCURRENCY', '8', 'Jobs that one worker runs at a time.'),
  setting(
    'DB_POOL',
    '20',
    'Connections to the database in each pool; a process has two pools, with `--role all` four.',
  ),
  setting(
    'CALLS_PER_SECOND',
    undefined,
    'Calls per second and shop to a channel; unset: what each channel is known to take.',
  ),
  // Each channel and courier says itself what it needs; the address that a channel pushes to is one of ours.
  ...[...settingsOf(), ...couriers.flatMap((courier) => courier.settings)].map((each) => ({
    ...each,
    default: each.default,
    secret: each.secret ?? false,
  })),
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
