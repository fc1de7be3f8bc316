/** Product templates: made, changed while they are written, and read. Nothing here reaches a channel. */
import { createsListings } from '../../connectors/listings.ts'
import { AppError } from '../../model/errors.ts'
import { listingHtml, plainTextOf } from '../../model/listing-html.ts'
import {
  emptyShopTemplate,
  emptyTemplate,
  mostTemplates,
  type ProductTemplate,
} from '../../model/product-template.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Tx } from '../db/database.ts'
import { keywordQuery } from '../db/search-terms.ts'
import type { WebContext } from '../domain.ts'
import { claimVersion, findVersion, removeVersion } from '../http/edit-versions-store.ts'
import { nextAfter, paginationOf, pagingOf } from '../http/pagination.ts'
import type { Call, Serve } from '../http/serve-endpoint.ts'
import { findProduct, listVariants } from '../listings/detail/product-detail-store.ts'
import { findAccount } from '../settings/account-store.ts'
import { listShops, type Shop } from '../shops/shops-store.ts'
import { askChannels } from './ask-channels.ts'
import { checkTemplate, codeWarnings, presentProblem } from './check-template.ts'
import { templateOfListing } from './copy-listing.ts'
import { markOutdated } from './mark-outdated.ts'
import { presentTemplate, presentTemplateRow } from './present-template.ts'
import {
  chooseShops,
  leaveShopsOut,
  listShopTemplates,
  saveShopTemplates,
  type StoredShopTemplate,
} from './shop-template-store.ts'
import { listTemplates, templateStatusIds } from './template-list-store.ts'
import {
  addTemplate,
  countTemplates,
  findTemplate,
  removeTemplate,
  saveTemplate,
  type StoredTemplate,
} from './template-store.ts'

type Detail = Call<'GET /product-template/{id}'>

