/** Signs in, on the pages of visitors alone. */
import type { BodyInput } from '../contract/endpoints.ts'
import { api } from './api.ts'
import { signedInKey } from './session.ts'

export async function signIn(
  email: string,
  password: string,
  more: Pick<BodyInput<'POST /authorization'>, 'otp' | 'remember'> = {},
): Promise<void> {
  await api('POST /authorization', { body: { email, password, ...more } })
  noteSignedIn()
}

/** With what the central home sent the browser back with. Answers where to go on. */
export async function signInWithCode(body: BodyInput<'POST /sso/token'>): Promise<string> {
  const { data } = await api('POST /sso/token', { body })
  noteSignedIn()
  return data.redirect
}

/** Other tabs hear of a value that changes, so it is the time. */
function noteSignedIn(): void {
  const newValue = String(Date.now())
  localStorage.setItem(signedInKey, newValue)
  dispatchEvent(new StorageEvent('storage', { key: signedInKey, newValue }))
}
