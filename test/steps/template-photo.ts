/** Pictures of templates, uploaded as a browser does it. */
import sharp from 'sharp'
import { expect } from 'vitest'
import { expectContract } from '../contract.ts'
import type { Account, TestConsole } from '../start-test-console.ts'

/** Uploads a picture of one colour. */
export async function uploadPhoto(
  { url }: Pick<TestConsole, 'url'>,
  { token }: Pick<Account, 'token'>,
  background: string,
): Promise<{ image_id: string | null; image_url: string }> {
  const plain = { create: { width: 800, height: 800, channels: 3 as const, background } }
  const form = new FormData()
  form.append(
    'image',
    new File([Uint8Array.from(await sharp(plain).png().toBuffer())], 'x.png', { type: 'image/png' }),
  )
  const path = '/product-template/upload-image'
  const headers = { authorization: `Bearer ${token}`, 'x-localization': 'en' }
  const reply = await fetch(`${url}/api/v2${path}`, { method: 'POST', headers, body: form })
  const answer = (await reply.json()) as { data: { image_url: string } }
  expectContract('POST', path, reply, answer)
  expect(reply.status).toBe(200)
  return { image_id: null, image_url: answer.data.image_url }
}
