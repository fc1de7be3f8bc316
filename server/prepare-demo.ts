/** Creates the demo's data: its accounts, and a shop that links itself. Only `npm start` runs this. */
import type { Config } from './config/config.ts'
import type { Console } from './start-server.ts'
import { demoPassword } from './demo-accounts.ts'
import { findSignIn } from './auth/sessions/sessions-store.ts'
import { endFirstLogin } from './auth/users/users-store.ts'
import { createOwner, saveUser } from './settings/owners-store.ts'
import { createLinking } from './shops/link-shop.ts'
import { listShops } from './shops/shops-store.ts'

export async function prepareDemo(
  { db, channels }: Console,
  config: Config,
  environment: Record<string, string | undefined>,
): Promise<void> {
  const owner = await findSignIn(db, 'owner@demo.test')
  const ownerId =
    owner?.ownerId ??
    (await createOwner(db, {
      name: 'Aoi Yamamoto',
      email: 'owner@demo.test',
      password: demoPassword,
      companyName: 'Aoi Gifts',
      currency: 'MYR',
      timezone: 'Asia/Kuala_Lumpur',
      language: 'jp',
    }))
  const signIn = await findSignIn(db, 'owner@demo.test')
  // The demo is set up as far as it goes: nothing has to be said about it.
  if (!owner && signIn) await db.asOwner(ownerId, (tx) => endFirstLogin(tx, signIn))
  const staff = { password: demoPassword, language: 'jp', scope: 'staff' as const }
  const members = [
    { ...staff, name: 'Nurul Huda', email: 'manager@demo.test', role: 'manager' as const },
    { ...staff, name: 'Lim Wei Jie', email: 'packer@demo.test', role: 'operator' as const },
  ]
  for (const member of members) {
    if (!(await findSignIn(db, member.email)))
      await db.asOwner(ownerId, (tx) => saveUser(tx, ownerId, member))
  }
  if (!(await findSignIn(db, 'owner@other.test'))) {
    await createOwner(db, {
      name: 'Tan Mei Ling',
      email: 'owner@other.test',
      password: demoPassword,
      companyName: 'Merlion Bazaar',
      currency: 'SGD',
      timezone: 'Asia/Singapore',
      language: 'en',
    })
  }

  // The address where a shop's owner would consent, given by the launcher: the demo consents by itself.
  const authorize = environment.DEMO_AUTHORIZE_URL
  const shops = await db.asOwner(ownerId, (tx) => listShops(tx, ownerId, []))
  if (!authorize || shops.length > 0) return
  const linking = createLinking(db, channels, config)
  const connector = channels.channels.connectors.find(({ code }) => code === environment.DEMO_CHANNEL)
  if (!connector) return
  const { url, state } = await linking.authorizationUrl(
    { ownerId, userId: signIn?.userId ?? 0 },
    connector.id,
  )
  const redirect = new URL(url).searchParams.get('redirect_uri')
  const location = await consent(authorize, { redirect, state, shop_id: Number(environment.DEMO_SHOP_ID) })
  await linking.link({ ownerId }, Object.fromEntries(new URL(location).searchParams))
}

/** The sandbox starts beside us and may need a moment. */
async function consent(url: string, body: object): Promise<string> {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return ((await reply.json()) as { location: string }).location
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
