import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api.ts'
import { emptyShopTemplate, emptyTemplate, type ProductTemplate } from '../../../../model/product-template.ts'
import type { Template } from '../../../parts/queries/template-queries.ts'
import { withPhoto } from './draft-changes.ts'
import { createDraft } from './template-draft.ts'

/** A server that keeps one template, and refuses what is over an older version. */
function createServer() {
  let content: ProductTemplate = { ...emptyTemplate([2]), name: 'Kettle' }
  let version = 0
  let shops = [7, 8].map((id) => ({ ...emptyShopTemplate(id), id, platform_id: 2 }))
  const answer = () => ({ ...content, id: 1, shops, version: String(version) }) as unknown as Template
  const save = async (changes: Partial<ProductTemplate>, over: string | null) => {
    await Promise.resolve()
    if (over !== String(version)) throw new ApiError({ status: 409, code: 'changed_by_other' })
    content = { ...content, ...(JSON.parse(JSON.stringify(changes)) as typeof changes) }
    version += 1
    return answer()
  }
  const saveShops = async (changed: typeof shops, over: string | null) => {
    await Promise.resolve()
    if (over !== String(version)) throw new ApiError({ status: 409, code: 'changed_by_other' })
    shops = shops.map((shop) => changed.find(({ id }) => id === shop.id) ?? shop)
    version += 1
    return answer()
  }
  const calls = { load: async () => answer(), save, saveShops }
  return { open: () => createDraft(answer(), calls), get: () => content, getShops: () => shops }
}

describe('a draft', () => {
  it('saves what is typed during a save in a request of its own, over the version that the first one made', async () => {
    const server = createServer()
    const draft = server.open()
    draft.change({ name: 'Kettle of Ipoh' }, 'name')
    const first = draft.save()
    draft.change({ package_weight: 2 }, 'package_weight')
    await Promise.all([first, draft.save(), draft.save()])
    expect(server.get()).toMatchObject({ name: 'Kettle of Ipoh', package_weight: 2 })
    expect(draft.get()).toMatchObject({ save: 'saved', conflict: null })
  })

  it('keeps a number that is still being typed when the answer of a save comes', async () => {
    const server = createServer()
    const draft = server.open()
    // "49,": no number as yet, which JSON knows as nothing.
    const price = () => draft.get().content.skus[0]?.price
    for (const name of ['Kettle of Ipoh', 'Kettle of Perak']) {
      draft.change({ name }, 'name')
      const saved = draft.save()
      draft.changeSku(0, { price: Number.NaN }, 'skus.0.price')
      await saved
      expect([name, price()]).toEqual([name, Number.NaN])
    }
    draft.changeSku(0, { seller_sku: 'KETTLE-1' }, 'skus.0.seller_sku')
    await draft.save()
    expect([price(), draft.get().save]).toEqual([Number.NaN, 'saved'])
    expect(server.get().skus[0]).toMatchObject({ seller_sku: 'KETTLE-1', price: null })
  })

  it('joins the fields that one side changed, and asks about those that both did', async () => {
    const server = createServer()
    const [mine, theirs] = [server.open(), server.open()]
    theirs.change({ name: 'Theirs', package_width: 4 })
    await theirs.save()
    mine.change({ name: 'Mine', package_length: 9 })
    await mine.save()
    expect(mine.get().conflict).not.toBeNull()
    await mine.merge()
    expect(mine.get().clashes).toEqual([{ field: 'name', theirs: 'Theirs' }])
    expect(mine.get().content).toMatchObject({ name: 'Mine', package_width: 4, package_length: 9 })
    await mine.save()
    expect(server.get().name).toBe('Theirs')
    const [clash] = mine.get().clashes
    if (clash) mine.settle(clash, false)
    await mine.save()
    expect(server.get()).toMatchObject({ name: 'Mine', package_width: 4, package_length: 9 })
  })

  it('takes back by undo what one has written, and never what the other side has', async () => {
    for (const way of ['merge', 'reload'] as const) {
      const server = createServer()
      const [mine, theirs] = [server.open(), server.open()]
      theirs.change({ package_width: 4 })
      await theirs.save()
      mine.change({ package_length: 8 }, 'package_length')
      mine.change({ package_height: 2 }, 'package_height')
      await mine.save()
      await mine[way]()
      mine.undo()
      await mine.save()
      expect(server.get()).toMatchObject({ package_width: 4, package_length: 8 })
      expect(server.get().package_height).toBe(way === 'merge' ? null : 2)
    }
  })

  it('joins the steps of shops field by field, and asks about one in which both changed the same', async () => {
    const server = createServer()
    const [mine, theirs] = [server.open(), server.open()]
    theirs.changeShop(7, { platform_category_id: '11' })
    theirs.changeShop(8, { platform_category_id: '12' })
    await theirs.save()
    mine.changeShop(7, { is_cod_allowed: 1 })
    mine.changeShop(8, { platform_category_id: '13' })
    await mine.save()
    await mine.merge()
    const { clashes, shops } = mine.get()
    expect(shops).toMatchObject([
      { platform_category_id: '11', is_cod_allowed: 1 },
      { platform_category_id: '13' },
    ])
    expect(clashes).toMatchObject([{ field: 'shops', theirs: { shop_id: 8, platform_category_id: '12' } }])
    for (const clash of clashes) mine.settle(clash, true)
    await mine.save()
    expect(server.getShops()).toMatchObject([
      { platform_category_id: '11', is_cod_allowed: 1 },
      { platform_category_id: '12' },
    ])
  })

  it('shows variants with no photo that was cropped or taken away', () => {
    const draft = createServer().open()
    const photo = (name: string) => ({ image_id: null, image_url: `/${name}.jpg` })
    const [front, back] = [photo('front'), photo('back')]
    draft.change({ images: [front, back], images_shopee: [front] })
    draft.changeSku(0, { images: [front] })
    draft.change(withPhoto(draft.get().content, 'images_shopee', front.image_url, null))
    expect(draft.get().content.skus[0]?.images).toEqual([front])
    draft.change(withPhoto(draft.get().content, 'images', front.image_url, photo('cropped')))
    expect(draft.get().content).toMatchObject({ images: [photo('cropped'), back], images_shopee: [] })
    expect(draft.get().content.skus[0]?.images).toEqual([photo('cropped')])
    draft.change(withPhoto(draft.get().content, 'images', '/cropped.jpg', null))
    expect(draft.get().content.skus[0]?.images).toEqual([])
  })

  it('undoes typing in one field as one step', () => {
    const draft = createServer().open()
    for (const name of ['K', 'Ke', 'Ket']) draft.change({ name }, 'name')
    draft.undo()
    expect(draft.get().content.name).toBe('Kettle')
    draft.redo()
    expect(draft.get().content.name).toBe('Ket')
  })
})
