import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Reply } from '../contract/endpoints.ts'
import { can, canOpenArea, type GroupPermission, type Permission } from '../model/permissions.ts'
import { api, callAs } from './api.ts'
import { afterReading } from './console-queries.ts'
import { meCall } from './me-call.ts'
import type { Language } from '../model/language.ts'
import { language, locale, openInLanguage } from './page-language.ts'
import { writeNumbersAs } from './parts/figures.ts'

export type Me = Reply<'GET /users/me'>['data']

const wantedKey = 'wanted-path'
export const signedInKey = 'signed-in'
const endedKey = 'session-ended'
export const leftLanguageKey = 'left-language'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const { data } = await api('GET /users/me', { ...meCall, signal })
    callAs(data.id)
    writeNumbersAs(data.number_format === 'language' ? locale : undefined)
    return data
  },
  staleTime: 5 * 60_000,
})

const rightsRestMs = 10_000

/** Reads the rights of the user again, which somebody may have changed, so that the page offers what is left of them. */
export function renewRights(queries: QueryClient): void {
  const { dataUpdatedAt: readAt } = queries.getQueryState(meQuery.queryKey) ?? {}
  if (!readAt || Date.now() - readAt < rightsRestMs) return
  void queries.invalidateQueries({ queryKey: meQuery.queryKey, refetchType: 'all' }, afterReading)
}

/** Emails go along as long as they come in the language that is left; another choice of the profile stays. */
export function switchLanguage(queries: QueryClient, next: Language): void {
  const open = () => openInLanguage(next)
  const me = queries.getQueryData(meQuery.queryKey)
  // Read after the sign-in. The first one, where several were left.
  if (!me) sessionStorage[leftLanguageKey] ??= language
  if (me?.language !== language) return open()
  void api('PUT /users/me', { body: { language: next } }).then(open, open)
}

const longestPath = 1500

/** The same as an address has it; home for what is none of ours, or longer than can be kept on the way. */
function localPath(path: string): string {
  const url = URL.canParse(path, location.origin) ? new URL(path, location.origin) : null
  const own = url?.origin === location.origin ? url.pathname + url.search + url.hash : ''
  return /^\/(?!\/)/.test(own) && own.length <= longestPath ? own : '/'
}

/** Answers the address of the central home's sign-in, which sends the user back to `redirect`. */
export async function centralSignInUrl(redirect: string): Promise<string> {
  const { data } = await api('GET /sso/authorize-url', { query: { redirect: localPath(redirect) } })
  return data.url
}

/**
 * A refusal by the server is ignored: whoever wants to leave, leaves. Answers where the session of the central home ends;
 * null where there is none.
 */
export async function endSession(): Promise<string | null> {
  const ended = await api('DELETE /authorization').catch(() => undefined)
  return ended?.data?.sign_out_url ?? null
}

/** Things that a page needs when it is loaded anew without a network. They are gone with the tab. */
const reloadKeys = { me: 'reload-me', station: 'reload-scan-station' } as const
type ReloadPart = keyof typeof reloadKeys

export function keepForReload(part: ReloadPart, value: unknown): void {
  try {
    sessionStorage.setItem(reloadKeys[part], JSON.stringify(value))
  } catch {
    // The browser has no room for it: the page then needs the network once it is loaded anew.
  }
}

export function keptForReload<T>(part: ReloadPart): T | undefined {
  const text = sessionStorage.getItem(reloadKeys[part])
  return text === null ? undefined : (JSON.parse(text) as T)
}

/** Makes the page work for the reader whom this tab knew, until the server answers. False: it knew nobody. */
export function restoreMe(queries: QueryClient): boolean {
  const me = keptForReload<Me>('me')
  if (!me) return false
  callAs(me.id)
  writeNumbersAs(me.number_format === 'language' ? locale : undefined)
  queries.setQueryData(meQuery.queryKey, me, { updatedAt: 0 })
  return true
}

/** Forgets what the browser keeps of the session. The page goes on with what it has. */
export function forgetKept(): void {
  forgetSignedIn()
  for (const key of Object.values(reloadKeys)) sessionStorage.removeItem(key)
}

export function forgetSession(queries: QueryClient): void {
  forgetKept()
  queries.clear()
}

/** The cookie cannot be read from here; this only says whether asking the server is worth a request. */
export function maySignedIn(): boolean {
  return localStorage.getItem(signedInKey) !== null
}

/** Calls once somebody has signed in, in this tab or another. */
export function onceSignedIn(tell: () => void): void {
  const end = new AbortController()
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key !== signedInKey || newValue === null) return
    end.abort()
    tell()
  }
  addEventListener('storage', hear, { signal: end.signal })
}

export function forgetSignedIn(): void {
  localStorage.removeItem(signedInKey)
}

/** The page that a signed-out visitor asked for, given back once. */
export const wanted = {
  remember(path: string) {
    sessionStorage.setItem(wantedKey, path)
  },
  take(): string | null {
    const path = sessionStorage.getItem(wantedKey)
    sessionStorage.removeItem(wantedKey)
    return path
  },
}

/** Why the sign-in page opens, which it says once. */
export const endedSession = {
  note() {
    sessionStorage.setItem(endedKey, '1')
  },
  take(): boolean {
    const isNoted = sessionStorage.getItem(endedKey) !== null
    sessionStorage.removeItem(endedKey)
    return isNoted
  },
}

/** Work on the page that is not saved, which would be lost with the page. */
const told = new Set<() => void>()

/** While there is such work: `tell` is called when the session has ended. Answers the end of it. */
export function holdPage(tell: () => void): () => void {
  told.add(tell)
  return () => void told.delete(tell)
}

/** Answers whether there is such work. */
export function isPageHeld(): boolean {
  return told.size > 0
}

/** Tells those who work on the page that the session has ended. Answers whether there is anybody. */
export function tellSessionEnded(): boolean {
  for (const tell of told) tell()
  return isPageHeld()
}

/** Work on the page that a sign-out would lose. */
const asked = new Set<() => Promise<boolean>>()

/** `ask` is called before a sign-out, and answers whether it may go on. Answers the end of it. */
export function beforeSignOut(ask: () => Promise<boolean>): () => void {
  asked.add(ask)
  return () => void asked.delete(ask)
}

export async function maySignOut(): Promise<boolean> {
  for (const ask of asked) if (!(await ask())) return false
  return true
}

export function allows(me: Me, permission: Permission): boolean {
  return can(rightsOf(me), permission)
}

export function allowsArea(me: Me, area: GroupPermission): boolean {
  return canOpenArea(rightsOf(me), area)
}

export function rightsOf(me: Me) {
  return {
    id: me.id,
    shopIds: me.shop_ids,
    scope: me.scope,
    roles: me.roles,
    permissions: me.permissions,
    groupPermissions: me.group_permissions,
  }
}
