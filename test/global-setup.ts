import { startTestServer } from './database-server.ts'

/** Vitest and Playwright call the returned function after the last test. */
export default function setup(): Promise<() => Promise<void>> {
  return startTestServer()
}