export function templatesRoutes(serve: Serve, context: WebContext): void {
  const { db, channels } = context
  serve('GET /product-template', async ({ query, session, language, request }) => {
    const { ownerId, userId, shopIds } = session
    const terms = query.keyword ? keywordQuery(session.ownerNumber, query.keyword) : undefined
    const paging = pagingOf(query, 'updated_at')
    const filter = {
      ownerId,
      userId,
      visible: shopIds,
      // A keyword without a letter or digit matches nothing.
      terms: terms === null ? "'0/'" : terms,
      platformIds: query.platform_id ?? [],
      problemField: query.problem_field,
      statuses: templateStatusIds(query.status ?? []),
      uploadStatuses: query.upload_status ?? [],
    }
    const { rows, counts } = await listTemplates(db, filter, paging)
    const ids = rows.map(({ id }) => id)
    const shops = await db.read(ownerId, (tx) => listShopTemplates(tx, ownerId, ids, shopIds))
    const ofTemplate = Map.groupBy(shops, ({ templateId }) => templateId)
    const { statuses } = filter
    const total = Object.entries(counts)
      .filter(([status]) => statuses.length === 0 || statuses.includes(Number(status)))
      .reduce((sum, [, count]) => sum + count, 0)
    return {
      data: rows.map((row) => presentTemplateRow(row, ofTemplate.get(row.id) ?? [], language)),
      meta: {
        pagination: paginationOf(request, {
          total,
          count: rows.length,
          page: query.page,
          limit: query.limit,
        }),
        status_counts: counts,
        next_after: nextAfter(rows, paging, 'updated_at', ({ updatedAt }) => updatedAt),
      },
    }
  })

  serve('GET /product-template/{id}', ({ params, session, language }) =>
    db.read(session.ownerId, (tx) => answer(tx, session, params.id, language)),
  )

  serve('POST /product-template', ({ body, session, language, translate }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      await refuseTooMany(tx, ownerId, 1)
      const { copy, shop_ids: shopIds, ...given } = body
      const source = copy && (await copyOf(tx, session, copy, translate))
      const content = cleaned({ ...emptyTemplate([]), ...source?.content, ...withoutUndefined(given) })
      const id = await addTemplate(tx, session, content)
      nameTarget(tx, id)
      const wanted = await shopsOf(tx, session, content.platform_ids, shopIds)
      const steps = new Map(source?.steps.map((step) => [step.content.shop_id, step.content]))
      await saveShopTemplates(
        tx,
        ownerId,
        id,
        wanted.map((shop) => ({
          platformId: shop.platformId,
          content: steps.get(shop.id) ?? emptyShopTemplate(shop.id),
        })),
      )
      await checkTemplate(tx, session, id)
      return answer(tx, session, id, language)
    }),
  )

  serve('PUT /product-template/{id}', ({ params, body, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { updated_at: read, shop_ids: wanted, ...given } = body
      const stored = await getTemplate(tx, session, params.id)
      const content = cleaned({ ...stored.content, ...withoutUndefined(given) })
      // Autosave: what is saved as it stands makes no version that others would have to merge.
      if (!wanted && JSON.stringify(content) === JSON.stringify(stored.content))
        return answer(tx, session, params.id, language)
      await claimVersion(tx, session, ['product_template', params.id], read)
      await saveTemplate(tx, session, params.id, content)
      await followChoice(tx, session, params.id, content, wanted)
      await markOutdated(tx, session.ownerId, [params.id])
      await checkTemplate(tx, session, params.id)
      return answer(tx, session, params.id, language)
    }),
  )

  serve('DELETE /product-template/{id}', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      await getTemplate(tx, session, params.id)
      refuseRemoval(session, await listShopTemplates(tx, ownerId, [params.id], []))
      await removeTemplate(tx, ownerId, params.id)
      await removeVersion(tx, ownerId, 'product_template', params.id)
      return undefined
    }),
  )

  serve('GET /product-template/{id}/problems', async ({ params, session, language }) => {
    const { ownerId } = session
    const { content } = await db.read(ownerId, (tx) => getTemplate(tx, session, params.id, false))
    const silent = await askChannels(context, ownerId, [params.id], language)
    return db.read(ownerId, async (tx) => {
      const { problems, warnings } = await checkTemplate(tx, session, params.id, { isSaved: false, silent })
      const ofCodes = await codeWarnings(tx, session, params.id, content)
      return {
        data: problems.map((problem) => presentProblem(problem, language)),
        meta: { warnings: [...warnings, ...ofCodes].map((problem) => presentProblem(problem, language)) },
      }
    })
  })

  /**
   * Shops that are no longer chosen are left out, and so are those of such channels; a chosen channel begins with all of its linked
   * shops.
   */
  async function followChoice(
    tx: Tx,
    session: Session,
    id: number,
    { platform_ids: platformIds }: ProductTemplate,
    wanted: number[] | undefined,
  ): Promise<void> {
    const { ownerId, shopIds } = session
    const steps = await listShopTemplates(tx, ownerId, [id], [])
    const isUnwanted = ({ shopId }: StoredShopTemplate) =>
      wanted && !wanted.includes(shopId) && (shopIds.length === 0 || shopIds.includes(shopId))
    const gone = steps.filter((step) => !platformIds.includes(step.platformId) || isUnwanted(step))
    refuseRemoval(session, gone)
    await leaveShopsOut(
      tx,
      ownerId,
      gone.map((step) => step.id),
    )
    const known = new Set(steps.map(({ platformId }) => platformId))
    const fresh = platformIds.filter((platformId) => !known.has(platformId))
    const chosen = wanted
      ? await shopsOf(
          tx,
          session,
          platformIds,
          wanted,
          steps.map(({ shopId }) => shopId),
        )
      : await shopsOf(tx, session, fresh, undefined)
    await chooseShops(tx, ownerId, id, chosen)
  }

  /** Shops of channels that take new listings, as far as the user may see them. `known`: those that may be wanted unconnected. */
  async function shopsOf(
    tx: Tx,
    { ownerId, shopIds }: Session,
    platformIds: number[],
    wanted: number[] | undefined,
    known: number[] = [],
  ): Promise<Shop[]> {
    const shops = (await listShops(tx, ownerId, shopIds)).filter(
      ({ platformId, status }) =>
        status === 1 &&
        platformIds.includes(platformId) &&
        createsListings(channels.connectorOf(platformId)?.listings),
    )
    if (!wanted) return shops
    const missing = wanted.findIndex((id) => !known.includes(id) && !shops.some((shop) => shop.id === id))
    if (missing !== -1)
      throw new AppError('validation_failed', {
        invalidFields: { [`shop_ids.${missing}`]: 'field.no_shop_for_listings' },
      })
    return shops.filter(({ id }) => wanted.includes(id))
  }
}

