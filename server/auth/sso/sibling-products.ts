/** The products beside this one, as the switcher in the header offers them. */
import type { FastifyRequest } from 'fastify'
import type { SiblingProduct } from '../../../contract/users.ts'
import { connectors } from '../../../connectors/registry.ts'
import type { Config } from '../../config/config.ts'
import { isWebUrl } from '../../config/config-rules.ts'
import type { Database } from '../../db/database.ts'
import { findShopAddress } from '../../shops/shop-address-store.ts'
import type { Session } from '../sessions/sessions-store.ts'

const saysNo = /^(?:0|false|no|none)$/i
const tills = connectors.filter(({ type }) => type === 'pos').map(({ id }) => id)

/** None where nothing is set up: this product alone is nothing to switch between. */
export async function siblingProducts(
  db: Database,
  { siblings }: Config,
  session: Session,
  cookies: FastifyRequest['cookies'],
): Promise<SiblingProduct[]> {
  const { web, crm, home, cookieNames } = siblings
  const isOpen = (code: keyof typeof cookieNames) => !saysNo.test(cookies[cookieNames[code]]?.trim() ?? '')
  const offered: [SiblingProduct['code'], string | null][] = [
    ['web', isOpen('web') ? web : null],
    ['pos', isOpen('pos') ? await posAddress(db, session) : null],
    ['crm', isOpen('crm') ? crm : null],
    ['home', home],
  ]
  const others: SiblingProduct[] = offered.flatMap(([code, url]) => (url === null ? [] : [{ code, url }]))
  if (others.length === 0) return []
  const place = others.findIndex(({ code }) => code === 'crm' || code === 'home')
  return others.toSpliced(place < 0 ? others.length : place, 0, { code: 'distribution', url: null })
}

/** The company's own domain, else where the first till that is linked says it is. */
async function posAddress(
  db: Database,
  { ownerId, companyDomain, shopIds }: Session,
): Promise<string | null> {
  const domain = companyDomain?.trim()
  const address =
    domain ||
    (await db.asOwner(ownerId, (tx) => findShopAddress(tx, ownerId, { platformIds: tills, shopIds })))
  if (!address) return null
  const url = /^[a-z][\w+.-]*:\/\//i.test(address) ? address : `https://${address}`
  // An address with another scheme is not linked: a browser would run some of them.
  return isWebUrl(url) ? url : null
}
