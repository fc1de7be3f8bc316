/**
 * A template as somebody writes it, apart from React: each field reads its own value, so that a keystroke draws one field anew and
 * not the form. What changed is saved by itself.
 */
import { plainTextOf } from '../../../../model/listing-html.ts'
import type { ProductTemplate, TemplateSku } from '../../../../model/product-template.ts'
import type { ShopStep, Template } from '../../../parts/queries/template-queries.ts'
import { isChangedByOther } from '../../../parts/use-version.ts'
import {
  changesOf,
  contentOf,
  isSame,
  mergeContent,
  mergeShops,
  shopsChanged,
  withUnfinished,
} from './draft-changes.ts'

export type DraftParts = { content: ProductTemplate; shops: ShopStep[] }

export type SaveState = 'saved' | 'changed' | 'saving' | 'failed'

export type DraftState = DraftParts & {
  version: string | null
  /** As the server last answered it. */
  base: DraftParts
  /** As it stood a moment ago: what looks at the whole of it would hold up every keystroke. */
  calm: DraftParts
  /** Paths of fields that were left since they were last typed in. */
  left: ReadonlySet<string>
  save: SaveState
  savedAt: number | null
  error: unknown
  /** Somebody else saved it meanwhile. */
  conflict: unknown
  /** Fields, and steps of shops, that both sides changed, with the other one's value. */
  clashes: Clash[]
  /** Counts descriptions that did not come from typing; the editor begins anew with each. */
  revision: number
  canUndo: boolean
  canRedo: boolean
}

export type Clash = { field: keyof ProductTemplate; theirs: unknown } | { field: 'shops'; theirs: ShopStep }

type Changes = Partial<ProductTemplate> & { shop_ids?: number[] }

type Calls = {
  load: () => Promise<Template>
  save: (changes: Changes, version: string | null) => Promise<Template>
  saveShops: (shops: ShopStep[], version: string | null) => Promise<Template>
}

export type TemplateDraft = ReturnType<typeof createDraft>

const mostUndo = 100
const typingMs = 250

