/** Signs in, on the pages of visitors alone. */
import type { BodyInput } from '../contract/endpoints.ts'
import { api, callAs } from './api.ts'
import { language } from './page-language.ts'
import { leftLanguageKey, signedInKey } from './session.ts'

export async function signIn(
  email: string,
  password: string,
  more: Pick<BodyInput<'POST /authorization'>, 'otp' | 'remember'> = {},
): Promise<void> {
  await api('POST /authorization', { body: { email, password, ...more } })
  callAs(undefined)
  await bringLanguage()
  noteSignedIn()
}

/** With what the central home sent the browser back with. Answers where to go on. */
export async function signInWithCode(body: BodyInput<'POST /sso/token'>): Promise<string> {
  const { data } = await api('POST /sso/token', { body })
  callAs(undefined)
  await bringLanguage()
  noteSignedIn()
  return data.redirect
}

/** A language that was chosen before the sign-in is chosen for emails too, as it is behind it. */
async function bringLanguage(): Promise<void> {
  const left = sessionStorage.getItem(leftLanguageKey)
  sessionStorage.removeItem(leftLanguageKey)
  if (left === null || left === language) return
  try {
    const { data: me } = await api('GET /users/me')
    if (me.language === left) await api('PUT /users/me', { body: { language } })
  } catch {
    // Emails stay in their language; the profile has the choice.
  }
}

/** Other tabs hear of a value that changes, so it is the time. */
function noteSignedIn(): void {
  const newValue = String(Date.now())
  localStorage.setItem(signedInKey, newValue)
  dispatchEvent(new StorageEvent('storage', { key: signedInKey, newValue }))
}
