/** The demo's page of the channels and its accounts. Both are settings that a server in production refuses. */
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { findSignIn } from './sessions-store.ts'

export function demoRoutes(serve: Serve, { db, config }: ServerContext): void {
  serve('GET /demo', async () => {
    const { pageUrl, accounts } = config.demo
    const named = await Promise.all(
      accounts.map(async (account) => ({ ...account, name: (await findSignIn(db, account.email))?.name })),
    )
    return {
      data: {
        page_url: pageUrl,
        accounts: named.flatMap(({ name, ...account }) => (name === undefined ? [] : [{ ...account, name }])),
      },
    }
  })
}
