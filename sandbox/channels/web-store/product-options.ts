/** Options of a product and their values, which variants choose from. Source: "Products" of the Admin API reference. */
import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { getProduct } from './find-goods.ts'
import { factsOf, optionsOf, type Product } from './goods.ts'
import { readBody } from './read-body.ts'
import type { Row } from './types.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, success } from './wire.ts'

const batchSchema = z.strictObject({
  // An option of the sandbox belongs to one product, so none can be linked by its id.
  add: z.array(z.strictObject({ title: z.string(), values: z.array(z.string()) })).default([]),
  remove: z.array(z.string()).default([]),
  update: z
    .array(
      z.strictObject({
        product_option_id: z.string(),
        add: z.array(z.union([z.string(), z.strictObject({ value: z.string() })])).default([]),
        remove: z.array(z.string()).default([]),
      }),
    )
    .default([]),
})

/** Answers `POST /products/<id>/options/batch`; undefined for any other call. */
export function answerOptionCall(
  name: string,
  productId: string,
  call: AdminCall,
  productReply: () => Row | undefined,
): CallReply | undefined {
  if (name !== `POST /products/${productId}/options/batch`) return undefined
  change(call, getProduct(call, productId))
  return success({ product: productReply() })
}

function change({ shop, store, body }: AdminCall, product: Product): void {
  const { add, remove, update } = readBody(body, batchSchema)
  const options = optionsOf(product)
  const wanted = new Set([...remove, ...update.map((one) => one.product_option_id)])
  const unknown = [...wanted].filter((id) => !options.some((one) => one.id === id))
  if (unknown.length > 0) throw invalid(`Product options with ids: ${unknown.join(', ')} were not found`)
  const kept = options
    .filter(({ id }) => !remove.includes(id))
    .map(({ id, title, values }) => {
      const fresh = update
        .filter((one) => one.product_option_id === id)
        .flatMap((one) => one.add.map((value) => (typeof value === 'string' ? value : value.value)))
      return { title, values: [...new Set([...values, ...fresh])] }
    })
  shop.facts.set(product.id, { ...factsOf(shop, product.id), optionRows: [...kept, ...add] })
  shop.subscriber.send(store, 'product.updated', { id: product.id })
}
