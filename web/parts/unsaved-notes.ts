/** Typed text of an order's note, with the version of the note that it replaces. */
export type NoteDraft = { note: string; version: number }

/** Drafts by user and order: another user who signs in in this tab gets none of them. */
const drafts = new Map<string, NoteDraft>()

/** Notes of the user that are not saved yet: one that could not be saved is there when its order is opened again. */
export function unsavedNotes(userId: number) {
  const keyOf = (orderId: number) => `${userId}/${orderId}`
  return {
    get: (orderId: number) => drafts.get(keyOf(orderId)),
    set: (orderId: number, draft: NoteDraft) => void drafts.set(keyOf(orderId), draft),
    delete: (orderId: number) => void drafts.delete(keyOf(orderId)),
  }
}

/** Nothing that was typed stays in the tab after a sign-out. */
export function dropUnsavedNotes(): void {
  drafts.clear()
}
