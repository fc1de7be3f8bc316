import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { expectContract } from '../../../test/contract.ts'

let running: TestConsole
let owner: Account
let member: Account
let memberId: number

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  owner = await running.signUp('owner')
  member = await running.addStaff(owner.ownerId, { email: 'member@example.test', role: 'viewer' })
  memberId = (await member.call('GET /users/me')).at('data.id')
})
afterAll(() => running?.stop())

const picture = (width: number, height = width, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#0f6e67' } })
    .toFormat(format)
    .withExif({ IFD0: { Copyright: 'where it was taken' } })
    .toBuffer()

async function upload(as: Account, id: number, bytes: Uint8Array, field = 'avatar') {
  const form = new FormData()
  form.append(field, new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' }))
  const path = `/users/${id}/update-avatar`
  const reply = await fetch(`${running.url}/api/v2${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'x-localization': 'en' },
    body: form,
  })
  const body = (await reply.json()) as { data?: { profile_picture: string }; invalid_fields?: object }
  expectContract('POST', path, reply, body)
  return { status: reply.status, picture: body.data?.profile_picture ?? '', fields: body.invalid_fields }
}

const get = (as: Account, path: string) =>
  fetch(running.url + path, { headers: { authorization: `Bearer ${as.token}` } })

describe('a picture', () => {
  it.each(['png', 'jpeg'] as const)('that is a %s is drawn anew, small and square', async (format) => {
    const saved = await upload(member, memberId, await picture(400, 300, format))
    expect(saved.status).toBe(200)
    expect((await member.call('GET /users/me')).at('data.profile_picture')).toBe(saved.picture)
    const file = await get(owner, saved.picture)
    expect(file.headers.get('content-type')).toBe('image/webp')
    expect(file.headers.get('cache-control')).toContain('private')
    const drawn = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
    expect([drawn.width, drawn.height, drawn.exif]).toEqual([256, 256, undefined])
  })

  it('has a new address each time, so that nobody sees the old one', async () => {
    const first = await upload(member, memberId, await picture(200))
    const second = await upload(member, memberId, await picture(220))
    expect(second.picture).not.toBe(first.picture)
    const people = await owner.call('GET /users?keyword=member')
    expect(people.at('data.0.profile_picture')).toBe(second.picture)
  })

  it('gives way to initials', async () => {
    const { picture: address } = await upload(member, memberId, await picture(200))
    expect((await member.call(`DELETE /users/${memberId}/avatar`)).status).toBe(200)
    expect((await member.call('GET /users/me')).at('data.profile_picture')).toBeNull()
    expect((await get(member, address)).status).toBe(404)
  })
})

describe('what is refused', () => {
  const wordsOf = async (bytes: Uint8Array) => (await upload(member, memberId, bytes)).fields

  it('says why', async () => {
    const type = { avatar: 'Choose a PNG or JPEG photo' }
    const sides = { avatar: 'The photo must be 100 to 5,000 pixels wide and high' }
    expect(await wordsOf(await picture(200, 200, 'webp'))).toEqual(type)
    expect(await wordsOf(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual(type)
    // Begins like one and is none.
    expect(await wordsOf((await picture(300)).subarray(0, 60))).toEqual(type)
    expect(await wordsOf(await picture(99))).toEqual(sides)
    expect(await wordsOf(await picture(5001, 100))).toEqual(sides)
    expect(await wordsOf(new Uint8Array())).toEqual({ avatar: 'Choose a photo' })
    expect((await upload(member, memberId, await picture(200), 'other')).fields).toEqual({
      avatar: 'Choose a photo',
    })
    const large = Buffer.concat([await picture(200), Buffer.alloc(1_000_000)])
    expect(await wordsOf(large)).toEqual({ avatar: 'The photo must be 1 MB or smaller' })
    const endless = await upload(member, memberId, Buffer.alloc(1_200_000))
    expect([endless.status, endless.fields]).toEqual([422, { avatar: 'The photo must be 1 MB or smaller' }])
  })

  it('is that of somebody whom one does not manage', async () => {
    const ownerId = (await owner.call('GET /users/me')).at<number>('data.id')
    expect((await upload(member, ownerId, await picture(200))).status).toBe(403)
    expect((await upload(owner, memberId, await picture(200))).status).toBe(200)
    const stranger = await running.signUp('stranger')
    expect((await upload(stranger, memberId, await picture(200))).status).toBe(404)
    expect((await get(stranger, `/api/v2/users/${memberId}/avatar`)).status).toBe(404)
  })
})
