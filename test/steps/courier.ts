/** A courier and its emulation, for tests of one against the other. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { ChannelError } from '../../connectors/channel-error.ts'
import { createTokenStore } from '../../connectors/courier.ts'
import type { Courier, CourierSession, CourierWebhook } from '../../connectors/courier.ts'
import { createHttp } from '../../connectors/http.ts'
import { moveShipment } from '../../model/delivery.ts'
import type { ShipmentEvent } from '../../model/delivery.ts'
import { startSandbox, type Sandbox } from '../../sandbox/server.ts'

export type CourierBench = AsyncDisposable & {
  sandbox: Sandbox
  session: CourierSession
  /** With some keys or settings otherwise. */
  sessionWith(keys: Record<string, string>, settings?: Record<string, string>): CourierSession
  control<T = unknown>(path: string, body?: object): Promise<T>
  faults(plan: object): Promise<void>
  /** Lets things happen to a parcel, one after the other. */
  advance(number: string, ...steps: string[]): Promise<void>
  /** Reads a parcel's state from its tracking. */
  stateOf(number: string): Promise<string>
  parcels(): Promise<{ number: string; reference: string; state: string }[]>
  /** Messages that the courier posted to a real port, once nothing more is on its way. */
  pushed(): Promise<CourierWebhook[]>
}

export async function startCourierBench(
  courier: Courier,
  {
    keys,
    settings,
  }: { keys: Record<string, string>; settings: (sandboxUrl: string) => Record<string, string> },
): Promise<CourierBench> {
  const sandbox = await startSandbox({ load: 'none' })
  const sessionWith = (other: Record<string, string>, more: Record<string, string> = {}): CourierSession => ({
    settings: { ...settingsOf(courier), ...settings(sandbox.url), ...more },
    keys: { ...standardKeys(courier), ...keys, ...other },
    http: createHttp({ timeoutMs: 3000 }),
    now: () => new Date(sandbox.clock.nowMs()),
    tokens: createTokenStore(),
  })
  const session = sessionWith({})
  const got: CourierWebhook[] = []
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as CourierWebhook['headers']
      got.push({ keys: session.keys, headers, body: Buffer.concat(chunks).toString() })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const hookUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hooks`

  async function ask<T>(path: string, body?: object): Promise<T> {
    const reply = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${text}`)
    return JSON.parse(text) as T
  }

  const bench: CourierBench = {
    sandbox,
    session,
    sessionWith,
    control: (path, body) => ask(`${courier.code}/${path}`, body),
    faults: async (plan) => void (await ask('faults', plan)),
    async advance(number, ...steps) {
      for (const step of steps) await bench.control(`parcels/${number}/advance`, { step })
    },
    async stateOf(number) {
      const found = (await courier.track?.(session, [number])) ?? []
      return stateAfter(found.find((one) => one.trackingNumber === number)?.events ?? [])
    },
    parcels: async () =>
      (
        await ask<{ parcels: { number: string; reference: string; state: string }[] }>(
          `oracle/${courier.code}/parcels`,
        )
      ).parcels,
    async pushed() {
      await bench.control('pushes')
      return got.splice(0)
    },
    async [Symbol.asyncDispose]() {
      await sandbox.close()
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
  if (courier.webhooks)
    await bench.control('webhooks', { url: hookUrl, headers: { 'x-console-secret': 'hook-secret' } })
  return bench
}

const settingsOf = ({ settings }: Courier): Record<string, string> =>
  Object.fromEntries(settings.map(({ name, default: standard = '' }) => [name, standard]))

const standardKeys = ({ keys }: Courier): Record<string, string> =>
  Object.fromEntries(keys.flatMap(({ name, standard }) => (standard === undefined ? [] : [[name, standard]])))

/** `status` or `status (flag)`. */
export function stateAfter(events: readonly ShipmentEvent[]): string {
  const { status, flag } = moveShipment({ status: 'booked', at: null }, events)
  return flag ? `${status} (${flag})` : status
}

/** Answers the parcel's state after all messages, read one by one as they come. */
export function stateOfPushes({ webhooks }: Courier, messages: readonly CourierWebhook[]): string {
  let state: ReturnType<typeof moveShipment> = { status: 'booked', at: null }
  for (const message of messages) {
    expect(webhooks?.verify(message)).toBe(true)
    for (const { events } of webhooks?.read(message) ?? []) state = moveShipment(state, events)
  }
  return state.flag ? `${state.status} (${state.flag})` : state.status
}

export async function failureOf(work: Promise<unknown>): Promise<ChannelError> {
  const error: unknown = await work.then(
    () => new Error('it did not fail'),
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(ChannelError)
  return error as ChannelError
}
