import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../server.ts'
import { statusWith } from './page-steps.ts'
import { LANGUAGES } from './serve-page.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ load: 'none', consoleUrl: 'http://127.0.0.1:3000' })
})
afterAll(() => sandbox.close())

const folder = new URL('.', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8')
const textsOf = (language: string) => JSON.parse(read(`locales/${language}.json`)) as Record<string, string>

it('the root of the sandbox is a page that loads nothing from elsewhere', async () => {
  const reply = await fetch(sandbox.url)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(reply.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; .+frame-ancestors 'none'$/,
  )
  const html = await reply.text()
  expect(html).not.toMatch(/https?:|style=|<script>/)
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)
  expect(files).toContain('/_page/main.ts')
  for (const path of files) expect((await fetch(`${sandbox.url}${path}`)).status, path).toBe(200)
})

it('every script that a script imports is there, as JavaScript', async () => {
  const seen = new Set(['main.ts'])
  for (const name of seen) {
    const reply = await fetch(`${sandbox.url}/_page/${name}`)
    expect([reply.status, reply.headers.get('content-type')], name).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ])
    const source = await reply.text()
    expect(source).not.toMatch(/\binterface\b|import type/)
    for (const [, next] of source.matchAll(/from '\.\/([\w.-]+)'/g)) seen.add(next ?? '')
  }
  expect(seen.size).toBeGreaterThan(5)
})

it('the texts are there in four languages, with the same names and places', async () => {
  const english = textsOf('en')
  const places = (text = ''): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).toSorted()
  for (const language of LANGUAGES) {
    const reply = await fetch(`${sandbox.url}/_page/locales/${language}.json`)
    const texts = (await reply.json()) as Record<string, string>
    expect(Object.keys(texts), language).toEqual(Object.keys(english))
    for (const [name, text] of Object.entries(texts))
      expect(places(text), `${language} ${name}`).toEqual(places(english[name]))
  }
})

it('every text that a script names is there, and every text is named', () => {
  const names = Object.keys(textsOf('en'))
  const sources = readdirSync(new URL('browser/', folder)).map((name) => read(`browser/${name}`))
  const used = sources.join('\n')
  const whole = [...used.matchAll(/\bt\(\s*'([\w.]+)'/g)].map(([, name]) => name ?? '')
  expect(whole.filter((name) => !names.includes(name))).toEqual([])
  // Names that are put together, such as `log.${kind}`.
  const begun = [...used.matchAll(/`([\w.]+[._])\$\{/g)].map(([, start]) => start ?? '')
  const isNamed = (name: string): boolean =>
    used.includes(`'${name}'`) || begun.some((start) => name.startsWith(start))
  expect(names.filter((name) => !isNamed(name))).toEqual([])
})

it('no page of another site can act, nor one whose name was pointed at this machine', async () => {
  const act = `${sandbox.url}/_sandbox/page/clock`
  const own = new URL(sandbox.url).host
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:3000' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { host: `evil.example:${sandbox.port}`, origin: `http://evil.example:${sandbox.port}` },
    { host: `127.0.0.1.evil.example:${sandbox.port}` },
    { 'x-forwarded-for': '203.0.113.9' },
  ]
  for (const headers of foreign) {
    expect(await statusWith(act, headers, 'POST'), JSON.stringify(headers)).toBe(403)
    expect(await statusWith(`${sandbox.url}/_sandbox/page`, headers), JSON.stringify(headers)).toBe(403)
  }
  // Let through, and then refused for its empty body.
  const ours: Record<string, string>[] = [
    {},
    { origin: `http://${own}` },
    { 'sec-fetch-site': 'same-origin' },
  ]
  for (const headers of ours)
    expect(await statusWith(act, headers, 'POST'), JSON.stringify(headers)).toBe(400)
})

it('a link leads to the page from anywhere, but under a name of this machine alone', async () => {
  expect(await statusWith(sandbox.url, { 'sec-fetch-site': 'same-site' })).toBe(200)
  expect(await statusWith(sandbox.url, { host: `localhost:${sandbox.port}` })).toBe(200)
  expect(await statusWith(sandbox.url, { host: `evil.example:${sandbox.port}` })).toBe(403)
  expect(await statusWith(sandbox.url, { 'x-forwarded-for': '203.0.113.9' })).toBe(403)
  expect(await statusWith(sandbox.url, {}, 'POST')).toBe(405)
})
