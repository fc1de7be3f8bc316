/** Rows of the channel's settings for the README of the console. */
export function settingRows(name: string): string {
  const { title, prefix } = namesOf(name)
  return [
    `| \`${prefix}_APP_ID\` |  | Our app with ${title}. |`,
    `| \`${prefix}_APP_SECRET\` |  | The secret of that app. Secret. |`,
    `| \`${prefix}_API_BASE\` | \`https://api.example.com\` | Host of the API. |`,
    `| \`${prefix}_PUSH_URL\` | \`PUBLIC_URL/hooks/${name}\` | Address that ${title} pushes to, exactly as entered there. |`,
  ].join('\n')
}

function namesOf(name: string) {
  const title = name.replace(
    /(^|-)(.)/g,
    (_, gap: string, letter: string) => `${gap && ' '}${letter.toUpperCase()}`,
  )
  return { title, prefix: name.replaceAll('-', '_').toUpperCase() }
}

/** The files of a new channel folder. connectors/conformance.test.ts says what each has to become. */
export function connectorFiles(name: string, id: number): Record<string, string> {
  const { title, prefix } = namesOf(name)
  return {
    'index.ts': indexFile(name, title, prefix, id),
    'auth.ts': authFile(title, prefix),
    'wire.ts': wireFile(title),
    'orders.ts': ordersFile(title),
    'webhooks.ts': webhooksFile(title),
    'README.md': readmeFile(title, prefix),
    'fixtures/cases.json': `${JSON.stringify(fixtures(prefix), null, 2)}\n`,
  }
}

function indexFile(name: string, title: string, prefix: string, id: number): string {
  return `import type { Connector } from '../../connector.ts'
import { auth } from './auth.ts'
import { orders } from './orders.ts'
import { webhooks } from './webhooks.ts'

export const connector: Connector = {
  id: ${id},
  code: '${name}',
  name: '${title}',
  type: 'marketplace',
  settings: [
    { name: '${prefix}_APP_ID', description: 'Our app with ${title}.' },
    { name: '${prefix}_APP_SECRET', secret: true, description: 'The secret of that app.' },
    { name: '${prefix}_API_BASE', default: 'https://api.example.com', description: 'Host of the API.' },
  ],
  limits: { callsPerSecond: 5, concurrentCalls: 2 },
  auth,
  orders,
  webhooks,
}
`
}

function authFile(title: string, prefix: string): string {
  return `/** Signing and linking a shop. Source: (the address of ${title}'s guide). */
import { ChannelError } from '../../channel-error.ts'
import type { ConsentAuth } from '../../auth.ts'

export const auth: ConsentAuth = {
  by: 'consent',
  regions: [],

  authorizationUrl({ app, redirectUrl, state }) {
    const url = new URL('/authorize', app.${prefix}_API_BASE)
    url.searchParams.set('redirect_uri', redirectUrl)
    url.searchParams.set('state', state)
    return url.href
  },
  async link() {
    throw new ChannelError('refused', 'Linking a shop of ${title} is not written yet')
  },
  async refresh() {
    throw new ChannelError('refused', 'Refreshing the sign-in of ${title} is not written yet')
  },
}
`
}

function wireFile(title: string): string {
  return `/** What we read of ${title}'s replies, and what its error words mean. Source: (the address of its reference). */
import { z } from 'zod'

/** Rows are checked one by one, so that a malformed order fails alone. */
export const orderListSchema = z.object({ orders: z.array(z.unknown()) })

export const orderSchema = z.object({ id: z.string().min(1) })
`
}

function ordersFile(title: string): string {
  return `/** Orders of a shop. Source: (the address of ${title}'s reference). */
import { ChannelError } from '../../channel-error.ts'
import type { Orders } from '../../orders.ts'

export const orders: Orders = {
  async list() {
    throw new ChannelError('refused', 'Listing orders of ${title} is not written yet')
  },
  async get() {
    throw new ChannelError('refused', 'Getting orders of ${title} is not written yet')
  },
}
`
}

function webhooksFile(title: string): string {
  return `/** Webhooks. Source: (the address of ${title}'s guide). Remove this file if the channel has none. */
import { ChannelError } from '../../channel-error.ts'
import type { Webhooks } from '../../webhooks.ts'

export const webhooks: Webhooks = {
  verify: () => false,
  read() {
    throw new ChannelError('changed-shape', 'Reading webhooks of ${title} is not written yet')
  },
}
`
}

function readmeFile(title: string, prefix: string): string {
  return `# ${title}

What works, what does not yet, and how to get an app.

| Setting              | Default                   |                                  |
| -------------------- | ------------------------- | -------------------------------- |
| \`${prefix}_APP_ID\`     |                           | the app's id                     |
| \`${prefix}_APP_SECRET\` |                           | the app's secret                 |
| \`${prefix}_API_BASE\`   | \`https://api.example.com\` | host of the API                  |

## Quirks

One heading of the third level per quirk, in words joined by hyphens, with its source. A test names it as \`[words-joined]\`.
`
}

function fixtures(prefix: string) {
  return {
    app: {
      [`${prefix}_APP_ID`]: '1',
      [`${prefix}_APP_SECRET`]: 'secret-of-the-app',
      [`${prefix}_API_BASE`]: '{channel}',
    },
    session: {
      now: '2026-01-01T00:00:00.000Z',
      currency: 'MYR',
      credentials: {
        accessToken: 'access-token',
        refreshToken: 'refresh-token',
        accessExpiresAt: '2026-01-02T00:00:00.000Z',
        refreshExpiresAt: '2026-02-01T00:00:00.000Z',
        channelShopId: '1',
      },
    },
    cases: [],
    webhooks: [],
  }
}
