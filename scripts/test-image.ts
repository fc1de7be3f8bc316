/**
 * `npm run test:image`: builds the image and sets up a console in it. Without a Docker engine the steps of the Dockerfile are carried out
 * in an empty folder, with an empty environment and as somebody who may not write there.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../runtime/embedded-postgres.ts'
import { freePort } from '../runtime/embedded-process.ts'
import { setupCode } from '../server/auth/first-run/setup-code.ts'
import { readCopy, readDockerfile, type DockerStage } from './read-dockerfile.ts'
import { endWithLauncher, root } from './steps.ts'

type Started = {
  log: () => string
  hasEnded: () => boolean
  checkHealth: () => boolean
  stop: () => Promise<number | null>
}
type Image = { start(environment: Record<string, string>): Started; remove(): void }

const say = (line: string) => void process.stdout.write(`${line}\n`)

function expect(what: string, isTrue: boolean, seen: unknown = ''): void {
  if (!isTrue) throw new Error(`${what}: no. ${typeof seen === 'string' ? seen : JSON.stringify(seen)}`)
  say(`  ok  ${what}`)
}

endWithLauncher()
const folder = mkdtempSync(join(tmpdir(), 'seller-console-image-'))
chmodSync(folder, 0o755)
const secretKey = '5e'.repeat(32)
const image = hasEngine() ? buildImage() : carryOut()
const database = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
try {
  await tryOut(image)
} finally {
  await database.stop()
  image.remove()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)

function hasEngine(): boolean {
  return spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0
}

function buildImage(): Image {
  say('Building the image with Docker')
  const tag = 'seller-console-test'
  // The Dockerfile names the platform of the builder, which the builder of Docker before 23 does not know.
  const env = { ...process.env, DOCKER_BUILDKIT: '1' }
  execFileSync('docker', ['build', '-t', tag, root], { stdio: 'inherit', env })
  return {
    start(environment) {
      const name = `${tag}-${process.pid}`
      const variables = Object.entries(environment).flatMap(([key, value]) => ['-e', `${key}=${value}`])
      const limits = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--network', 'host']
      const child = spawn('docker', ['run', '--rm', '--init', '--name', name, ...limits, ...variables, tag])
      const check = ['exec', name, 'node', 'scripts/check-health.ts']
      return {
        ...watch(child, () => void spawnSync('docker', ['stop', name])),
        checkHealth: () => spawnSync('docker', check).status === 0,
      }
    },
    remove: () => void spawnSync('docker', ['image', 'rm', tag]),
  }
}

function carryOut(): Image {
  say('No Docker engine here: carrying out the steps of the Dockerfile in an empty folder')
  const stages = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8'))
  // Only somebody privileged may give a file away; the image's build may.
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'chown'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  const paths = [tools, dirname(process.execPath), dirname(npm), '/usr/bin', '/bin']
  const clean = {
    PATH: paths.join(delimiter),
    HOME: folder,
    npm_config_cache: cacheOf(npm),
    // Settings by which this machine reaches the registry.
    ...pick(process.env, [
      'NODE_EXTRA_CA_CERTS',
      'HTTPS_PROXY',
      'HTTP_PROXY',
      'NO_PROXY',
      'npm_config_registry',
    ]),
  }
  const last = stages.map((stage) => carryOutStage(stage, clean)).at(-1)
  if (!last) throw new Error('the Dockerfile has no stage')
  const { environment, command, health, place } = last
  expect(
    'the image has no package that is for development alone',
    !existsSync(join(place, 'node_modules/vite')),
  )
  const size = execFileSync('du', ['-sm', place], { encoding: 'utf8' }).split('\t')[0]
  say(`      ${size} MB beside Node`)
  return {
    start(more) {
      const env = { PATH: clean.PATH, ...environment, ...more }
      const [program = '', ...args] = command
      const child = spawn(program, args, { cwd: place, env, ...nobody() })
      const check = () => spawnSync(health[0] ?? '', health.slice(1), { cwd: place, env }).status === 0
      return { ...watch(child, () => child.kill('SIGTERM')), checkHealth: check }
    },
    remove: () => undefined,
  }
}

function pick(all: NodeJS.ProcessEnv, names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
}

/** The account that the server runs as in the image may write nowhere in it. */
function nobody(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
}

