/** The result of publishing leads to the fields of the template, whatever words the channel has for them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { emptySku } from '../../../model/product-template.ts'
import { linkKind, publishingKinds, writeFor } from '../../../test/steps/publishing-kinds.ts'
import { uploadPhoto } from '../../../test/steps/template-photo.ts'

const { lazada, shopee, tiktok } = publishingKinds
let running: TestConsole
let seller: Account
beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await running.control('delays', { audit_seconds: 0 }, 'tiktok')
  for (const kind of [lazada, shopee, tiktok]) await linkKind(running, seller, kind)
})
afterAll(() => running?.stop())

type Upload = {
  upload_status: { code: string }
  error: string | null
  fields: { field: string; message: string }[]
  requested_at: string | null
}

async function publish(id: number): Promise<Upload> {
  const asked = await seller.call(`POST /product-template/${id}/upload-to-platform`, {})
  expect([asked.status, asked.body]).toEqual([202, expect.anything()])
  return until('the upload to end', async () => {
    const [upload] = (await seller.call(`GET /product-template/${id}`)).at<Upload[]>('data.uploads')
    const isOpen = ['queued', 'uploading'].includes(upload?.upload_status.code ?? '')
    return isOpen ? undefined : upload
  })
}

it('an attribute that the channel does not take away is told of, with the way to it', async () => {
  const more = {
    attribute_id: 'country_of_origin',
    name: 'country_of_origin',
    value_id: null,
    value: 'Malaysia',
    unit: null,
  }
  const { id, stepId } = await writeFor(running, seller, lazada, 'KEPT-1', {
    step: { required_attributes: [...lazada.attributes, more] },
  })
  await running.control('attributes', { kept: ['country_of_origin'] }, 'lazada')
  expect(await publish(id)).toMatchObject({ upload_status: { code: 'uploaded' }, fields: [] })
  await seller.call(`PUT /shop-product-template/${stepId}`, { required_attributes: lazada.attributes })
  const told = await publish(id)
  expect(told).toMatchObject({
    upload_status: { code: 'uploaded' },
    fields: [
      {
        field: 'required_attributes.country_of_origin',
        message: expect.stringContaining('Lazada did not clear') as string,
      },
    ],
  })
  // The next upload that has nothing of the sort to tell takes it away.
  await running.control('attributes', { kept: [] }, 'lazada')
  await seller.call(`PUT /product-template/${id}`, { name: 'Furoshiki cloth for wrapping all the gifts' })
  expect((await publish(id)).fields).toEqual([])
})

it('the preview says that a picture of a variant stays, and the result leads to it', async () => {
  const image = await uploadPhoto(running, seller, '#993333')
  const own = { ...emptySku([]), seller_sku: 'KEPT-2', price: 19.9, quantity: 12 }
  const { id, stepId } = await writeFor(running, seller, lazada, 'KEPT-2', {
    template: { short_description: 'Folds to a bag', skus: [{ ...own, images: [image] }] },
  })
  expect(await publish(id)).toMatchObject({ upload_status: { code: 'uploaded' }, fields: [] })
  await seller.call(`PUT /product-template/${id}`, { short_description: '', skus: [own] })
  const differences = await seller.call(`GET /shop-product-template/${stepId}/differences`)
  expect(differences.at('data')).toMatchObject([
    { field: 'short_description', is_sent: true },
    {
      field: 'sku_image',
      sku: 'KEPT-2',
      next: null,
      is_sent: false,
      reason: expect.stringContaining('not removed') as string,
    },
  ])
  expect((await publish(id)).fields).toEqual([
    { field: 'skus.0.images', message: expect.stringContaining('Seller Center') as string },
  ])
})

/** The channel does not tell what its category asks for, so that nothing is known to be wrong before it is sent. */
const silent =
  '/get_attribute_tree$|/category/attributes/get$|/product/202309/categories/\\d+/(attributes|rules)$|/get_item_limit$'
const setFaults = (plan: object) =>
  fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body: JSON.stringify(plan) })

it.each([
  [{ ...lazada, category: '10000336' }, 'occasion', 'Material is required', 'required_attributes.material'],
  [shopee, '100113', 'Material', 'required_attributes'],
  [tiktok, '100013', 'product_attributes.100011', 'required_attributes.100011'],
])('a refusal of $code is told in its words and leads to the field', async (kind, given, words, path) => {
  await setFaults({ pattern: silent, server_error: 1 })
  const required = kind.attributes.filter((one) => one.attribute_id === given)
  const step = { required_attributes: required }
  const { id } = await writeFor(running, seller, kind, `WORDS-${kind.code}`.toUpperCase(), { step })
  const told = await publish(id)
  await setFaults({})
  expect(told).toMatchObject({
    upload_status: { code: 'failed' },
    error: expect.stringContaining(words) as string,
    fields: [{ field: path }],
  })
})