export async function answer(
  tx: Tx,
  session: Session,
  id: number,
  language: Detail['language'],
): Promise<{ data: ReturnType<typeof presentTemplate> }> {
  const { ownerId, shopIds } = session
  // An upload may end between the two: the status is then no older than the shops, as it is written with them.
  const shops = await listShopTemplates(tx, ownerId, [id], shopIds)
  const template = await getTemplate(tx, session, id, false)
  const version = await findVersion(tx, ownerId, 'product_template', id)
  return { data: presentTemplate(template, shops, version, language) }
}

/** @throws AppError not_found */
export async function getTemplate(
  tx: Tx,
  session: Session,
  id: number,
  forUpdate = true,
): Promise<StoredTemplate> {
  const template = await findTemplate(tx, session, id, forUpdate)
  if (!template) throw new AppError('not_found')
  return template
}

/** Steps of shops that the user does not see stay, and so do those that are on their way. */
function refuseRemoval({ shopIds }: Session, steps: StoredShopTemplate[]): void {
  if (shopIds.length > 0 && steps.some(({ shopId }) => !shopIds.includes(shopId)))
    throw new AppError('forbidden')
  steps.forEach(refuseOpen)
}

/** @throws AppError upload_open */
export function refuseOpen({ upload }: StoredShopTemplate): void {
  if (upload?.state === 'queued' || upload?.state === 'running') throw new AppError('upload_open')
}

export async function refuseTooMany(tx: Tx, ownerId: string, more: number): Promise<void> {
  if ((await countTemplates(tx, ownerId)) + more > mostTemplates)
    throw new AppError('conflict', { message: 'error.template_limit' })
}

async function copyOf(
  tx: Tx,
  session: Session,
  {
    template_id: templateId,
    product_id: productId,
  }: { template_id?: number | undefined; product_id?: number | undefined },
  translate: Call<'POST /product-template'>['translate'],
) {
  const { ownerId, shopIds } = session
  if (templateId !== undefined) {
    const template = await getTemplate(tx, session, templateId, false)
    const steps = await listShopTemplates(tx, ownerId, [templateId], shopIds)
    const name = translate('template.copy_of', { name: template.content.name })
    return { content: { ...template.content, name, product_sku: '' }, steps }
  }
  const product = await findProduct(tx, ownerId, productId ?? 0, shopIds)
  if (!product) throw new AppError('not_found')
  const variants = await listVariants(tx, ownerId, product.id)
  const { currency } = await findAccount(tx, ownerId)
  return { content: templateOfListing(product, variants, [product.platformId], currency), steps: [] }
}

/** As it is stored: clean HTML, its text beside it, channels in order. */
export function cleaned(content: ProductTemplate): ProductTemplate {
  const html = listingHtml(content.long_description)
  return {
    ...content,
    long_description: html,
    long_description_content: plainTextOf(html),
    platform_ids: [...new Set(content.platform_ids)].toSorted((a, b) => a - b),
  }
}

export function withoutUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}
