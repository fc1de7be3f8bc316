import { storageEnding } from './list-search.ts'

/** For a sign-out: the next reader may have none of the shops that a list is narrowed to, and begins with all rows. */
export function forgetStoredFilters(): void {
  for (const key of Object.keys(localStorage)) if (key.endsWith(storageEnding)) localStorage.removeItem(key)
}