export function createDraft(template: Template, calls: Calls) {
  const begun: DraftParts = { content: contentOf(template), shops: template.shops }
  let state: DraftState = {
    ...begun,
    version: template.version,
    base: begun,
    calm: begun,
    left: new Set(),
    save: 'saved',
    savedAt: null,
    error: null,
    conflict: null,
    clashes: [],
    revision: 0,
    canUndo: false,
    canRedo: false,
  }
  let past: DraftParts[] = []
  let future: DraftParts[] = []
  let lastMark: string | undefined
  let running: Promise<void> | undefined
  let calming: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function set(part: Partial<DraftState>, isTyped = false): void {
    const isOther = part.content && part.content.long_description !== state.content.long_description
    const revision = isOther && !isTyped ? state.revision + 1 : state.revision
    state = { ...state, ...part, revision, canUndo: past.length > 0, canRedo: future.length > 0 }
    if (state.calm.content !== state.content || state.calm.shops !== state.shops) calmLater()
    for (const listener of listeners) listener()
  }

  function calmLater(): void {
    clearTimeout(calming)
    calming = setTimeout(() => set({ calm: { content: state.content, shops: state.shops } }), typingMs)
  }

  /** `mark`: consecutive changes with the same one are undone together. */
  function put(parts: Partial<DraftParts>, mark?: string): void {
    if (mark === undefined || mark !== lastMark) {
      past = [...past.slice(1 - mostUndo), { content: state.content, shops: state.shops }]
    }
    lastMark = mark
    future = []
    const left = new Set(state.left)
    if (mark !== undefined) left.delete(mark)
    set({ ...parts, left, save: state.save === 'saving' ? 'saving' : 'changed' }, mark === 'long_description')
  }

  function change(part: Partial<ProductTemplate>, mark?: string): void {
    const text =
      part.long_description === undefined
        ? {}
        : { long_description_content: plainTextOf(part.long_description) }
    put({ content: { ...state.content, ...part, ...text } }, mark)
  }

  function changeSku(at: number, part: Partial<TemplateSku>, mark?: string): void {
    const skus = state.content.skus.map((sku, place) => (place === at ? { ...sku, ...part } : sku))
    put({ content: { ...state.content, skus } }, mark)
  }

  function changeShop(shopId: number, part: Partial<ShopStep>, mark?: string): void {
    const shops = state.shops.map((shop) => (shop.shop_id === shopId ? { ...shop, ...part } : shop))
    put({ shops }, mark)
  }

  function leave(path: string): void {
    lastMark = undefined
    if (!state.left.has(path)) set({ left: new Set([...state.left, path]) })
  }

  function travel(from: DraftParts[], to: DraftParts[]): void {
    const parts = from.pop()
    if (!parts) return
    to.push({ content: state.content, shops: state.shops })
    lastMark = undefined
    set({ ...parts, save: 'changed' })
  }

  const isDirty = () =>
    Object.keys(changesOf(state.base.content, state.content)).length > 0 ||
    shopsChanged(state.base.shops, state.shops).length > 0

  async function saveOnce(): Promise<void> {
    const sent = { content: state.content, shops: state.shops }
    const changes = changesOf(state.base.content, sent.content)
    const shops = shopsChanged(state.base.shops, sent.shops)
    set({ save: 'saving', error: null })
    if (Object.keys(changes).length > 0)
      rebase(await calls.save(changes, state.version), { ...sent, shops: state.base.shops })
    if (shops.length > 0) rebase(await calls.saveShops(shops, state.version), sent)
  }

  /** Takes over what the server made of what was sent, except where somebody has typed on. */
  function rebase(answer: Template, sent: DraftParts): void {
    const next = { content: contentOf(answer), shops: answer.shops }
    const content = mergeContent(sent.content, state.content, next.content).content
    const shops = answer.shops.map((shop) => {
      const [mine, before] = [state.shops, sent.shops].map((list) =>
        list.find((one) => one.shop_id === shop.shop_id),
      )
      if (!mine) return shop
      return isSame(mine, before) ? withUnfinished(shop, mine) : { ...mine, id: shop.id }
    })
    set({ content, shops, base: next, version: answer.version })
  }

  async function saveAll(): Promise<void> {
    while (isDirty() && state.conflict === null) {
      try {
        await saveOnce()
        set({ save: 'saved', savedAt: Date.now() })
      } catch (error) {
        set({ save: 'failed', ...(isChangedByOther(error) ? { conflict: error } : { error }) })
        return
      }
    }
    if (state.save === 'changed' && !isDirty()) set({ save: 'saved' })
  }

  /** Saves until nothing is left to save, one request at a time: a second one would be over an older version. */
  async function save(): Promise<void> {
    running ??= saveAll().finally(() => (running = undefined))
    await running
  }

  /** The shops that the template is for. One that comes back has its step as the server kept it. */
  async function chooseShops(ids: number[]): Promise<void> {
    await save()
    if (isDirty()) return
    const choose = async () => {
      const before = state.base.shops
      const sent = { content: state.content, shops: state.shops }
      rebase(await calls.save({ shop_ids: ids }, state.version), sent)
      // Undone, an earlier change must not bring back who was left out.
      const joined = (mine: DraftParts) => ({
        ...mine,
        shops: mergeShops(before, mine.shops, state.base.shops).shops,
      })
      past = past.map(joined)
      future = future.map(joined)
      await saveAll()
    }
    running = choose().finally(() => (running = undefined))
    await running
  }

  async function reload(): Promise<void> {
    const template = await calls.load()
    const next = { content: contentOf(template), shops: template.shops }
    const { base } = state
    // Undone, what I alone had changed comes back; what they changed stays.
    past = [...past, { content: state.content, shops: state.shops }].map((mine) => ({
      content: mergeContent(base.content, next.content, mine.content).content,
      shops: mergeShops(base.shops, next.shops, mine.shops).shops,
    }))
    future = []
    set({ ...next, base: next, version: template.version, ...settled })
  }

  /** Keeps fields that only one side changed as that side has them, and answers the others for a choice. */
  async function merge(): Promise<void> {
    const template = await calls.load()
    const next = { content: contentOf(template), shops: template.shops }
    const { base } = state
    const joined = (mine: DraftParts) => ({
      content: mergeContent(base.content, mine.content, next.content),
      shops: mergeShops(base.shops, mine.shops, next.shops),
    })
    // An earlier state, undone to, must not take back what they changed.
    const joinedParts = (mine: DraftParts): DraftParts => {
      const { content, shops } = joined(mine)
      return { content: content.content, shops: shops.shops }
    }
    past = past.map(joinedParts)
    future = future.map(joinedParts)
    const { content, shops } = joined(state)
    const clashes: Clash[] = [
      ...content.clashes,
      ...shops.clashes.map((theirs) => ({ field: 'shops' as const, theirs })),
    ]
    const parts = { content: content.content, shops: shops.shops }
    set({ ...parts, base: next, version: template.version, ...settled, clashes, save: 'changed' })
    if (clashes.length === 0) await save()
  }

  function settle(clash: Clash, isTheirs: boolean): void {
    if (!state.clashes.includes(clash)) return
    set({ clashes: state.clashes.filter((one) => one !== clash) })
    if (!isTheirs) return
    if (clash.field === 'shops') changeShop(clash.theirs.shop_id, clash.theirs)
    else change({ [clash.field]: clash.theirs })
  }

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change,
    changeSku,
    changeShop,
    changeShops: (shops: ShopStep[], mark?: string) => put({ shops }, mark),
    leave,
    leaveAll: (paths: string[]) => set({ left: new Set([...state.left, ...paths]) }),
    undo: () => travel(past, future),
    redo: () => travel(future, past),
    isDirty,
    save: async () => {
      // A choice that waits must not be saved over.
      if (state.clashes.length === 0) await save()
    },
    chooseShops,
    /** Tells of what somebody else saved, found by something else than saving. */
    conflictWith: (error: unknown) => set({ conflict: error }),
    reload,
    merge,
    settle,
  }
}

const settled: Pick<DraftState, 'conflict' | 'clashes' | 'error' | 'save'> = {
  conflict: null,
  clashes: [],
  error: null,
  save: 'saved',
}
