import { request } from 'node:http'
import type { OrderRow, PageState } from './browser/state.ts'

/** Calls of the control page against a sandbox, as its script makes them. */
export function openPage({ url }: { url: string }) {
  const call = async (name: string, body?: object) => {
    const reply = await fetch(`${url}/_sandbox/page${name}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: reply.status, answer: (await reply.json()) as PageState & { error: string } }
  }
  const act = async (name: string, body: object = {}): Promise<PageState> => {
    const { status, answer } = await call(`/${name}`, body)
    if (status !== 200) throw new Error(answer.error)
    return answer
  }
  return {
    state: async (): Promise<PageState> => (await call('')).answer,
    act,
    refusalOf: async (name: string, body: object) => (await call(`/${name}`, body)).status,
    /** Places an order, and returns it as the page shows it among all orders of its shop. */
    async place(channel: string, shop: string): Promise<Pick<OrderRow, 'number'>> {
      const { log } = await act('orders', { channel, shop })
      return { number: log[0]?.order ?? '' }
    },
  }
}

/** One call with headers that fetch does not let through. Returns the status. */
export const statusWith = (url: string, headers: Record<string, string>, method = 'GET'): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { method, headers }, (reply) => {
      reply.resume()
      resolve(reply.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
