import { mostScansPerCall } from '../../../../model/scan-check.ts'
import { ApiError } from '../../../api.ts'
import { type Conflict, nextScans, type ScanBatch, type ScanStore } from './kept-scans.ts'

type Sending = {
  /** Answers the scans that were not counted. */
  post: (scans: ScanBatch) => Promise<Conflict[]>
  explain: (refusal: ApiError, orderId: number) => string
  onSent: (refused: Conflict[]) => void
}

/** Sends kept scans in their order. What the server refuses leaves the queue; throws what is to be tried again. */
export async function sendKeptScans(store: ScanStore, { post, explain, onSent }: Sending): Promise<void> {
  let most = mostScansPerCall
  for (let scans = store.list(); scans.length > 0; scans = store.list()) {
    const batch = nextScans(scans, most)
    let refused: Conflict[]
    try {
      refused = await post(batch)
    } catch (error) {
      if (!(error instanceof ApiError) || !isRefusal(error)) throw error
      const isOneOfMany = error.code === 'validation_failed' && batch.length > 1
      // Each goes alone until the wrong one is found.
      most = isOneOfMany ? 1 : mostScansPerCall
      if (isOneOfMany) continue
      refused = batch.map(({ order_id }) => ({ order_id, why: 'refused', message: explain(error, order_id) }))
    }
    store.drop(new Set(batch.map(({ id }) => id)))
    onSent(refused)
  }
}

/** Sent again it would be refused again; a sign-in, a rest or a server that is back helps the others. */
function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}
