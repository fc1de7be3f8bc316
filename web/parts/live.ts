import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { OrderChange, RealtimeMessage } from '../../contract/realtime.ts'
import { type RealtimeChannel, realtimeChannels } from '../../model/realtime-channels.ts'

/**
 * State of the server's event stream. While it is broken, every listener is called without an event each 15 s, which
 * means: poll.
 */
export type LiveState = 'connecting' | 'live' | 'polling'

const pollMs = 15_000
/** The server speaks as soon as the stream is open, and then every 20 s. A proxy that collects what it passes on is silent for longer. */
const firstWordMs = 10_000
const silenceMs = 50_000
const gatherMs = 150
const skewMs = 2000
/** Several are one list that stays the same. */
export type LiveChannels = RealtimeChannel | readonly RealtimeChannel[]
/** Channels of the figures of products and SKUs on a screen. */
export const goodsChannels = ['product.change', 'stock.change'] as const
type Listener = (value: unknown) => void
const listeners = new Map<RealtimeChannel, Set<Listener>>(realtimeChannels.map((name) => [name, new Set()]))
const watchers = new Set<() => void>()
let state: LiveState = 'connecting'

/** Opens the stream; the returned function closes it. */
export function connectLive(): () => void {
  let source: EventSource | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let wait: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  function open() {
    source = new EventSource('/api/v2/realtime/stream')
    for (const name of realtimeChannels)
      source.addEventListener(name, (event) => {
        hear()
        receive(name, event)
      })
    source.addEventListener('heartbeat', hear)
    expectWithin(firstWordMs)
    source.addEventListener('error', () => {
      lose()
      if (source?.readyState !== EventSource.CLOSED) return
      clearTimeout(wait)
      wait = setTimeout(open, pollMs)
    })
  }

  function expectWithin(ms: number) {
    clearTimeout(silence)
    silence = setTimeout(lose, ms)
  }

  function hear() {
    expectWithin(silenceMs)
    // Events sent while the stream was broken may not be sent again.
    if (poll) emitAll()
    clearInterval(poll)
    poll = undefined
    become('live')
  }

  function lose() {
    clearTimeout(silence)
    become('polling')
    poll ??= setInterval(emitAll, pollMs)
  }

  /** A last word that was under way would call the page live. */
  function close() {
    source?.close()
    lose()
  }

  /** The browser may hold a stream open over which nothing comes any more. */
  function openAgain() {
    source?.close()
    clearTimeout(wait)
    open()
  }

  open()
  window.addEventListener('offline', close)
  window.addEventListener('online', openAgain)
  return () => {
    window.removeEventListener('offline', close)
    window.removeEventListener('online', openAgain)
    source?.close()
    clearInterval(poll)
    clearTimeout(wait)
    clearTimeout(silence)
    become('connecting')
  }
}

function receive(name: RealtimeChannel, event: MessageEvent<string>): void {
  const message = JSON.parse(event.data) as RealtimeMessage
  if (message.replay) {
    // Told before. But what was told between the page's first requests and this stream, nobody heard.
    if (message.age_ms !== null && message.age_ms < performance.now() + skewMs)
      for (const listener of listeners.get(name) ?? []) listener(null)
    return
  }
  for (const listener of listeners.get(name) ?? []) listener(message.value)
}

function emitAll(): void {
  for (const group of listeners.values()) for (const listener of group) listener(null)
}

function become(next: LiveState): void {
  if (next === state) return
  state = next
  for (const watcher of watchers) watcher()
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    () => state,
  )
}

/** Calls back with everything that the channels said within a moment, however fast they speak. */
export function useLive(channels: LiveChannels, onValues: (values: unknown[]) => void): void {
  const tell = useEffectEvent(onValues)
  useEffect(() => listenLive(channels, (values) => tell(values)), [channels])
}

/** The same outside of a component; returns its end. */
export function listenLive(channels: LiveChannels, tell: (values: unknown[]) => void): () => void {
  let waiting: unknown[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const listener: Listener = (value) => {
    waiting.push(value)
    timer ??= setTimeout(() => {
      const values = waiting
      waiting = []
      timer = undefined
      tell(values)
    }, gatherMs)
  }
  const groups = [channels].flat().map((channel) => listeners.get(channel))
  for (const group of groups) group?.add(listener)
  return () => {
    for (const group of groups) group?.delete(listener)
    clearTimeout(timer)
  }
}

/** The ids that changed, or null when only the server knows. */
export function changedIds(values: unknown[]): Set<number> | null {
  const changes = values as (OrderChange | null)[]
  if (changes.some((change) => change === null || change.created + change.updated > change.ids.length)) {
    return null
  }
  return new Set(changes.flatMap((change) => change?.ids ?? []))
}
