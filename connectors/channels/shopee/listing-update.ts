/**
 * An item of which some parts are written. Source: "v2.product.update_item": it leaves alone what it is not sent, replaces lists as
 * a whole, and takes neither prices nor models, which have calls of their own.
 */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { PriceFigure } from '../../listings.ts'
import type { Session } from '../../session.ts'
import type { ListingOutcome } from '../../stock.ts'
import type { ListingDraft } from '../../../model/listing.ts'
import type { ListingParts } from '../../../model/listing-parts.ts'
import { itemOf, withFields } from './listing-draft.ts'
import { changeModels } from './listing-models.ts'
import { requestItems } from './products.ts'
import { nothingSchema, ownItemSchema, post, type OwnItem } from './selling-wire.ts'
import { describeIssue } from './wire.ts'

type Tools = {
  datesOf: (session: Session, draft: ListingDraft) => Promise<ReadonlySet<string>>
  setPrices: (session: Session, figures: PriceFigure[]) => Promise<ListingOutcome[]>
}

export async function updateItem(
  session: Session,
  channelProductId: string,
  draft: ListingDraft,
  parts: ListingParts,
  { datesOf, setPrices }: Tools,
): Promise<void> {
  const itemId = Number(channelProductId)
  const own = await readItem(session, channelProductId)
  const item = itemOf(draft, await datesOf(session, draft))
  const body = changedFields(item, draft, parts, own)
  if (Object.keys(body).length > 0)
    await post(session, 'product/update_item', { item_id: itemId, ...body }, nothingSchema)
  const priced = await changeModels(session, itemId, draft, parts)
  const figures = priced.map(({ modelId, price }) => ({
    channelProductId,
    channelSkuId: String(modelId),
    price,
  }))
  const refused = (await setPrices(session, figures)).find(({ isDone }) => !isDone)
  if (refused && !refused.isDone)
    throw new ChannelError('refused', refused.reason, {
      fields: [{ field: 'price', message: refused.reason }],
    })
}

/** A refusal with the fields that its words name. */
export const updateToldFields: typeof updateItem = (...given) =>
  updateItem(...given).catch((error: unknown) => {
    throw withFields(error)
  })

export async function readItem(session: Session, channelProductId: string): Promise<OwnItem> {
  const [raw] = await requestItems(session, [channelProductId])
  if (raw === undefined)
    throw new ChannelError(
      'refused',
      ownMessage('refusal.unknown_product', { channel: 'Shopee', id: channelProductId }),
    )
  const item = ownItemSchema.safeParse(raw)
  if (item.success) return item.data
  throw new ChannelError(
    'changed-shape',
    ownMessage('refusal.unreadable', { channel: 'Shopee', detail: describeIssue(item.error) }),
  )
}

function changedFields(
  item: Record<string, unknown>,
  draft: ListingDraft,
  { fields, ...parts }: ListingParts,
  own: OwnItem,
): Record<string, unknown> {
  const pick = (...names: string[]) =>
    Object.fromEntries(names.flatMap((name) => (name in item ? [[name, item[name]]] : [])))
  const isMoved = fields.has('category')
  const isFirstCode = parts.skus[0]?.parts.has('code') || parts.removedSkus.length > 0
  return {
    ...(fields.has('name') && pick('item_name')),
    ...(fields.has('description') && pick('description')),
    ...(fields.has('images') && pick('image')),
    ...(fields.has('package') && pick('weight', 'dimension')),
    ...(fields.has('brand') && pick('brand')),
    ...(isMoved && pick('category_id')),
    ...(isFirstCode && pick('item_sku')),
    // Attributes belong to a category: in another one they have to be given anew.
    ...((isMoved || fields.has('attributes')) && {
      attribute_list: attributesWith(item['attribute_list'] as Attribute[], parts, own, isMoved),
    }),
    ...(fields.has('delivery') && { logistic_info: deliveriesWith(draft, parts, own) }),
  }
}

type Attribute = { attribute_id: number }

/** The list is replaced whole, so that attributes that have not changed are sent as the item has them. */
function attributesWith(
  wanted: Attribute[],
  { attributes, removedAttributes }: Pick<ListingParts, 'attributes' | 'removedAttributes'>,
  own: OwnItem,
  isMoved: boolean,
): object[] {
  const known = new Map(
    (own.attribute_list ?? []).map(({ attribute_id: id, attribute_value_list: values }) => [
      id,
      {
        attribute_id: id,
        attribute_value_list: (values ?? []).map(
          ({ value_id, original_value_name: name, value_unit: unit }) => ({
            value_id,
            ...(name && { original_value_name: name }),
            ...(unit && { value_unit: unit }),
          }),
        ),
      },
    ]),
  )
  const isWritten = ({ attribute_id: id }: Attribute) => attributes.has(String(id))
  const written = wanted.filter(isWritten)
  if (isMoved) return wanted.map((one) => (isWritten(one) ? one : (known.get(one.attribute_id) ?? one)))
  const replaced = new Set(written.map(({ attribute_id: id }) => id))
  const kept = [...known.values()].filter(
    ({ attribute_id: id }) => !replaced.has(id) && !removedAttributes.has(String(id)),
  )
  return [...kept, ...written]
}

/** This list is replaced whole as well: ways of sending that the draft does not switch stay as they are. */
function deliveriesWith(
  { deliveryIds }: ListingDraft,
  { removedDeliveryIds, addedDeliveryIds }: Pick<ListingParts, 'removedDeliveryIds' | 'addedDeliveryIds'>,
  own: OwnItem,
): object[] {
  const rows = own.logistic_info ?? []
  const known = new Set(rows.map(({ logistic_id: id }) => String(id)))
  const kept = rows.map((row) => {
    const id = String(row.logistic_id)
    return {
      ...row,
      enabled: addedDeliveryIds.has(id) || (row.enabled === true && !removedDeliveryIds.has(id)),
    }
  })
  const fresh = deliveryIds.filter((id) => addedDeliveryIds.has(id) && !known.has(id))
  return [...kept, ...fresh.map((id) => ({ logistic_id: Number(id), enabled: true }))]
}