function cacheOf(npm: string): string {
  return execFileSync(npm, ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
}

function carryOutStage({ name, steps }: DockerStage, clean: Record<string, string>) {
  const own = join(folder, name)
  let place = own
  const environment: Record<string, string> = {}
  let command: string[] = []
  let health: string[] = []
  for (const { word, rest } of steps) {
    say(`  ${name}: ${word} ${rest}`)
    if (word === 'WORKDIR') {
      place = join(own, rest)
      mkdirSync(place, { recursive: true })
    } else if (word === 'COPY') copy(rest, place)
    else if (word === 'RUN') execFileSync('sh', ['-c', rest], { cwd: place, env: clean, stdio: 'inherit' })
    else if (word === 'ENV')
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) environment[key] = value
    else if (word === 'CMD') command = JSON.parse(rest) as string[]
    else if (word === 'HEALTHCHECK') health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4)) as string[]
    else if (word !== 'USER' && word !== 'EXPOSE') throw new Error(`a step that is not known here: ${word}`)
  }
  return { place, environment, command, health }
}

function copy(rest: string, place: string): void {
  const { from, sources, to } = readCopy(rest)
  for (const source of sources) {
    const origin = from ? join(folder, from, source) : join(root, source)
    const isFolder = to.endsWith('/') || sources.length > 1
    cpSync(origin, isFolder ? resolve(place, to, source) : resolve(place, to), { recursive: true })
  }
}

function watch(child: ChildProcess, stop: () => void): Omit<Started, 'checkHealth'> {
  let log = ''
  child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return {
    log: () => log,
    hasEnded: () => child.exitCode !== null,
    async stop() {
      stop()
      return ended
    },
  }
}

/** An empty database, and the first account made in the browser's way. */
async function tryOut(image: Image): Promise<void> {
  const name = 'fresh'
  const admin = new Client({ connectionString: database.adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} owner seller_console`)
  await admin.end()
  const databaseUrl = new URL(database.url)
  databaseUrl.pathname = `/${name}`
  const port = String(await freePort(undefined))
  const url = `http://127.0.0.1:${port}`
  const running = image.start({
    DATABASE_URL: databaseUrl.href,
    SECRET_KEY: secretKey,
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: url,
  })
  try {
    const isUp = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    const deadline = Date.now() + 120_000
    while (!(await isUp()) && !running.hasEnded() && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 200))
    expect('the server answers /readyz', await isUp(), running.log())
    expect('the health check of the image passes', running.checkHealth())
    const code = setupCode(Buffer.from(secretKey, 'hex'))
    expect('the log says where to set the console up', running.log().includes(`/auth/first-run#${code}`))
    expect('the log holds no secret', !running.log().includes(secretKey))
    const html = await (await fetch(`${url}/auth/first-run`)).text()
    expect('the pages are there', html.includes('<div id="root">'), html.slice(0, 300))
    await createAccount(url, code)
    expect('nothing in the log is an error', !/"level":[56]0/.test(running.log()), running.log())
  } finally {
    const ended = await running.stop()
    expect('the server ends when it is asked to', ended === 0, ended)
  }
}

async function createAccount(url: string, code: string): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v2${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const owner = { email: 'aoi@shop.example', password: 'lanterns at dusk' }
  const settings = { language: 'jp', timezone: 'Asia/Tokyo', currency: 'JPY' }
  const created = await post('/first-run', {
    ...owner,
    ...settings,
    code,
    name: 'Aoi',
    company_name: 'Aoi Gifts',
  })
  expect('the first account is created', created.status === 201, await created.text())
  const signedIn = await post('/authorization', owner)
  expect('its owner signs in', signedIn.status === 200, await signedIn.text())
}
