/** Sets the security headers of every answer. */
import type { FastifyInstance } from 'fastify'

/** The worker that reads codes from a camera, where the browser can not. Its file alone is given the right to run WebAssembly. */
const codeWorker = '/assets/code-worker-'
const workerPolicy = {
  'content-security-policy':
    "default-src 'none'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'",
}

const always = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data: https: http:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The camera reads labels.
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
}

/** Two years, as browsers ask of those who mean it. Over plain HTTP they ignore it. */
const strictTransport = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

export type SecurityHeaders = Record<string, string>

export function securityHeaders({ publicUrl }: { publicUrl: string }): SecurityHeaders {
  return publicUrl.startsWith('https:') ? { ...always, ...strictTransport } : always
}

export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id).headers(headers)
    if (request.url.startsWith(codeWorker)) void reply.headers(workerPolicy)
    // Answers of the API must not be cached; the few that may be set their own header.
    if (request.url.startsWith('/api')) void reply.header('cache-control', 'no-store')
  })
}
