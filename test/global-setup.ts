import { startTestServer } from './server.ts'

/** Vitest calls the returned function after the last test file. */
export default function setup(): Promise<() => Promise<void>> {
  return startTestServer()
}
