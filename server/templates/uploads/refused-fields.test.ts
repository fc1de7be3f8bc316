/** The result of publishing leads to the fields of the template, whatever words the channel has for them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { linkKind, publishingKinds, writeFor } from '../../../test/steps/publishing-kinds.ts'

const { lazada } = publishingKinds
let running: TestConsole
let seller: Account
beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await linkKind(running, seller, lazada)
}, 60_000)
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
}, 60_000)
