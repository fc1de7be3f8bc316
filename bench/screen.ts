/** Order events that a browser receives on its stream, and their times. */
export type Screen = {
  /** When an order was first announced; undefined as long as it was not. */
  seenAt(orderId: number): number | undefined
  /** Orders that were announced as new so far. */
  created(): number[]
  leave(): Promise<void>
}

export async function readStream(webUrl: string, token: string): Promise<Screen> {
  const seen = new Map<number, number>()
  const created: number[] = []
  const leave = new AbortController()
  const stream = await fetch(`${webUrl}/api/v2/realtime/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leave.signal,
  })
  if (!stream.ok) {
    leave.abort()
    throw new Error(`the stream was refused: ${stream.status}`)
  }
  const reading = readChanges(stream, (change) => {
    const now = performance.now()
    for (const id of change.ids) if (!seen.has(id)) seen.set(id, now)
    for (let n = 0; n < change.created; n++) created.push(now)
  })
  return {
    seenAt: (id) => seen.get(id),
    created: () => created,
    async leave() {
      leave.abort()
      await reading
    },
  }
}

type Change = { created: number; ids: number[] }

async function readChanges(stream: globalThis.Response, tell: (change: Change) => void): Promise<void> {
  let text = ''
  try {
    for await (const chunk of (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += chunk
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        if (!frame.includes('event: order.change')) continue
        const data = /^data: (.*)$/m.exec(frame)?.[1]
        const message = JSON.parse(data ?? '{}') as { replay?: boolean; value?: Change }
        if (!message.replay && message.value) tell(message.value)
      }
    }
  } catch (error) {
    // Leaving ends the stream, and nothing else may.
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
  }
}
