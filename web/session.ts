import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Reply } from '../contract/endpoints.ts'
import { can, canOpenArea, type GroupPermission, type Permission } from '../model/permissions.ts'
import { api } from './api.ts'
import { meCall } from './me-call.ts'

export type Me = Reply<'GET /users/me'>['data']

const wantedKey = 'wanted-path'
const hintKey = 'signed-in'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await api('GET /users/me', { ...meCall, signal })).data,
  staleTime: 5 * 60_000,
})

export async function signIn(email: string, password: string): Promise<void> {
  await api('POST /authorization', { body: { email, password } })
  localStorage.setItem(hintKey, '1')
}

/** A refusal by the server is ignored: whoever wants to leave, leaves. */
export async function signOut(queries: QueryClient): Promise<void> {
  await api('DELETE /authorization').catch(() => undefined)
  forgetSession(queries)
}

export function forgetSession(queries: QueryClient): void {
  forgetHint()
  queries.clear()
}

/** The cookie cannot be read from here; this only says whether asking the server is worth a request. */
export function maySignedIn(): boolean {
  return localStorage.getItem(hintKey) === '1'
}

export function forgetHint(): void {
  localStorage.removeItem(hintKey)
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

export function allows(me: Me, permission: Permission): boolean {
  return can(rightsOf(me), permission)
}

export function allowsArea(me: Me, area: GroupPermission): boolean {
  return canOpenArea(rightsOf(me), area)
}

function rightsOf(me: Me) {
  return {
    scope: me.scope,
    roles: me.roles,
    permissions: me.permissions,
    groupPermissions: me.group_permissions,
  }
}
