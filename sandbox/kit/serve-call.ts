import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault, Faults } from './faults.ts'
import { BodyTooLarge, readBytes, sendText } from './http.ts'
import type { CallLog } from './marketplace.ts'
import { isForm, readForm, type UploadForm } from './upload-form.ts'

/** Answer to a call; `error` is the channel's error code, empty for a success. */
export interface CallReply {
  status: number
  type: string
  body: string | Buffer
  error: string
}

interface CallRules {
  /** Turns a call away before it has any effect. */
  refuse: (response: ServerResponse, fault: 'rate_limit' | 'server_error') => void
  /** `form` of a multipart call, whose text is empty. */
  answer: (body: string | BodyTooLarge, form?: UploadForm) => CallReply
}

const LARGEST_BODY = 10_000_000
// Nine pictures of the largest kind.
const LARGEST_FORM = 100_000_000

/** One call of a marketplace: with its fault if one was drawn, and counted. */
export async function serveCall(
  { faults, log }: { faults: Faults; log: CallLog },
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { refuse, answer }: CallRules,
): Promise<void> {
  // Drawn before anything else, so that a seed gives the same faults whatever the calls carry.
  const fault = faults.draw(path, request.method)
  const type = request.headers['content-type']
  const bytes = await readBytes(request, isForm(type) ? LARGEST_FORM : LARGEST_BODY).catch(
    (error: unknown) => {
      if (error instanceof BodyTooLarge) return error
      throw error
    },
  )
  const form = isForm(type) && Buffer.isBuffer(bytes) ? await readForm(bytes, type) : undefined
  if (fault === 'rate_limit' || fault === 'server_error') {
    log.count(path, fault)
    refuse(response, fault)
    return
  }
  const body = bytes instanceof BodyTooLarge ? bytes : form ? '' : bytes.toString('utf8')
  if (fault === 'late') {
    log.count(path, fault)
    faults.hold(path, () => answer(body, form))
    response.socket?.destroy()
    return
  }
  faults.release(path)
  const reply = answer(body, form)
  log.count(path, reply.error)
  if (fault) corruptReply(response, fault, reply, faults.timeoutMs(path, request.method))
  else sendText(response, reply.status, reply.type, reply.body)
}

/** The call took effect; only its answer goes wrong. */
function corruptReply(
  response: ServerResponse,
  fault: Fault,
  { type, body }: CallReply,
  waitMs: number,
): void {
  if (fault === 'malformed') {
    sendText(response, 200, type, body.slice(0, Math.floor(body.length / 2)))
    return
  }
  setTimeout(() => response.socket?.destroy(), fault === 'timeout' ? waitMs : 0).unref()
}

/** Sends an HTML error page, as a proxy before a marketplace's servers does. */
export const sendHtmlError = (response: ServerResponse, status: number): void =>
  sendText(response, status, 'text/html', `<html><body><h1>${status}</h1></body></html>`)
